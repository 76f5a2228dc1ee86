#include "suite/records/ledger.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "suite/config/config_error.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage::suite;
using namespace preimage::suite::records;
using preimage::DataError;
using preimage::testing::TemporaryFolder;
using preimage::testing::thrown_message;

namespace {

const std::string kHeader =
    "table,measure,row_title,learner,column_title,value,spread,spread_kind,folds,place,note\n";
const std::string kRow = "p/t1,loss,test loss,kde,KDE,0.0798,0.0067,SE,5,\"sec. 4, Table 1\",\n";

std::vector<LedgerEntry> load(const std::string& text) {
  const TemporaryFolder folder;
  return load_ledger(folder.write("published.csv", text));
}

/// The message without the folder's name.
std::string error(const std::string& text) {
  const TemporaryFolder folder;
  const std::string path = folder.write("published.csv", text).string();
  const std::string message = thrown_message<DataError>([&] { load_ledger(path); });
  return message.rfind(path, 0) == 0 ? message.substr(path.size()) : message;
}

}  // namespace

TEST_CASE("a ledger holds numbers as printed") {
  const std::vector<LedgerEntry> ledger =
      load(kHeader + kRow + "p/t1,loss,test loss,knn,k-NN,0.1250,0.02,SD,4,p. 6,read off a figure\n" +
           "p/t2,time,time,,SVM,12,,,0,,not reported here\n");
  REQUIRE(ledger.size() == 3);
  CHECK(ledger[0].table == "p/t1");
  CHECK(ledger[0].measure == "loss");
  CHECK(ledger[0].row_title == "test loss");
  CHECK(ledger[0].learner == "kde");
  CHECK(ledger[0].column_title == "KDE");
  CHECK(ledger[0].published.text == "0.0798");
  CHECK(ledger[0].published.value == 0.0798);
  CHECK(ledger[0].published.spread == 0.0067);
  CHECK(ledger[0].published.spread_kind == SpreadKind::standard_error);
  CHECK(ledger[0].published.folds == 5);
  CHECK(ledger[0].place == "sec. 4, Table 1");
  CHECK(ledger[1].published.text == "0.1250");
  CHECK(ledger[1].published.spread_kind == SpreadKind::standard_deviation);
  CHECK(ledger[1].note == "read off a figure");
  CHECK(ledger[2].learner == "");
  CHECK_FALSE(ledger[2].published.spread.has_value());

  const std::vector<LedgerEntry> first = entries_of(ledger, "p/t1");
  REQUIRE(first.size() == 2);
  CHECK(first[1].learner == "knn");
  CHECK(entries_of(ledger, "p/t3").empty());
}

TEST_CASE("a ledger's numbers as people write them have the digits that were printed") {
  const std::vector<LedgerEntry> ledger =
      load(kHeader + kRow + "p/t1,loss,test loss,knn,k-NN, .1250 ,+.02,SD, 04,,\n" +
           "p/t1,loss,test loss,svm,SVM,5., ,,,,\n");
  REQUIRE(ledger.size() == 3);
  CHECK(ledger[1].published.text == "0.1250");
  CHECK(ledger[1].published.value == 0.125);
  CHECK(ledger[1].published.spread == 0.02);
  CHECK(ledger[1].published.spread_text == "+0.02");
  CHECK(ledger[1].published.folds == 4);
  CHECK(ledger[2].published.text == "5");
  CHECK_FALSE(ledger[2].published.spread.has_value());
}

TEST_CASE("a line without learner is in the ledger only, so that there may be several") {
  const std::string line = "p/t1,loss,test loss,,other,0.1,,,0,,\n";
  CHECK(load(kHeader + line + line).size() == 2);
}

