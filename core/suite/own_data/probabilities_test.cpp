// Probabilities of classes in a config: what records and tables hold, and which keys stay. What is refused
// is in core/testing/transcripts/own_data.md.
#include <algorithm>

#include <doctest/doctest.h>

#include "suite/own_data/testing_own.hpp"
#include "suite/results/reading_records.hpp"
#include "suite/run/run_cell.hpp"
#include "suite/study/draws.hpp"
#include "suite/study/reliability.hpp"
#include "suite/study/task.hpp"
#include "testing/config_text.hpp"
#include "testing/workplace.hpp"

using namespace preimage;
using namespace preimage::suite;
using testing::contains;

namespace {

const std::string kNeighbours = "nn: {method: nearest_neighbours, k: 3",
                  kCalibrated = kNeighbours + ", probabilities: isotonic}";

/// 24 samples in three given folds of 8; the last one tests `one` alone.
std::string probable_table() {
  std::string text = "a,kind,y,fold\n";
  for (int i = 0; i < 24; ++i)
    text += std::to_string(i * 7 % 24) + "," + (i < 16 && i % 3 != 0 ? "two" : "one") + "," +
            std::to_string(i) + "," + std::to_string(i / 8) + "\n";
  return text;
}

std::string probable_config(const std::string& learners, const std::string& more = "",
                            const std::string& outputs = "kind", const std::string& kind = "class") {
  return testing::own_config(
      "given: true",
      "dataset: {name: vectors, path: d.csv, inputs: [a], fold: fold, outputs: " + outputs +
          ", output_kind: " + kind +
          "}\ninput_kernel: {name: linear}\noutput_kernel: {name: " + (kind == "class" ? "class" : "linear") +
          "}\n" + (more.find("loss:") == std::string::npos ? "loss: distance\n" : "") + more + "learners: {" +
          learners + "}\n");
}

class Probable {
 public:
  explicit Probable(const std::string& config) {
    folder_.write("d.csv", probable_table());
    plan_ = testing::plan_of(folder_.write("c.yaml", config));
    records_ = testing::records_of(plan_);
    for (const records::ResultRecord& record : records_) keys_.insert(record.key);
  }
  const std::vector<records::ResultRecord>& records() const { return records_; }
  const std::set<std::string>& keys() const { return keys_; }
  const study::Reading& reading() const { return *plan_.readings.front().reading; }
  results::ResultTable table() const { return testing::table_of(plan_); }

 private:
  testing::TemporaryFolder folder_;
  study::Plan plan_;
  std::vector<records::ResultRecord> records_;
  std::set<std::string> keys_;
};

}  // namespace

TEST_CASE("records hold probabilities where they were asked for, and other learners keep their keys") {
  const Probable plain(probable_config(kNeighbours + "}")),
      both(probable_config(kNeighbours + "}, p: {method: nearest_neighbours, k: 3, probabilities: sigmoid}"));
  CHECK(std::includes(both.keys().begin(), both.keys().end(), plain.keys().begin(), plain.keys().end()));
  CHECK(both.keys().size() == 6);
  for (const records::ResultRecord& record : both.records()) {
    INFO(record.reason);
    REQUIRE(record.status == "ok");
    CHECK(record.probabilities.has_value() == (record.learner == "p"));
    CHECK(records::from_json(records::to_json(record), "cell.json").probabilities == record.probabilities);
    if (!record.probabilities) continue;
    CHECK(record.schema == 5);
    CHECK(record.probabilities->values.size() == 8);
    for (const std::vector<double>& p : record.probabilities->values) CHECK(p.at(0) + p.at(1) == 1.0);
  }
}

TEST_CASE("outer folds without a measure are counted, and the table says that inner folds are used twice") {
  const results::ResultTable table =
      Probable(probable_config(kCalibrated + ", b: {method: nearest_neighbours, k: 3}",
                               "measures: [auc, sensitivity, log_loss]\npositive: two\n"))
          .table();
  CHECK(table.warnings ==
        std::vector<std::string>{
            "auc of nn: none in 1 of 3 outer folds, where the learner has no decision values, or the fold "
            "tests one class, or "
            "one that did not train",
            "auc of b: none in 1 of 3 outer folds, where the learner has no decision values, or the fold "
            "tests one class, or "
            "one that did not train",
            "sensitivity of nn: none in 1 of 3 outer folds, where the fold tests no 'two'",
            "sensitivity of b: none in 1 of 3 outer folds, where the fold tests no 'two'"});
  for (const results::TableRow& row : table.rows) {
    if (row.measure == "auc") CHECK_FALSE(row.numbers.at(0).ours);
    if (row.measure == "log_loss") CHECK(row.numbers.at(0).ours);
  }
  CHECK(table.head.remarks.front().starts_with("probabilities of nn: inner folds are used twice"));
}

TEST_CASE("an error rate of a fold chooses, is reported once, and fails where an inner fold has none") {
  const Probable balanced(probable_config(kNeighbours + "}", "loss: {name: balanced_error}\n"));
  CHECK(balanced.reading().experiment.measures ==
        std::vector<std::string>{"balanced_error", "classification_loss", "feature_distance", "accuracy",
                                 "macro_f1"});
  const std::string grid = "nn: {method: nearest_neighbours, k: [1, 3]}";
  const Probable rated(probable_config(grid, "loss: {name: false_negative_rate, positive: two}\n"));
  for (const records::ResultRecord& record : rated.records())
    CHECK((record.status == "ok" ||
           contains(record.reason, "the criterion 'false_negative_rate' does not apply")));
}

TEST_CASE(
    "the reliability of two classes: shares by bins of the second one's probability, and their counts") {
  study::Task task;
  task.ids = {7, 8, 9, 10};
  task.outputs = {"u", "v", "v", "u"};
  records::ResultRecord record;
  record.samples = task.ids;
  record.probabilities = records::ScoresPart{{"u", "v"}, {{0.9, 0.1}, {0.85, 0.15}, {0.81, 0.19}, {0, 1}}};
  registry::ParsedLearner learner;
  learner.name = "nn";
  CHECK_FALSE(study::reliability_figure({learner}));
  learner.probabilities = regression::Calibration::sigmoid;
  const study::Figure figure = study::reliability_figure({learner}).value();
  const auto drawn = [&](bool has_record) {
    return figure.draw({task, false, {}, [&](const std::string&, int fold) {
                          return fold == 0 && has_record ? std::vector<const records::ResultRecord*>{&record}
                                                         : std::vector<const records::ResultRecord*>{};
                        }});
  };
  CHECK(contains(drawn(true), "nn: 1, 2, 0, 0, 0, 0, 0, 0, 0, 1 in the bins"));
  CHECK(drawn(false).empty());
}
