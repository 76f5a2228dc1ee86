#include "suite/records/reasons.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage::suite;
using namespace preimage::suite::records;
using preimage::DataError;
using preimage::testing::TemporaryFolder;
using preimage::testing::thrown_message;

namespace {

const std::string kReasonHeader = "table,measure,learner,reading,why,more\n";

std::vector<LedgerEntry> printed() {
  const TemporaryFolder folder;
  return load_ledger(folder.write("published.csv",
                                  "table,measure,learner,value\np/t1,loss,kde,0.1\np/t1,loss,knn,0.2\n"
                                  "p/t1,time,kde,3\np/t2,loss,,0.3\n"));
}

std::vector<Reason> reasons_in(const std::string& text) {
  const TemporaryFolder folder;
  return read_reasons(data::open_csv(folder.write("published.why.csv", text)), printed());
}

/// The message without the file's name.
std::string reason_error(const std::string& text) {
  const TemporaryFolder folder;
  const std::string path = folder.write("published.why.csv", text).string();
  const std::string message =
      thrown_message<DataError>([&] { read_reasons(data::open_csv(path), printed()); });
  return message.rfind(path, 0) == 0 ? message.substr(path.size()) : message;
}

std::string why(const std::vector<Reason>& reasons, const ReadNumber& number) {
  const Reason* reason = reason_for(reasons, number);
  return reason == nullptr ? "none" : reason->why;
}

}  // namespace

TEST_CASE("reasons are beside their ledger") {
  CHECK(reasons_file("published/doe.csv") == "published/doe.why.csv");
  CHECK(reasons_file("numbers") == "numbers.why");
}

TEST_CASE("a number has the reason that names most of it") {
  const std::vector<Reason> reasons =
      reasons_in(kReasonHeader + "p/t1,,,,All of it.,\np/t1,loss,kde,,Its loss.,a.md\n" +
                 "p/t1,loss,kde,raw,Raw.,\np/t1,,,raw,All of raw.,\n");
  CHECK(why(reasons, {"p/t1", "loss", "kde", "raw"}) == "Raw.");
  CHECK(why(reasons, {"p/t1", "loss", "kde", "smooth"}) == "Its loss.");
  CHECK(why(reasons, {"p/t1", "loss", "knn", "raw"}) == "All of raw.");
  CHECK(why(reasons, {"p/t1", "time", "kde", "smooth"}) == "All of it.");
  CHECK(why(reasons, {"p/t3", "loss", "kde", "raw"}) == "none");
  CHECK(reason_text(reasons[0]) == "All of it.");
  CHECK(reason_text(reasons[1]) == "Its loss. More: a.md");
  CHECK(reasons[1].line == 3);
}

TEST_CASE("reading and more may be left out, and columns have any order") {
  const std::vector<Reason> reasons = reasons_in("why,learner,measure,table\nSo.,kde,loss,p/t1\n");
  CHECK(why(reasons, {"p/t1", "loss", "kde", "raw"}) == "So.");
  CHECK(why(reasons, {"p/t1", "loss", "knn", "raw"}) == "none");
}

TEST_CASE("a reason for a number that the ledger does not print is refused") {
  const std::string end =
      ":2: a reason for a number that the file of published numbers does not have with a learner: ";
  CHECK(reason_error(kReasonHeader + "p/t9,loss,kde,,So.,\n") == end + "'p/t9' 'loss' 'kde'");
  CHECK(reason_error(kReasonHeader + "p/t1,time,knn,raw,So.,\n") == end + "'p/t1' 'time' 'knn' 'raw'");
  CHECK(reason_error(kReasonHeader + "p/t2,loss,,,So.,\n") == end + "'p/t2' 'loss'");  // it has no learner
  CHECK(reason_error(kReasonHeader + "p/t1,los,,,So.,\n") == end + "'p/t1' 'los'");
}

TEST_CASE("a file of reasons is read strictly") {
  CHECK(reason_error(kReasonHeader + "p/t1,loss,kde,, ,\n") ==
        ":2: column 'why': expected a sentence, found ''");
  CHECK(reason_error(kReasonHeader + "p/t1,loss,kde,,So.,\np/t1,loss,kde,,Or so.,\n") ==
        ":3: two reasons for 'p/t1' 'loss' 'kde'");
  CHECK(reason_error("table,measure,learner,wy\np/t1,loss,kde,So.\n") ==
        ":1: unknown column 'wy', did you mean 'why'?");
  CHECK(reason_error("table,measure,learner\np/t1,loss,kde\n") != "");
  CHECK(reason_error(kReasonHeader) == ": no row below the header");
  CHECK(reason_error(kReasonHeader + "p/t1,loss,kde,,So.,") ==
        ":2: the last line does not end: it may be cut short; if it is whole, end it by a new line");
  CHECK(reason_error(kReasonHeader + "p/t1,loss,kde,,So\x01.,\n") ==
        ":2: column 'why': expected text without control characters, found 'So\\x01.'");
}
