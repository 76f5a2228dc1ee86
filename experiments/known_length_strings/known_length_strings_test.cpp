// The experiment as a whole, on few strings.
#include <numeric>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/kernels/joint_spectrum_kernel.hpp"
#include "preimage/kernels/spectrum_kernel.hpp"
#include "preimage/outputs/forms.hpp"
#include "suite/config/config_error.hpp"
#include "suite/run/run_cell.hpp"
#include "suite/study/draws.hpp"
#include "suite/study/task.hpp"
#include "suite/study/testing_study.hpp"
#include "testing/config_text.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::experiments;
using testing::is_close;
using testing::parse;
using testing::replaced;

namespace {

const suite::data::DataSource kNoData{};

std::string config_text() {
  return testing::config_of("known_length_strings", R"(dataset: {name: tagged_strings, samples: 20}
input_kernel: {name: spectrum, length: 3}
output_kernel: {name: joint_spectrum, length: 3}
normalisation: unit_norm
rbf_of: distance
protocol: {outer: {folds: 4}, inner: {folds: 2}}
learners:
  kde:
    method: kernel_dependency_estimation
    ridge: 1
    ridge_form: squared
    decoder: {name: per_position, window: 3, k: 3, ties: all_tied}
  windows: {method: window_nearest_neighbours, window: 3, k: 3, ties: all_tied}
)");
}

std::shared_ptr<const suite::study::Task> draw(const suite::study::Study& study) {
  return suite::study::draw_task(study, study.readings[0], 0, kNoData);
}

double kernel_value(const samples::SampleSet& samples, arma::uword i, arma::uword j) {
  const kernels::Points points = kernels::points_of(samples);
  return points.subset({i}).cross_gram(points.subset({j}))(0, 0);
}

}  // namespace

TEST_CASE("the Gram matrices are the kernels of the strings, normalised, the input's through exp(-d)") {
  const std::shared_ptr<const suite::study::Task> task = draw(parse(config_text()));
  const std::shared_ptr<const suite::study::Task> squared =
      draw(parse(replaced(config_text(), "rbf_of: distance", "rbf_of: squared_distance")));
  const kernels::SpectrumKernel spectrum(3, 3);
  const kernels::JointSpectrumKernel joint(3);
  for (std::size_t i = 0; i < 20; ++i) {
    for (std::size_t j = 0; j < 20; ++j) {
      const kernels::Strings x = {task->inputs[i], task->inputs[j]};
      const kernels::StringPairs xy = {{task->inputs[i], task->outputs[i]},
                                       {task->inputs[j], task->outputs[j]}};
      const arma::mat K = spectrum.gram(x);
      const arma::mat L = joint.gram(xy);
      const double d2 = 2.0 - 2.0 * K(0, 1) / std::sqrt(K(0, 0) * K(1, 1));
      CHECK(is_close(kernel_value(squared->data.inputs, i, j), std::exp(-d2), 1e-12));
      CHECK(is_close(kernel_value(task->data.inputs, i, j), std::exp(-std::sqrt(std::max(d2, 0.0))), 0.0,
                     1e-7));
      CHECK(is_close(kernel_value(task->data.outputs, i, j), L(0, 1) / std::sqrt(L(0, 0) * L(1, 1)), 1e-12));
    }
  }
}

TEST_CASE("a record holds the predicted strings, and its mean loss is the share of wrong symbols") {
  const suite::study::Study study = parse(config_text());
  const std::shared_ptr<const suite::study::Task> task = draw(study);
  suite::run::CellRunner runner(kNoData);
  for (const suite::study::Cell& cell : testing::plan_cells(study, study.readings[0], 1, kNoData)) {
    const suite::records::ResultRecord record = runner.run(cell);
    INFO(record.reason);
    REQUIRE(record.status == "ok");
    REQUIRE(record.labels.size() == record.samples.size());
    double wrong = 0.0, symbols = 0.0;
    for (std::size_t i = 0; i < record.samples.size(); ++i) {
      const std::string& truth = task->outputs[static_cast<std::size_t>(record.samples[i])];
      REQUIRE(record.labels[i].size() == truth.size());
      CHECK(record.labels[i].find_first_not_of("12") == std::string::npos);
      for (std::size_t p = 0; p < truth.size(); ++p) wrong += truth[p] != record.labels[i][p] ? 1.0 : 0.0;
      symbols += static_cast<double>(truth.size());
    }
    const std::vector<double>& losses = record.measures.at("symbol_error");
    const double mean =
        std::accumulate(losses.begin(), losses.end(), 0.0) / static_cast<double>(losses.size());
    CHECK(is_close(mean, wrong / symbols, 1e-12));
  }
}

TEST_CASE("more neighbours than training positions make failed cells that say so, never a number") {
  const suite::study::Study study = parse(
      replaced(config_text(), "k: 3, ties: all_tied}\n  windows", "k: 9999, ties: all_tied}\n  windows"));
  const std::vector<suite::study::Cell> cells = testing::plan_cells(study, study.readings[0], 1, kNoData);
  const suite::records::ResultRecord record = suite::run::CellRunner(kNoData).run(cells.at(0));
  CHECK(record.status == "failed");
  CHECK(record.reason.find("9999 neighbours asked for among ") == 0);
  CHECK(record.measures.empty());
}

TEST_CASE("kernels on substrings longer than any string and unknown words are refused") {
  const auto error = [](const std::string& from, const std::string& to) {
    return testing::thrown_message<suite::ConfigError>([&] { parse(replaced(config_text(), from, to)); });
  };
  CHECK(
      error("unit_norm", "unit") ==
      "toy.yaml:7:16: normalisation: expected one of unit_norm, trace, row_sums, none, found 'unit', did you "
      "mean 'unit_norm'?");
  CHECK(testing::thrown_message<NumericalError>([] {
          draw(parse(replaced(config_text(), "{name: spectrum, length: 3}", "{name: spectrum, length: 30}")));
        }) == "normalisation: every string is shorter than the kernel's substrings");
}
