#include "suite/results/audit.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/text.hpp"
#include "preimage/kernels/points.hpp"
#include "preimage/linalg/distances.hpp"
#include "preimage/models/prepared_method.hpp"
#include "suite/study/draws.hpp"
#include "suite/study/task.hpp"

namespace preimage::suite::results {

namespace {

constexpr std::size_t kFewestSamples = 5;
constexpr arma::uword kMostCompared = 1000;
constexpr double kApart = 3.0;  // times the scale of copies

/// Two digits: "1.3" of 0.0132, "100" of 1.
std::string percent_text(double share) {
  const double percent = 100.0 * share;
  return percent < 10.0 ? fmt::format("{:.2g}", percent) : fmt::format("{:.0f}", percent);
}

/// "lines 3 and 17"; of data without lines by the numbers of the samples from 1.
std::string pair_in_words(const study::Task& task, arma::uword a, arma::uword b) {
  const bool have_lines = task.lines.size() == task.data.size();
  const auto place = [&](arma::uword sample) { return have_lines ? task.lines[sample] : sample + 1; };
  const bool have_outputs = task.outputs.size() == task.data.size();
  return fmt::format("{} {} and {}{}", have_lines ? "lines" : "samples", place(std::min(a, b)),
                     place(std::max(a, b)),
                     have_outputs && task.outputs[a] != task.outputs[b] ? ", whose targets differ" : "");
}

/// How many test samples have the very inputs of a training sample, over the outer folds of all repetitions.
/// Draws that name no inputs are none.
std::optional<std::string> equal_inputs_warning(const study::PlannedReading& planned,
                                                const study::Task& task) {
  const study::Reading* reading = planned.reading;
  if (reading->experiment.redraws_data || task.inputs.size() != task.data.size()) return std::nullopt;
  const int repetitions = planned.has_chance() ? planned.repetitions : 1;
  constexpr std::size_t kMostPairs = 3;
  std::size_t equal = 0, tested = 0;
  std::set<std::pair<arma::uword, arma::uword>> pairs;  // the first that were met, the smaller number first
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    for (const samples::Split& split : study::outer_splits(*planned.study, *reading, repetition, task)) {
      std::unordered_map<std::string_view, arma::uword> training;
      for (const arma::uword sample : split.train) training.emplace(task.inputs[sample], sample);
      for (const arma::uword sample : split.test) {
        const auto found = training.find(task.inputs[sample]);
        if (found == training.end()) continue;
        ++equal;
        if (pairs.size() < kMostPairs) pairs.insert(std::minmax(sample, found->second));
      }
      tested += split.test.n_elem;
    }
  }
  if (equal == 0) return std::nullopt;
  std::string examples;
  for (const auto& [a, b] : pairs) examples += (examples.empty() ? "" : "; ") + pair_in_words(task, a, b);
  const bool are_columns =
      task.data.inputs.has<models::RawVectors>() || task.data.inputs.has<kernels::Vectors>();
  return fmt::format(
      "{:.3g} of {} test samples ({} %{}) have exactly the inputs of a training sample ({}): where such rows "
      "are copies, or of one person, keep one of them, or name their `group` below dataset{}",
      static_cast<double>(equal) / repetitions, tested / static_cast<std::size_t>(repetitions),
      percent_text(static_cast<double>(equal) / static_cast<double>(tested)),
      repetitions > 1 ? ", averaged over repetitions" : "", examples,
      are_columns ? "" : " (the input itself with `group_overlap: 1000` beside it)");
}

/// Of columns of numbers each by its standard deviation, gaps at the mean; else under the input kernel, of
/// several the first. Without rows where inputs have neither, and of numbers beside columns of another kind.
arma::mat squared_distances(const samples::SampleSet& inputs) {
  const bool are_raw = inputs.has<models::RawVectors>();
  if (are_raw && !inputs.get<models::RawVectors>().others.columns.empty()) return {};
  if (!are_raw && !inputs.has<kernels::Vectors>()) {
    if (!inputs.has<kernels::Points>() && !inputs.has<kernels::KernelChoices>()) return {};
    const kernels::Points points = inputs.has<kernels::Points>()
                                       ? inputs.get<kernels::Points>()
                                       : inputs.get<kernels::KernelChoices>().kernels.front().points;
    return points.squared_distances(points);
  }
  arma::mat x = are_raw ? inputs.get<models::RawVectors>().values : inputs.get<kernels::Vectors>();
  for (arma::uword j = 0; j < x.n_cols; ++j) {
    const arma::vec column = x.col(j), known = column.elem(arma::find_finite(column));
    const double deviation = known.empty() ? 0.0 : arma::stddev(known);
    arma::vec scaled(x.n_rows, arma::fill::zeros);
    if (deviation > 0.0) scaled = (column - arma::mean(known)) / deviation;
    x.col(j) = scaled.replace(arma::datum::nan, 0.0);
  }
  arma::mat squared = linalg::squared_distances_by_product(x, x);
  if (!squared.empty()) squared.clean(1e-12 * squared.max());  // rounding between equal ones
  return squared;
}

/// Of many samples every k-th is compared.
std::optional<std::string> near_inputs_warning(const std::vector<samples::Split>& folds,
                                               const study::Task& task) {
  const arma::uword n = task.data.size(), step = (n + kMostCompared - 1) / kMostCompared;
  const arma::uvec compared = arma::regspace<arma::uvec>(0, std::max<arma::uword>(step, 1), n - 1);
  const arma::mat squared = squared_distances(task.data.inputs.subset(compared));
  const std::optional<double> scale = scale_of_copies(squared);
  if (!scale) return std::nullopt;
  std::size_t near = 0, tested = 0;
  for (const samples::Split& split : folds) {
    std::vector<bool> trains(n), tests(n);
    for (const arma::uword sample : split.train) trains[sample] = true;
    for (const arma::uword sample : split.test) tests[sample] = true;
    for (arma::uword i = 0; i < compared.n_elem; ++i) {
      bool is_near = false;
      tested += tests[compared(i)] ? 1 : 0;
      for (arma::uword j = 0; tests[compared(i)] && j < compared.n_elem && !is_near; ++j)
        is_near = trains[compared(j)] && squared(i, j) > 0.0 && squared(i, j) <= *scale * *scale;
      near += is_near ? 1 : 0;
    }
  }
  if (near == 0) return std::nullopt;
  return fmt::format(
      "{} of {} test samples are nearly equal to a training sample, and few pairs are up to three times as "
      "far apart: where such rows are copies, or of one person, name their `group` below dataset",
      near, tested);
}

std::vector<std::string> fold_warnings(const std::vector<samples::Split>& folds, const study::Task& task) {
  std::size_t smallest = kFewestSamples;
  for (const samples::Split& fold : folds) smallest = std::min<std::size_t>(smallest, fold.test.n_elem);
  const auto tests_one_output = [&](const samples::Split& fold) {
    std::set<std::string_view> outputs;
    for (const arma::uword sample : fold.test) outputs.insert(task.outputs.at(sample));
    return fold.test.n_elem > 1 && outputs.size() == 1;
  };
  const auto of_one_output =
      task.outputs.size() != task.data.size() ? 0 : std::ranges::count_if(folds, tests_one_output);
  std::vector<std::string> lines;
  if (smallest < kFewestSamples)
    lines.push_back(fmt::format(
        "an outer fold tests on {} sample{} only, so that its numbers say little: take fewer outer "
        "folds, or more samples",
        smallest, smallest == 1 ? "" : "s"));
  if (of_one_output > 0)
    lines.push_back(
        fmt::format("{} of {} outer folds test samples of one output only: take fewer folds, of classes "
                    "`stratified: true`",
                    of_one_output, folds.size()));
  return lines;
}

std::vector<std::string> bandwidth_warnings(const study::PlannedReading& planned) {
  std::vector<std::string> warnings;
  std::set<std::string> seen;
  for (const study::Cell& cell : planned.cells) {
    if (!seen.insert(*cell.learner).second) continue;
    const std::map<std::string, std::string> parameters = cell.parameters();
    const auto kernel = parameters.find("input_kernel.name");
    const auto bandwidth = parameters.lower_bound("learner.bandwidth.");
    if (kernel != parameters.end() && kernel->second == "\"gaussian\"" && bandwidth != parameters.end() &&
        bandwidth->first.starts_with("learner.bandwidth."))
      warnings.push_back(
          fmt::format("{}: `bandwidth` makes a Gaussian of the distances of a Gaussian input kernel, which "
                      "are sqrt(2) at most; over `linear` it is the Gaussian kernel",
                      *cell.learner));
  }
  return warnings;
}

}  // namespace

