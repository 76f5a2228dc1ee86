// `protocol.interval: nested_cv`: which cells it adds, what tables say, and where it is refused.
#include <algorithm>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "suite/config/config_error.hpp"
#include "suite/own_data/testing_own.hpp"
#include "suite/render/table_text.hpp"
#include "suite/results/reading_records.hpp"
#include "suite/run/run_cell.hpp"
#include "suite/study/draws.hpp"
#include "testing/config_text.hpp"
#include "testing/refusals.hpp"
#include "testing/thrown_message.hpp"
#include "testing/workplace.hpp"

using namespace preimage;
using namespace preimage::suite;

namespace {

std::string nested_config(const std::string& outer = "folds: 4", const std::string& interval = "nested_cv",
                          const std::string& more = "", const std::string& profile = "repetitions: 2, ") {
  return "title: t\nexperiment: own_data\nseed: 1\n"
         "dataset: {name: vectors, path: d.csv, inputs: [a], outputs: kind, output_kind: class" +
         more +
         "}\ninput_kernel: {name: linear}\noutput_kernel: {name: class}\nloss: distance\n"
         "protocol: {outer: {" +
         outer + "}, inner: {folds: 2}, interval: " + interval +
         "}\nlearners: {nn: {method: nearest_centroid}}\nprofiles: {quick: {" + profile + "readings: all}}\n";
}

/// 20 samples, 10 groups, 5 folds.
void write_nested_table(const testing::TemporaryFolder& folder) {
  std::string text = "a,kind,group,fold\n";
  for (int i = 0; i < 20; ++i)
    text += fmt::format("{},{},{},{}\n", i * i % 23, i % 3 == 0 ? "two" : "one", i / 2, i % 5);
  folder.write("d.csv", text);
}

class Nested {
 public:
  explicit Nested(const std::string& config) {
    write_nested_table(folder_);
    plan_ = testing::plan_of(folder_.write("c.yaml", config));
  }
  const study::PlannedReading& reading() const { return plan_.readings.front(); }
  std::set<std::string> keys() const { return testing::planned_keys(folder_.path() / "c.yaml"); }
  /// After all cells but the last `open` have run.
  results::ResultTable table(std::size_t open = 0) const { return testing::table_of(plan_, open); }

 private:
  testing::TemporaryFolder folder_;
  study::Plan plan_;
};

bool mentions(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string why_not(const std::string& outer, const std::string& more = "") {
  return testing::thrown_message<ConfigError>([&] { Nested{nested_config(outer, "nested_cv", more)}; });
}

}  // namespace

TEST_CASE(
    "pairs of folds come on top of the cells that there are without the interval, which keep their keys") {
  const Nested plain(nested_config("folds: 4", "corrected")), nested(nested_config());
  const std::set<std::string> without = plain.keys(), with = nested.keys();
  CHECK(without.size() == 2 * 4);
  CHECK(with.size() == 2 * (4 + 6));
  CHECK(nested.reading().size() == with.size());
  CHECK(std::includes(with.begin(), with.end(), without.begin(), without.end()));
  CHECK(nested.reading().cells.size() == 8);
  const results::ResultTable table = plain.table();
  CHECK_FALSE(table.rows.at(0).numbers.at(0).interval->estimate);
  CHECK(nested.table().rows.at(0).numbers.at(0).ours->mean == table.rows.at(0).numbers.at(0).ours->mean);
}

TEST_CASE("a pair trains without two folds and tests on the first, then on the second") {
  const Nested nested(nested_config());
  const study::PlannedReading& planned = nested.reading();
  const auto task = study::draw_task(*planned.study, *planned.reading, 1, testing::kNoData);
  const std::vector<samples::Split> folds = study::outer_splits(*planned.study, *planned.reading, 1, *task);
  REQUIRE(folds.size() == 4);
  const std::vector<study::FoldPair> pairs = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
  CHECK(study::fold_pairs(4) == pairs);
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    const study::Cell& cell = planned.pair_cells.at(6 + p);  // of repetition 1
    CHECK(cell.repetition == 1);
    CHECK(cell.outer_fold == 4 + static_cast<int>(p));
    const samples::Split split = study::outer_split(cell, *task);
    CHECK(arma::all(split.test == arma::join_cols(folds[pairs[p].first].test, folds[pairs[p].second].test)));
    const arma::uvec all = arma::sort(arma::join_cols(split.train, split.test));
    CHECK(arma::all(all == arma::regspace<arma::uvec>(0, 19)));
  }
}