TEST_CASE("errors in a ledger name file, line and column") {
  const auto row = [](const std::string& value, const std::string& spread, const std::string& kind,
                      const std::string& folds) {
    return error(kHeader + kRow + "p/t1,loss,test loss,knn,k-NN," + value + "," + spread + "," + kind + "," +
                 folds + ",,\n");
  };
  CHECK(row("0.1O", "", "", "0") == ":3: column 'value': expected a number, found '0.1O'");
  CHECK(row("45%", "", "", "0") ==
        ":3: column 'value': expected a number, found '45%' (a per cent sign: type 45 or 0.45)");
  CHECK(row("\"0,25\"", "", "", "0") ==
        ":3: column 'value': expected a number, found '0,25' (a decimal comma: type 0.25)");
  CHECK(row("nan", "", "", "0") ==
        ":3: column 'value': expected a number, found 'nan' (a number that is not printed has no row)");
  CHECK(row("0e400", "", "", "0") ==
        ":3: column 'value': expected a number whose last digit a double can hold, found '0e400'");
  CHECK(row("0.1", "+-1", "SE", "5") == ":3: column 'spread': expected a number, found '+-1'");
  CHECK(row("0.1", "-0.01", "SE", "5") ==
        ":3: column 'spread': expected a number of at least 0, found '-0.01'");
  CHECK(row("0.1", "1", "SD", "1000000000") ==
        ":3: column 'folds': expected a whole number from 0 to 100000, found '1000000000'");
  CHECK(row("0.1", "1", "se", "5") ==
        ":3: column 'spread_kind': expected SE, SD, CI95 or unstated, found 'se'");
  CHECK(row("0.1", "-1", "SE", "5") == ":3: column 'spread': expected a number of at least 0, found '-1'");
  CHECK(row("0.1", "1", "CI95", "1") ==
        ":3: column 'folds': expected the number of runs behind a confidence interval, or in `folds` that of "
        "folds: 2 or more, found '1'");
  CHECK(row("0.1", "1", "", "5") ==
        ":3: column 'spread_kind': expected a kind of spread exactly where there is a spread, found ''");
  CHECK(row("0.1", "", "SE", "5") ==
        ":3: column 'spread_kind': expected a kind of spread exactly where there is a spread, found 'SE'");
  CHECK(row("0.1", "1", "SD", "0") ==
        ":3: column 'runs': expected the number of runs behind a standard deviation, or in `folds` that of "
        "folds, found ''");
  CHECK(row("0.1", "1", "SD", "five") ==
        ":3: column 'folds': expected a whole number from 0 to 100000, found 'five'");
  CHECK(error(kHeader + kRow + kRow) == ":3: 'p/t1' 'loss' 'kde' occurs twice");
  CHECK(error(kHeader + kRow + "p/t1,loss,test loss,knn,KDE,0.1,,,0,,\n") ==
        ":3: 'p/t1' 'loss': row 'test loss' and column 'KDE' have two learners");
}

TEST_CASE(
    "a ledger says what a number is the mean of, what it is compared with, and which difference matters") {
  const std::string header =
      "table,measure,learner,value,spread,spread_kind,runs,runs_draw,compared_with,matters,row_title\n";
  const std::vector<LedgerEntry> ledger = load(header + "p/t,loss,a,0.50,0.02,CI95,10,seeds, b ; c,,A\n" +
                                               "p/t,loss,b,0.40,,,,,,0.03,A\np/t,loss,c,0.70,,,,,a,,B\n" +
                                               "p/t,loss,d,0.70,,,,,,,C\np/u,loss,a,9,,,,,,,A\n");
  CHECK(ledger[0].published.runs == 10);
  CHECK(ledger[0].published.runs_draw == RunsDraw::seeds);
  CHECK(ledger[0].compared_with == std::vector<std::string>{"b", "c"});
  CHECK(*ledger[0].published.largest_difference == doctest::Approx(0.3));  // .40 to .70
  CHECK(*ledger[1].published.largest_difference == doctest::Approx(0.1));  // of its row
  CHECK(ledger[1].published.difference_that_matters() == 0.03);
  CHECK(ledger[1].published.runs == 1);
  CHECK(*ledger[2].published.difference_that_matters() == doctest::Approx(0.1));
  CHECK_FALSE(ledger[3].published.largest_difference.has_value());  // alone in its row
  CHECK_FALSE(ledger[4].published.largest_difference.has_value());  // never between tables
  const auto refused = [&](const std::string& fields) {
    return error(header + "p/t,loss,a,0.5," + fields + "\n");
  };
  CHECK(refused("0.1,SE,0,,,,") == ":2: column 'runs': expected a whole number from 1 to 100000, found '0'");
  CHECK(refused(",,,folds,,,") == ":2: column 'runs_draw': expected data, splits or seeds, found 'folds'");
  CHECK(refused(",,,,,0,") == ":2: column 'matters': expected a number above 0, found '0'");
  CHECK(refused(",,,,,nan,") == ":2: column 'matters': expected a number, found 'nan'");
  CHECK(refused(",,,,e,,") == ":2: column 'compared_with': 'e' has no number of 'loss' in 'p/t'");
}

