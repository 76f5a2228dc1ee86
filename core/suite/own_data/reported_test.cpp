// What is reported of own data, by the kind of outputs, and a loss of the table as the criterion.
#include "suite/own_data/reported.hpp"

#include <doctest/doctest.h>

#include "preimage/outputs/forms.hpp"
#include "suite/config/config_error.hpp"
#include "suite/own_data/testing_own.hpp"
#include "suite/results/reading_records.hpp"
#include "suite/run/run_cell.hpp"
#include "suite/study/draws.hpp"
#include "testing/config_text.hpp"
#include "testing/is_close.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;
using testing::is_close;

namespace {

using Names = std::vector<std::string>;

/// 12 samples with outputs of every kind, in three given folds; one fold's `flat` is constant.
std::string reported_table() {
  const std::string kinds[] = {"core", "rim", "core", "edge"}, sets[] = {"u", "", "u;v", "w"};
  std::string text = "a,kind,tags,word,y,z,flat,fold\n";
  for (int i = 0; i < 12; ++i) {
    text += std::to_string(i * i) + "," + kinds[(i * 5 / 3) % 4] + "," + sets[(i * 3 / 2) % 4] + "," +
            std::string(static_cast<std::size_t>(1 + i % 3), i % 2 == 0 ? 'x' : 'y') + "," +
            std::to_string(i % 5) + "," + std::to_string(i * 7 % 11) + "," +
            (i < 4 ? "1" : std::to_string(i)) + "," + std::to_string(i / 4) + "\n";
  }
  return text;
}

std::string config(const std::string& outputs, const std::string& kernel, const std::string& loss) {
  return testing::own_config(
      "given: true", "dataset: {name: vectors, path: d.csv, inputs: [a], fold: fold, " + outputs +
                         "}\ninput_kernel: {name: linear}\noutput_kernel: " + kernel + "\nloss: " + loss +
                         "\n"
                         "learners: {nn: {method: nearest_neighbours, k: [1, 3]}}\n");
}

const std::string kReportedClasses = "outputs: kind, output_kind: class",
                  kSets = "outputs: tags, output_kind: label_set",
                  kWords = "outputs: word, output_kind: string",
                  kNumbers = "outputs: [y, z], output_kind: vector",
                  kFlat = "outputs: flat, output_kind: vector";

class Run {
 public:
  Run(const std::string& outputs, const std::string& kernel, const std::string& loss = "distance") {
    folder_.write("d.csv", reported_table());
    selection_ = testing::plan_of(folder_.write("c.yaml", config(outputs, kernel, loss)));
    task_ = suite::study::draw_task(selection_.studies().front(), reading(), 0, testing::kNoData);
  }
  const suite::study::Reading& reading() const { return *selection_.readings.front().reading; }
  const suite::study::Task& task() const { return *task_; }
  std::vector<suite::records::ResultRecord> records() const {
    const std::vector<suite::records::ResultRecord> all = testing::records_of(selection_);
    for (const suite::records::ResultRecord& record : all)
      CHECK_MESSAGE(record.status == "ok", record.reason);
    return all;
  }
  suite::results::ResultTable result_table() const { return testing::table_of(selection_); }

 private:
  testing::TemporaryFolder folder_;
  suite::study::Plan selection_;
  std::shared_ptr<const suite::study::Task> task_;
};

/// The samples' numbers in the draw; ids are lines of the file, and the first line is the header.
arma::uvec numbers_of(const std::vector<long>& ids) {
  arma::uvec numbers(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) numbers(i) = static_cast<arma::uword>(ids[i] - 2);
  return numbers;
}

double of_fold(const suite::records::ResultRecord& record, const std::string& measure) {
  REQUIRE(record.measures.count(measure) == 1);
  REQUIRE(record.measures.at(measure).size() == 1);
  return record.measures.at(measure).front();
}

}  // namespace

TEST_CASE("what is reported, by the kind of outputs; the first chooses, and gains are told apart") {
  using Gains = std::set<std::string>;
  const Run classes(kReportedClasses, "{name: class}"), sets(kSets, "{name: label_set}"),
      words(kWords, "{name: n_gram, length: 1}"), numbers(kNumbers, "{name: linear}", "squared_distance");
  CHECK(classes.reading().experiment.measures ==
        Names{"classification_loss", "feature_distance", "accuracy", "balanced_error", "macro_f1"});
  CHECK(bool(classes.reading().experiment.gains == Gains{"accuracy", "macro_f1"}));
  CHECK(sets.reading().experiment.measures == Names{"feature_distance", "hamming_loss", "exact_match_error",
                                                    "jaccard_distance", "micro_f1", "macro_f1",
                                                    "samples_f1"});
  CHECK(bool(sets.reading().experiment.gains == Gains{"macro_f1", "micro_f1", "samples_f1"}));
  CHECK(words.reading().experiment.measures ==
        Names{"feature_distance", "symbol_error", "edit_error", "string_error", "edit_distance"});
  CHECK(words.reading().experiment.gains.empty());
  CHECK(numbers.reading().experiment.measures ==
        Names{"squared_feature_distance", "squared_error", "absolute_error", "r_squared"});
  CHECK(bool(numbers.reading().experiment.gains == Gains{"r_squared"}));
}

