#include "suite/results/run_warnings.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <unordered_set>

#include <fmt/format.h>

#include "suite/results/fold_losses.hpp"
#include "suite/results/reading_records.hpp"
#include "suite/study/constant_answer.hpp"
#include "suite/study/draws.hpp"
#include "suite/study/task.hpp"

namespace preimage::suite::results {

namespace {

constexpr std::size_t kFewestSamples = 5;

/// Always the same answer.
struct Baseline {
  std::string is, measure;  // "the commonest class of each training set"
  double loss = 0.0;
};

/// Over all folds; nothing where one is missing.
std::optional<double> mean_loss(const FoldLosses& losses) {
  if (!is_complete(losses)) return std::nullopt;
  double sum = 0.0, count = 0.0;
  for (const auto& repetition : losses) {
    for (const std::optional<double>& fold : repetition) {
      sum += *fold;
      ++count;
    }
  }
  return sum / count;
}

/// Averaged over the outer folds of all repetitions.
Baseline mean_over_folds(const run::SelectedReading& selected, const data::DataSource& data,
                         const std::string& measure) {
  const study::KeptReading reading = selected.reading.get();
  Baseline baseline{"", measure, 0.0};
  const int repetitions = selected.has_chance() ? selected.repetitions : 1;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    const auto task = study::draw_task(*selected.study, *reading, repetition, data);
    const auto answer = study::constant_answer(
        *task, measure, study::outer_splits(*selected.study, *reading, repetition, *task));
    if (!answer) throw std::logic_error(measure + ": no constant answer");
    baseline.is = answer->is;
    baseline.loss += answer->loss / repetitions;
  }
  return baseline;
}

std::optional<Baseline> baseline_of(const run::SelectedReading& selected, const ReadingRecords& found,
                                    const data::DataSource& data) {
  const std::shared_ptr<const study::Reading> reading = selected.reading.get();
  const study::Experiment& experiment = reading->experiment;
  for (const registry::ParsedLearner& learner : reading->learners) {
    if (learner.method != study::kConstantMethod || experiment.measures.empty()) continue;
    const std::optional<double> loss = mean_loss(found.losses(experiment.measures.front(), learner.name));
    if (!loss) return std::nullopt;
    return Baseline{learner.name + " (mean_output)", experiment.measures.front(), *loss};
  }
  if (experiment.has_confusion_matrix) return mean_over_folds(selected, data, study::kErrorOfClasses);
  if (experiment.has_output_errors) return mean_over_folds(selected, data, study::kErrorOfVectors);
  return std::nullopt;
}

/// Of the best learner, where none is better than the baseline, and all is there to say so.
std::optional<std::string> baseline_warning(const run::SelectedReading& selected, const ReadingRecords& found,
                                            const data::DataSource& data) {
  if (found.failed() + found.missing() > 0) return std::nullopt;
  const std::optional<Baseline> baseline = baseline_of(selected, found, data);
  if (!baseline) return std::nullopt;
  std::optional<std::pair<double, std::string>> best;
  const std::shared_ptr<const study::Reading> reading = selected.reading.get();
  for (const registry::ParsedLearner& learner : reading->learners) {
    if (learner.method == study::kConstantMethod) continue;
    const std::optional<double> loss = mean_loss(found.losses(baseline->measure, learner.name));
    if (loss && (!best || *loss < best->first)) best = {*loss, learner.name};
  }
  if (!best || best->first < baseline->loss) return std::nullopt;
  return fmt::format(
      "no learner is better than always the same answer: {} of the best, {}, is {:.4g}, that of {} {:.4g}; "
      "try other "
      "inputs, scales or kernels, or wider grids",
      baseline->measure, best->second, best->first, baseline->is, baseline->loss);
}

std::optional<std::string> fold_warning(const ReadingRecords& found) {
  std::size_t smallest = kFewestSamples;
  for (const std::size_t size : found.test_sizes()) {
    if (size > 0) smallest = std::min(smallest, size);
  }
  if (smallest == kFewestSamples) return std::nullopt;
  return fmt::format(
      "an outer fold tests on {} sample{} only, so that its numbers say little: take fewer outer "
      "folds, or more samples",
      smallest, smallest == 1 ? "" : "s");
}

/// How many test samples have the very inputs of a training sample, over the outer folds of all repetitions. Draws that name no
/// inputs are none.
std::optional<std::string> equal_inputs_warning(const run::SelectedReading& selected,
                                                const data::DataSource& data) {
  const study::KeptReading reading = selected.reading.get();
  const study::Experiment& experiment = reading->experiment;
  if (experiment.outside || experiment.redraws_data || !experiment.draw) return std::nullopt;
  const int repetitions = selected.has_chance() ? selected.repetitions : 1;
  std::size_t equal = 0, tested = 0;
  const auto task = study::draw_task(*selected.study, *reading, 0, data);
  if (task->inputs.size() != task->data.size()) return std::nullopt;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    for (const samples::Split& split : study::outer_splits(*selected.study, *reading, repetition, *task)) {
      std::unordered_set<std::string_view> training;
      for (const arma::uword sample : split.train) training.insert(task->inputs[sample]);
      for (const arma::uword sample : split.test) equal += training.contains(task->inputs[sample]) ? 1 : 0;
      tested += split.test.n_elem;
    }
  }
  if (equal == 0) return std::nullopt;
  return fmt::format(
      "{:.3g} of {} test samples ({:.2g} %{}) have exactly the inputs of a training sample: where such rows "
      "are copies, or of "
      "one person, keep one of them, or name their `group` below dataset",
      static_cast<double>(equal) / repetitions, tested / static_cast<std::size_t>(repetitions),
      100.0 * static_cast<double>(equal) / static_cast<double>(tested),
      repetitions > 1 ? ", averaged over repetitions" : "");
}