std::optional<double> scale_of_copies(const arma::mat& squared) {
  std::vector<double> pairs;
  for (arma::uword j = 0; j < squared.n_cols; ++j) {
    for (arma::uword i = 0; i < j; ++i) {
      if (squared(i, j) > 0.0) pairs.push_back(squared(i, j));
    }
  }
  if (pairs.empty()) return std::nullopt;
  std::ranges::sort(pairs);
  const auto within = [&](double distance) {
    return static_cast<double>(std::upper_bound(pairs.begin(), pairs.end(), distance * distance) -
                               pairs.begin());
  };
  const double fewest = std::max(10.0, static_cast<double>(squared.n_rows) / 4.0);
  const double most = 0.05 * static_cast<double>(pairs.size());
  for (double e = std::sqrt(pairs[pairs.size() / 2]) / kApart; within(e) >= fewest; e /= std::sqrt(2.0)) {
    if (within(e) <= most && within(kApart * e) < 1.7 * within(e)) return e;
  }
  return std::nullopt;
}

std::vector<std::string> audit(const study::PlannedReading& planned, const data::DataSource& data) {
  const study::Experiment& experiment = planned.reading->experiment;
  std::vector<std::string> lines;
  if (experiment.warnings) lines = experiment.warnings(*planned.study, *planned.reading);
  for (const registry::ParsedLearner& learner : planned.reading->learners) {
    if (!learner.program || !learner.program->warnings) continue;
    for (const std::string& line : learner.program->warnings())
      lines.push_back(fmt::format("learner {}: {}", learner.name, line));
  }
  if (!planned.study->paper.key.empty()) return lines;
  for (std::string& line : bandwidth_warnings(planned)) lines.push_back(std::move(line));
  if (experiment.outside || !experiment.draw) return lines;
  const auto task = study::draw_task(*planned.study, *planned.reading, 0, data);
  if (auto line = equal_inputs_warning(planned, *task)) lines.push_back(std::move(*line));
  const auto folds = study::outer_splits(*planned.study, *planned.reading, 0, *task);
  if (auto line = near_inputs_warning(folds, *task)) lines.push_back(std::move(*line));
  for (std::string& line : fold_warnings(folds, *task)) lines.push_back(std::move(line));
  return lines;
}

}  // namespace preimage::suite::results