TEST_CASE("a record holds a fold measure as one number, that of its own samples and predictions") {
  for (const suite::records::ResultRecord& record : Run(kReportedClasses, "{name: class}").records()) {
    REQUIRE(record.samples.size() == 4);
    const Run again(kReportedClasses, "{name: class}");
    const auto& truth = again.task().data.outputs.get<kernels::Labels>();
    std::map<int, std::vector<double>> wrong;
    for (std::size_t i = 0; i < 4; ++i) {
      const int y = truth.at(numbers_of(record.samples)(i));
      wrong[y].push_back(y == truth.at(numbers_of(record.chosen_samples)(i)) ? 0.0 : 1.0);
    }
    double sum = 0.0;
    for (const auto& [label, values] : wrong) sum += arma::mean(arma::vec(values));
    CHECK(is_close(of_fold(record, "balanced_error"), sum / static_cast<double>(wrong.size()), 1e-14));
    CHECK(record.measures.at("classification_loss").size() == 4);
  }
}

TEST_CASE("R^2 of a fold, also of one whose truth is constant") {
  const Run run(kFlat, "{name: linear}");
  const arma::mat y = run.task().data.outputs.get<kernels::Vectors>();
  int constant = 0;
  for (const suite::records::ResultRecord& record : run.records()) {
    const arma::vec truth = y.rows(numbers_of(record.samples));
    const arma::vec found =
        record.chosen_samples.empty() ? arma::vec() : arma::vec(y.rows(numbers_of(record.chosen_samples)));
    REQUIRE(found.n_elem == truth.n_elem);
    const double left = arma::accu(arma::square(truth - found)),
                 all = arma::accu(arma::square(truth - arma::mean(truth)));
    constant += all == 0.0 ? 1 : 0;
    CHECK(is_close(of_fold(record, "r_squared"), all == 0.0 ? 0.0 : 1.0 - left / all, 1e-12));
  }
  CHECK(constant == 1);
}

TEST_CASE("a table lists fold measures behind the others, and a named loss says that it chose") {
  const suite::results::ResultTable table =
      Run(kNumbers, "{name: linear}", "{name: absolute_error}").result_table();
  Names names;
  for (const suite::results::TableRow& row : table.rows) {
    names.push_back(row.measure);
    CHECK(row.numbers.at(0).ours.has_value());
  }
  CHECK(names == Names{"absolute_error", "feature_distance", "squared_error", "r_squared"});
  CHECK(table.head.remarks == Names{"chosen on inner folds by absolute_error"});
  CHECK(Run(kNumbers, "{name: linear}").result_table().head.remarks.empty());
}

TEST_CASE("a named loss is the criterion of the inner folds and is reported once") {
  const Run named(kSets, "{name: label_set}", "{name: jaccard_distance}");
  CHECK(named.reading().experiment.measures == Names{"jaccard_distance", "feature_distance", "hamming_loss",
                                                     "exact_match_error", "micro_f1", "macro_f1",
                                                     "samples_f1"});
  const Run longer(kWords, "{name: n_gram, length: 1}", "{name: edit_error, per: longer_string}");
  CHECK(longer.reading().experiment.measures ==
        Names{"edit_error", "feature_distance", "symbol_error", "string_error", "edit_distance"});
  const outputs::Prediction empty{outputs::NewStrings{{"xxx"}}, {}};
  CHECK(is_close(longer.task().measures.front().values(empty, {0}).value(), arma::vec{2.0 / 3.0}, 1e-15));
  // All labels of the data, of which a fold has some.
  const Run hamming(kSets, "{name: label_set}", "{name: hamming_loss}");
  CHECK(is_close(hamming.task().measures.front().values({outputs::Chosen{{1}}}, {0}).value(),
                 arma::vec{hamming.task().outputs[0] == hamming.task().outputs[1] ? 0.0 : 1.0 / 3.0}, 1e-15));
  for (const suite::records::ResultRecord& record : named.records()) {
    REQUIRE(record.inner_loss.has_value());
    CHECK(*record.inner_loss <= 1.0);  // feature distances of label sets may exceed it
  }
}
