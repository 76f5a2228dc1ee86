// Labels of test samples change nothing that is chosen or predicted, with stratified inner folds, too.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "experiments/experiment_table.hpp"
#include "preimage/base/random.hpp"
#include "suite/registry/testing_learners.hpp"
#include "suite/run/run_cell.hpp"
#include "suite/study/testing_study.hpp"
#include "testing/config_text.hpp"
#include "testing/temporary_folder.hpp"

using namespace preimage;
using namespace preimage::suite;

namespace {

struct LabelledRow {
  int id = 0;
  double a = 0.0, b = 0.0;
  std::string label;
  int fold = 0;
};
using Rows = std::vector<LabelledRow>;

/// Four overlapping classes of unequal sizes. The rows of fold 0, which is tested, come first.
Rows toy_rows(std::uint64_t seed) {
  base::Random random(seed);
  const std::string classes[] = {"d", "b", "d", "c", "b", "d", "a", "c", "d", "b"};
  Rows rows;
  for (int i = 0; i < 60; ++i) {
    const std::string& label = classes[random.below(10)];
    const double a = random.gaussian() + (label == "b" || label == "a" ? 1.2 : 0.0);
    const double b = random.gaussian() + (label == "c" || label == "a" ? 1.2 : 0.0);
    rows.push_back({i, a, b, label, i < 15 ? 0 : 1 + i % 2});
  }
  return rows;
}

/// All learners whose examples there are, and some whose grids are wider, so that folds matter.
std::vector<std::string> learners() {
  std::vector<std::string> result = testing::learner_examples();
  for (const char* yaml :
       {"{method: nearest_neighbours, k: [1, 2, 3, 4, 5, 7, 9]}",
        "{method: kernel_dependency_estimation, bandwidth: {sigma: [0.3, 0.6, 1, 2]}, ridge: [1e-3, 0.01, "
        "0.1, 1]}",
        "{method: one_vs_rest_svm, bandwidth: {sigma: [0.5, 1, 2]}, ridge: [0.01, 0.1, 1]}",
        "{method: joint_kernel_support_estimation, bandwidth: {sigma: [0.5, 1, 2]}, nu: [0.2, 0.5, 0.8]}",
        "{method: component_ridge, ridge: [1e-3, 0.01, 0.1, 1, 10]}"}) {
    result.emplace_back(yaml);
  }
  return result;
}

/// What a learner chose for the outer fold 0, and its answer for each of its samples.
struct Answer {
  std::vector<std::pair<std::string, double>> chosen;
  std::optional<double> inner_loss;
  std::map<long, std::string> predictions;
};

Answer answer_of(const suite::records::ResultRecord& record) {
  Answer answer{record.chosen, record.inner_loss, {}};
  for (std::size_t i = 0; i < record.samples.size(); ++i) {
    answer.predictions[record.samples[i]] =
        record.labels.empty() ? std::to_string(record.chosen_samples.at(i)) : record.labels[i];
  }
  return answer;
}

/// By learner, of those that can work on classes.
std::map<std::string, Answer> answers(const Rows& rows) {
  const testing::TemporaryFolder folder;
  std::string table = "id,a,b,c,fold\n";
  for (const LabelledRow& row : rows)
    table += fmt::format("{},{:.6f},{:.6f},{},{}\n", row.id, row.a, row.b, row.label, row.fold);
  folder.write("d.csv", table);
  const std::vector<std::string> yaml = learners();
  std::string choices;
  for (std::size_t l = 0; l < yaml.size(); ++l) choices += fmt::format("  l{}: {}\n", l, yaml[l]);
  const std::string config = testing::config_of(
      "own_data",
      "dataset: {name: vectors, path: d.csv, inputs: [a, b], outputs: [c], output_kind: class, fold: fold, "
      "id: id}\n"
      "input_kernel: {name: linear}\noutput_kernel: {name: normalised, base: {name: class}}\nloss: distance\n"
      "protocol: {outer: {given: true}, inner: {folds: 3, stratified: true}}\nlearners:\n" +
          choices);
  const suite::study::Study study =
      suite::study::load_study(folder.write("c.yaml", config), {}, experiments::experiment_table());
  const suite::data::DataSource no_data{};
  suite::run::CellRunner runner(no_data);
  std::map<std::string, Answer> result;
  for (const suite::study::Cell& cell : testing::plan_cells(study, study.readings[0], 1, no_data)) {
    if (cell.outer_fold != 0) continue;
    const suite::records::ResultRecord record = runner.run(cell);
    if (record.status == "ok") result[yaml[std::stoul(cell.learner->substr(1))]] = answer_of(record);
  }
  return result;
}

Rows with_test_labels(Rows rows, const std::vector<std::string>& labels) {
  for (std::size_t i = 0; i < labels.size(); ++i) rows[i].label = labels[i];
  return rows;
}

/// By what was done to the labels of the first rows, which are the test samples.
std::vector<std::pair<std::string, Rows>> variants(const Rows& rows) {
  std::vector<std::string> labels;
  for (const LabelledRow& row : rows) {
    if (row.fold == 0) labels.push_back(row.label);
  }
  const std::size_t n = labels.size();
  std::vector<std::string> fresh, one = labels;
  for (std::size_t i = 0; i < n; ++i) fresh.push_back((i % 2 == 0 ? "!" : "~") + std::to_string(i));
  one[0] = one[0] == "a" ? "d" : "a";
  const Rows all_but_last(rows.begin() + static_cast<std::ptrdiff_t>(n) - 1, rows.end());
  return {{"reversed", with_test_labels(rows, {labels.rbegin(), labels.rend()})},
          {"new classes", with_test_labels(rows, fresh)},
          {"one class", with_test_labels(rows, std::vector<std::string>(n, "a"))},
          {"one label", with_test_labels(rows, one)},
          {"removed but for one", all_but_last}};
}

}  // namespace

TEST_CASE("no learner's choice on stratified inner folds depends on the labels of test samples") {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const Rows rows = toy_rows(seed);
    const std::map<std::string, Answer> before = answers(rows);
    const auto choosing = std::count_if(
        before.begin(), before.end(), [](const auto& entry) { return entry.second.inner_loss.has_value(); });
    CHECK(choosing >= 10);
    for (const std::pair<std::string, Rows>& variant : variants(rows)) {
      CAPTURE(variant.first);
      for (const auto& entry : answers(variant.second)) {
        CAPTURE(entry.first);
        const Answer& intact = before.at(entry.first);
        CHECK(entry.second.chosen == intact.chosen);
        CHECK(entry.second.inner_loss == intact.inner_loss);
        for (const auto& [sample, prediction] : entry.second.predictions)
          CHECK(prediction == intact.predictions.at(sample));
      }
    }
  }
}
