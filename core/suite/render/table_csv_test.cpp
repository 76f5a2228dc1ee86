// A small table as CSV.
#include <doctest/doctest.h>

#include "suite/render/table_text.hpp"
#include "suite/results/result_numbers.hpp"
#include "suite/results/table_words.hpp"
#include "suite/results/testing_table.hpp"

using namespace preimage::suite;
using namespace preimage::suite::render;

TEST_CASE("as CSV: all digits, nothing where there is no number") {
  CHECK(results::csv_text({}) ==
        "reproduces,reading,measure,learner,published,published_spread,spread_kind,ours,sd_over_repetitions,"
        "repetitions,spread_over_folds,z,verdict,not_converged,data,spread_of_ours,choices_after_seeing,"
        "rounding,unit,degrees_of_freedom,matters,to_decide,approximate,verdict_rule_1\n");
  CHECK(
      results::csv_rows_of(results::example_table()) ==
      R"(p/t1,raw,loss,kde,0.0798,0.0067,SE,0.0817,0.0069,10,0.007,0.27,reproduced,,real,SD over 10 repetitions,1,0,0,,,,,
p/t1,raw,loss,knn,0.1250,0.0075,SE,0.15,0.0025,10,0.003,3.333,not reproduced,,real,SD over 10 repetitions,1,0,0,,,,,
p/t1,raw,loss,mine,,,SE,,,,,,,,real,,1,,,,,,,
p/t1,raw,squared_error,kde,,,SE,2,0.5,10,0.25,,,,real,SD over 10 repetitions,1,0,,,,,,
p/t1,raw,squared_error,mine,,,SE,,,,,,,,real,,1,,,,,,,
)");
}

TEST_CASE("a standard error over folds that stands behind ours is told once, and the CSV names the spread") {
  results::ResultTable table = results::example_table();
  CHECK(table_as_text(table).text.find("over folds  ") != std::string::npos);
  table.head.same_splits = true;
  CHECK(table_as_text(table).text.find("over folds  ") == std::string::npos);
  CHECK(results::csv_rows_of(table).find(
            ",real,\"SD over folds / sqrt(folds), of means over 10 repetitions\",1,0,0,,,,,\n") !=
        std::string::npos);
  table.rows[0].kind = records::SpreadKind::standard_deviation;  // another number than that of ours
  CHECK(table_as_text(table).text.find("over folds  ") != std::string::npos);
}

TEST_CASE("CSV: fields are quoted where needed, and a reading is no formula of a spreadsheet") {
  results::ResultTable table = results::example_table();
  table.rows.resize(1);
  table.rows[0].numbers.resize(1);
  const auto row = [&](const std::string& reading) {
    table.head.reading = reading;
    const std::string text = results::csv_rows_of(table);
    return text.substr(5, text.find(",loss,") - 5);
  };
  CHECK(row("without noise") == "without noise");
  CHECK(row("+noise") == "'+noise");
  CHECK(row("=cmd|' /C calc'!A0") == "'=cmd|' /C calc'!A0");
  CHECK(row("a, \"b\"") == "\"a, \"\"b\"\"\"");
}