TEST_CASE(
    "the table says the corrected number and its interval, by which method, and which measures keep the "
    "other") {
  const results::ResultTable table = Nested(nested_config()).table();
  CHECK(table.interval_method ==
        "nested cross-validation (Bates, Hastie and Tibshirani 2023) over 2 cuts into 4 folds, for the model "
        "fitted to all samples");
  CHECK(table.head.cells == 20);
  CHECK(table.head.remarks ==
        std::vector<std::string>{"95 % of accuracy, balanced error, macro f1: by the corrected resampled "
                                 "t-test, of the mean; nested "
                                 "cross-validation takes measures with a value of each sample"});
  const std::string text = render::table_as_text(table).text;
  for (const char* part : {"\n    ours  ", "mean of 2 x 4 folds\n    corrected  ",
                           "for the model fitted to all samples\n    95 %  ",
                           "interval of the corrected number\n", "\n  95 %: nested cross-validation (Bates"})
    CHECK_MESSAGE(mentions(text, part), text);
  CHECK(mentions(text, "interval of the mean\n"));  // of accuracy
  CHECK_FALSE(mentions(text, "+-"));
}

TEST_CASE("without all cells of pairs there is no interval, and what is missing is counted") {
  const results::ResultTable table = Nested(nested_config()).table(1);
  CHECK(table.head.missing == 1);
  CHECK(table.rows.at(0).numbers.at(0).ours);
  CHECK_FALSE(table.rows.at(0).numbers.at(0).interval);
  CHECK(mentions(table.head.remarks.at(0), "nested cross-validation takes results of all its cells"));
}

TEST_CASE("nested cross-validation is refused where samples are not independent or folds not cut at random") {
  CHECK(mentions(why_not("folds: 4", ", group: group"),
                 "protocol.interval: nested_cv needs independent samples"));
  CHECK(mentions(why_not("given: true", ", fold: fold"),
                 "say outer: {folds: 10} in place of given or ordered"));
  CHECK(mentions(why_not("ordered: 4"), "say outer: {folds: 10} in place of given or ordered"));
  CHECK(mentions(why_not("folds: 4, train_on: one_fold"), "leave outer.train_on out"));
  CHECK(mentions(why_not("folds: 2"), "leaves out two folds; say outer: {folds: 10}, or 3 at least"));
  const std::string few =
      "protocol.outer.folds: expected at most 10, as protocol.interval: nested_cv needs 2 "
      "samples in each, found ";
  CHECK(mentions(why_not("folds: 20"), few + "20"));
  CHECK(mentions(why_not("folds: 11"), few + "11"));
  CHECK(Nested(nested_config("folds: 10")).reading().fold_pairs == 45);
}

TEST_CASE("50 repetitions where the profile says none, and the cost before a cell runs") {
  const std::string silent = nested_config("folds: 4", "nested_cv", "", "");
  CHECK(Nested(silent).reading().repetitions == 50);
  CHECK(mentions(
      testing::thrown_message<ConfigError>([] { Nested{nested_config("folds: 4", "corrected", "", "")}; }),
      "repetitions"));
  const testing::TemporaryFolder folder;
  write_nested_table(folder);
  const std::string config = folder.write("c.yaml", silent).string(), out = (folder.path() / "out").string();
  const std::string cost =
      "c, as-written: interval by nested cross-validation: 50 x (4 folds + 6 pairs of folds) = 500 cells of "
      "each learner\n";
  const testing::Finished plan = testing::run_preimage({"plan", config, "--out", out});
  CHECK(mentions(plan.err, cost));
  CHECK(mentions(plan.out, "500"));
  const testing::Finished run =
      testing::ended_well(testing::run_preimage({"run", config, "--out", out, "--repetitions", "2"}));
  CHECK(mentions(run.err,
                 "2 x (4 folds + 6 pairs of folds) = 20 cells of each learner\n20 cells, 20 to run\n"));
  const testing::Finished again =
      testing::run_preimage({"table", config, "--out", out, "--repetitions", "2", "--json"});
  const auto numbers = nlohmann::json::parse(again.out)["tables"][0]["rows"][0]["numbers"];
  CHECK(numbers[0]["interval"].size() == 3);
  CHECK(numbers[0]["interval"]["estimate"].is_number());
  CHECK(testing::run_preimage({"report", "--out", out}).code == 0);
  CHECK(mentions(testing::text_of(folder.path() / "out" / "report.html"),
                 "mean of 2 x 4 folds, and the 95 % interval of the corrected number behind it"));
}
