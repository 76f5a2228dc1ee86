#include "suite/results/run_warnings.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string_view>
#include <unordered_set>

#include <fmt/format.h>

#include "suite/config/number.hpp"
#include "suite/data/delimited.hpp"
#include "suite/registry/learner_table.hpp"
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
Baseline mean_over_folds(const study::PlannedReading& selected, const data::DataSource& data,
                         const std::string& measure) {
  const study::Reading* reading = selected.reading;
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

std::optional<Baseline> baseline_of(const study::PlannedReading& selected, const ReadingRecords& found,
                                    const data::DataSource& data) {
  const study::Reading* reading = selected.reading;
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
std::optional<std::string> baseline_warning(const study::PlannedReading& selected,
                                            const ReadingRecords& found, const data::DataSource& data) {
  if (found.failed() + found.missing() > 0) return std::nullopt;
  const std::optional<Baseline> baseline = baseline_of(selected, found, data);
  if (!baseline) return std::nullopt;
  std::optional<std::pair<double, std::string>> best;
  const study::Reading* reading = selected.reading;
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

/// Two digits: "1.3" of 0.0132, "100" of 1.
std::string percent_text(double share) {
  const double percent = 100.0 * share;
  return percent < 10.0 ? fmt::format("{:.2g}", percent) : fmt::format("{:.0f}", percent);
}

/// How many test samples have the very inputs of a training sample, over the outer folds of all repetitions.
/// Draws that name no inputs are none.
std::optional<std::string> equal_inputs_warning(const study::PlannedReading& selected,
                                                const data::DataSource& data) {
  const study::Reading* reading = selected.reading;
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
      "{:.3g} of {} test samples ({} %{}) have exactly the inputs of a training sample: where such rows "
      "are copies, or of "
      "one person, keep one of them, or name their `group` below dataset",
      static_cast<double>(equal) / repetitions, tested / static_cast<std::size_t>(repetitions),
      percent_text(static_cast<double>(equal) / static_cast<double>(tested)),
      repetitions > 1 ? ", averaged over repetitions" : "");
}

/// Of learners of a program outside all of whose repetitions printed the same numbers, though each has its
/// seed.
std::vector<std::string> seed_warnings(const study::PlannedReading& selected, const ReadingRecords& found) {
  const study::Reading* reading = selected.reading;
  if (!reading->experiment.outside || !reading->experiment.has_chance || selected.repetitions < 2) return {};
  std::vector<std::string> warnings;
  for (const registry::ParsedLearner& learner : reading->learners) {
    const records::ResultRecord* first = found.find(learner.name, 0, 0);
    bool are_same = first != nullptr;
    for (int repetition = 1; are_same && repetition < selected.repetitions; ++repetition) {
      const records::ResultRecord* other = found.find(learner.name, repetition, 0);
      are_same = other != nullptr && other->measures == first->measures;
    }
    if (are_same)
      warnings.push_back(
          fmt::format("all {} repetitions of {} printed the same: does the program use its seed?",
                      selected.repetitions, learner.name));
  }
  return warnings;
}

constexpr std::size_t kFewestValues = 3;  // of two one is always at an end

}  // namespace

std::vector<double> list_behind(const study::Reading& reading, const std::string& learner,
                                const std::string& chosen) {
  const std::string own = "learners." + learner + ".";
  for (const auto& [path, value] : reading.parameters) {
    const bool is_own = path.starts_with(own) && (path == own + chosen || path.ends_with("." + chosen));
    if (!is_own && path != chosen) continue;
    const auto found = reading.number_lists.find(path);
    if (found == reading.number_lists.end()) return {};
    std::vector<double> list = found->second;
    std::sort(list.begin(), list.end());
    return list;
  }
  return {};
}

namespace {

/// Of all outer folds, and of those whose inner folds saw a loss: where they saw none at all, others did as
/// well, and of equals the preferred one is chosen.
struct Tally {
  std::size_t folds = 0, smallest = 0, largest = 0, folds_with_loss = 0;
  std::size_t smallest_with_loss = 0, largest_with_loss = 0;
};

/// One value further, by the ratio of the last two, or by their difference where one is not positive.
double beyond(double end, double before) {
  return end > 0.0 && before > 0.0 ? end * end / before : end + (end - before);
}

/// counts  the number is a whole one
/// where   "in 8 of 10 outer folds"
std::string grid_warning(const std::string& learner, const std::string& name,
                         const std::vector<double>& values, bool is_smallest, bool counts,
                         const std::string& where) {
  const double end = is_smallest ? values.front() : values.back();
  const double before = is_smallest ? values[1] : values[values.size() - 2];
  const double further = beyond(end, before);
  return fmt::format("{}: {} = {}, the {} of its list, was chosen {}: add {:.3g} to it, for example", learner,
                     name, config::number_text(end), is_smallest ? "smallest" : "largest", where,
                     counts ? std::round(further) : further);
}

/// Whether a key of the learner's method takes whole numbers only, of which none is below 1.
bool counts_something(const study::Reading& reading, const std::string& learner, const std::string& name) {
  for (const registry::ParsedLearner& parsed : reading.learners) {
    if (parsed.name != learner) continue;
    for (const registry::LearnerRow& row : registry::learner_table()) {
      if (row.name != parsed.method) continue;
      for (const registry::ParameterFacts& facts : row.parameters) {
        if (facts.name == name) return facts.type == registry::ParameterType::integer;
      }
    }
  }
  return false;
}

/// By learner and name of the number.
using Tallies = std::map<std::pair<std::string, std::string>, Tally>;

Tallies tallies_of(const study::PlannedReading& selected, const ReadingRecords& found) {
  const study::Reading* reading = selected.reading;
  Tallies tallies;
  for (const study::Cell& cell : selected.cells) {
    const records::ResultRecord* record = found.find(*cell.learner, cell.repetition, cell.outer_fold);
    if (record == nullptr) continue;
    const std::size_t has_loss = record->inner_loss == 0.0 ? 0 : 1;
    for (const auto& [name, value] : record->chosen) {
      const std::vector<double> values = list_behind(*reading, *cell.learner, name);
      if (values.size() < kFewestValues) continue;
      Tally& tally = tallies[{*cell.learner, name}];
      ++tally.folds;
      tally.folds_with_loss += has_loss;
      tally.smallest += value == values.front() ? 1 : 0;
      tally.largest += value == values.back() ? 1 : 0;
      tally.smallest_with_loss += value == values.front() ? has_loss : 0;
      tally.largest_with_loss += value == values.back() ? has_loss : 0;
    }
  }
  return tallies;
}

}  // namespace

std::optional<std::string> learner_warning(const study::PlannedReading& selected, const ReadingRecords& found,
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

std::vector<std::string> grid_warnings(const study::PlannedReading& selected, const ReadingRecords& found) {
  std::vector<std::string> warnings;
  const study::Reading* reading = selected.reading;
  for (const auto& [of, tally] : tallies_of(selected, found)) {
    if (2 * std::max(tally.smallest_with_loss, tally.largest_with_loss) <= tally.folds_with_loss) continue;
    const auto& [learner, name] = of;
    const std::vector<double> values = list_behind(*reading, learner, name);
    const bool is_smallest = tally.smallest_with_loss > tally.largest_with_loss;
    const bool counts = counts_something(*reading, learner, name);
    if (is_smallest && counts && values.front() == 1.0) continue;
    warnings.push_back(grid_warning(
        learner, name, values, is_smallest, counts,
        fmt::format("in {} of {} outer folds{}", is_smallest ? tally.smallest : tally.largest, tally.folds,
                    tally.folds_with_loss < tally.folds
                        ? fmt::format(" ({} with an inner loss of 0)", tally.folds - tally.folds_with_loss)
                        : "")));
  }
  return warnings;
}

std::vector<std::string> grid_warnings(const study::Reading& reading, const std::string& learner,
                                       const base::Parameters& chosen) {
  std::vector<std::string> warnings;
  for (const auto& [name, value] : chosen) {
    const std::vector<double> values = list_behind(reading, learner, name);
    if (values.size() < kFewestValues) continue;
    const bool is_smallest = value == values.front(), counts = counts_something(reading, learner, name);
    if ((!is_smallest && value != values.back()) || (is_smallest && counts && value == 1.0)) continue;
    warnings.push_back(grid_warning(learner, name, values, is_smallest, counts, "by all samples"));
  }
  return warnings;
}

namespace {

std::vector<std::string> bandwidth_warnings(const study::PlannedReading& selected) {
  std::vector<std::string> warnings;
  std::set<std::string> seen;
  for (const study::Cell& cell : selected.cells) {
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

void RunWarnings::add_line(const study::PlannedReading& selected, const std::string& line) {
  const std::string of = are_named_ ? selected.study->config + ", " + selected.reading->label() + ": " : "";
  if (std::find(lines_.begin(), lines_.end(), of + line) == lines_.end()) lines_.push_back(of + line);
}

void RunWarnings::add(const study::PlannedReading& selected, const ReadingRecords& found,
                      const data::DataSource& data) {
  const study::Reading* reading = selected.reading;
  const study::Experiment& experiment = reading->experiment;
  if (experiment.warnings)
    for (const std::string& line : experiment.warnings()) add_line(selected, line);
  for (const registry::ParsedLearner& learner : reading->learners) {
    if (!learner.program || !learner.program->warnings) continue;
    for (const std::string& line : learner.program->warnings())
      add_line(selected, fmt::format("learner {}: {}", learner.name, line));
  }
  for (const std::string& line : seed_warnings(selected, found)) add_line(selected, line);
  if (!selected.study->paper.key.empty()) return;
  for (const std::string& line : bandwidth_warnings(selected)) add_line(selected, line);
  if (first_ == nullptr || !is_sweep_) {
    if (const auto line = equal_inputs_warning(selected, data)) add_line(selected, *line);
  }
  if (first_ == nullptr) first_ = &selected;
  if (const auto line = fold_warning(found)) add_line(selected, *line);
  if (!holds_so_far_) return;
  const std::optional<std::string> line = baseline_warning(selected, found, data);
  if (!is_sweep_ && line) add_line(selected, *line);
  if (is_sweep_) holds_so_far_ = line.has_value();
  if (!of_point_) of_point_ = line;
}

std::vector<std::string> RunWarnings::take() {
  if (is_sweep_ && holds_so_far_ && of_point_)
    add_line(*first_, "at every point of the sweep, as at the first: " + *of_point_);
  return std::move(lines_);
}

}  // namespace preimage::suite::results