/// Each line once, with its config and reading where there are several.
class Lines {
 public:
  explicit Lines(bool are_named) : are_named_(are_named) {}
  void add(const run::SelectedReading& selected, const std::string& line) {
    const std::string place =
        are_named_ ? selected.study->config + ", " + selected.reading->label() + ": " : "";
    if (std::find(lines_.begin(), lines_.end(), place + line) == lines_.end()) lines_.push_back(place + line);
  }
  std::vector<std::string> take() { return std::move(lines_); }

 private:
  bool are_named_;
  std::vector<std::string> lines_;
};

}  // namespace

std::optional<std::string> learner_warning(const run::SelectedReading& selected, const ReadingRecords& found,
                                           const data::DataSource& data, const std::string& learner) {
  const std::optional<Baseline> baseline = baseline_of(selected, found, data);
  if (!baseline) return std::nullopt;
  const std::optional<double> loss = mean_loss(found.losses(baseline->measure, learner));
  if (!loss || *loss < baseline->loss) return std::nullopt;
  return fmt::format(
      "nested cross-validation says that {} is no better than always the same answer: its {} is {:.4g}, that "
      "of {} {:.4g}",
      learner, baseline->measure, *loss, baseline->is, baseline->loss);
}

std::vector<std::string> run_warnings(const run::Selection& selection, records::RecordStore& store,
                                      const data::DataSource& data, bool is_sweep) {
  Lines lines(selection.readings.size() > 1 && !is_sweep);
  bool holds_so_far = true;  // of a sweep: at every point
  std::optional<std::string> of_point;
  for (const run::SelectedReading& selected : selection.readings) {
    if (!selected.study->paper.key.empty()) continue;
    const std::shared_ptr<const study::Reading> reading = selected.reading.get();
    const study::Experiment& experiment = reading->experiment;
    if (experiment.warnings)
      for (const std::string& line : experiment.warnings()) lines.add(selected, line);
    const bool is_first = &selected == &selection.readings.front();
    if (is_first || !is_sweep) {
      if (const auto line = equal_inputs_warning(selected, data)) lines.add(selected, *line);
    }
    const ReadingRecords found(selected, store);
    if (const auto line = fold_warning(found)) lines.add(selected, *line);
    if (!holds_so_far) continue;
    const std::optional<std::string> line = baseline_warning(selected, found, data);
    if (!is_sweep && line) lines.add(selected, *line);
    if (is_sweep) holds_so_far = line.has_value();
    if (!of_point) of_point = line;
  }
  if (is_sweep && holds_so_far && of_point)
    lines.add(selection.readings.front(), "at every point of the sweep, as at the first: " + *of_point);
  return lines.take();
}

}  // namespace preimage::suite::results