TEST_CASE("a row from elsewhere is read alike, and messages name the option that says a field") {
  LedgerRow row{"--printed", {}, {}, 7};
  row.texts[kTable] = "p/t";
  row.texts[kValue] = ".50";
  row.texts[kRuns] = "0";
  CHECK(thrown_message<DataError>([&] { ledger_entry(row); }) ==
        "--printed: column 'runs': expected a whole number from 1 to 100000, found '0'");
  row.options[kRuns] = "--runs";
  CHECK(thrown_message<ConfigError>([&] { ledger_entry(row); }) ==
        "--runs: expected a whole number from 1 to 100000, found '0'");
  row.texts[kRuns] = "3";
  CHECK(ledger_entry(row).published.text == "0.50");
  CHECK(ledger_entry(row).line == 7);
}

TEST_CASE("columns are found by their names, and those that need not be there may be left out") {
  const std::vector<LedgerEntry> ledger =
      load("value,learner,table,measure\n0.08,my_method,p/t1,squared_error\n");
  REQUIRE(ledger.size() == 1);
  CHECK(ledger[0].published.text == "0.08");
  CHECK(ledger[0].row_title == "squared error");
  CHECK(ledger[0].column_title == "my method");
  CHECK(ledger[0].place == "");
  CHECK(ledger[0].line == 2);
}

TEST_CASE("each required column is missed by its name, and an unknown column is named") {
  for (const LedgerColumn& column : kLedgerColumns) {
    CAPTURE(column.name);
    std::string header;
    for (const LedgerColumn& other : kLedgerColumns) {
      if (&other != &column) header += (header.empty() ? "" : ",") + std::string(other.name);
    }
    const std::string message = error(header + "\n");
    const std::string missed = ":1: no column '" + std::string(column.name) + "'";
    CHECK(message.starts_with(column.is_required ? missed : ": no row below the header"));
  }
  CHECK(error("table,measure,learner,valeu\n") == ":1: unknown column 'valeu', did you mean 'value'?");
  CHECK(error("table,measure,learner,value,spraed\n") ==
        ":1: unknown column 'spraed', did you mean 'spread'?");
}

TEST_CASE("a ledger that is cut short is refused wherever it is cut") {
  const std::string whole = "table,measure,learner,value\np/t1,loss,kde,0.0798\np/t1,loss,knn,0.125\n";
  REQUIRE(load(whole).size() == 2);
  const std::size_t end_of_first = whole.find("p/t1,loss,knn");
  for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
    if (bytes == end_of_first) continue;  // between two rows nothing tells
    CAPTURE(bytes);
    CHECK_FALSE(error(whole.substr(0, bytes)).empty());
  }
  CHECK(error(whole.substr(0, whole.size() - 2)) ==
        ":3: the last line does not end: it may be cut short; if it is whole, end it by a new line");
}
