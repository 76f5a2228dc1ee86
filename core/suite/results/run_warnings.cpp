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
#include "suite/registry/kernel_table.hpp"
#include "suite/registry/learner_table.hpp"
#include "suite/results/audit.hpp"
#include "suite/results/fold_losses.hpp"
#include "suite/results/reading_records.hpp"
#include "suite/study/constant_answer.hpp"
#include "suite/study/draws.hpp"
#include "suite/study/task.hpp"

namespace preimage::suite::results {

namespace {

/// Always the same answer.
struct Baseline {
  std::string is, measure;  // "the commonest class of each training set"
  double loss = 0.0;
};

/// Over all folds; nothing where one is missing.
std::optional<double> mean_loss(const FoldLosses& losses) {
  return is_complete(losses) ? std::optional(records::mean(all_folds(losses))) : std::nullopt;
}

/// Averaged over the outer folds of all repetitions.
Baseline mean_over_folds(const study::PlannedReading& planned, const data::DataSource& data,
                         const std::string& measure) {
  Baseline baseline{"", measure, 0.0};
  const int repetitions = planned.has_chance() ? planned.repetitions : 1;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    const auto task = study::draw_task(*planned.study, *planned.reading, repetition, data);
    const auto answer = study::constant_answer(
        *task, measure, study::outer_splits(*planned.study, *planned.reading, repetition, *task));
    if (!answer) throw std::logic_error(measure + ": no constant answer");
    baseline.is = answer->is;
    baseline.loss += answer->loss / repetitions;
  }
  return baseline;
}

std::optional<Baseline> baseline_of(const study::PlannedReading& planned, const ReadingRecords& found,
                                    const data::DataSource& data) {
  const study::Experiment& experiment = planned.reading->experiment;
  for (const registry::ParsedLearner& learner : planned.reading->learners) {
    if (learner.method != study::kConstantMethod || experiment.measures.empty()) continue;
    const std::optional<double> loss = mean_loss(found.losses(experiment.measures.front(), learner.name));
    if (!loss) return std::nullopt;
    return Baseline{learner.name + " (mean_output)", experiment.measures.front(), *loss};
  }
  if (experiment.has_classes) return mean_over_folds(planned, data, study::kErrorOfClasses);
  if (experiment.has_output_errors) return mean_over_folds(planned, data, study::kErrorOfVectors);
  return std::nullopt;
}

/// Of the best learner, where none is better than the baseline, and of programs that are worse, where all is
/// there to say so.
std::vector<std::string> baseline_warnings(const study::PlannedReading& planned, const ReadingRecords& found,
                                           const data::DataSource& data) {
  if (found.failed() + found.missing() > 0) return {};
  const std::optional<Baseline> baseline = baseline_of(planned, found, data);
  if (!baseline) return {};
  std::vector<std::string> warnings;
  std::optional<std::pair<double, std::string>> best;
  for (const registry::ParsedLearner& learner : planned.reading->learners) {
    if (learner.method == study::kConstantMethod) continue;
    const std::optional<double> loss = mean_loss(found.losses(baseline->measure, learner.name));
    if (loss && (!best || *loss < best->first)) best = {*loss, learner.name};
    if (loss && learner.program && *loss > baseline->loss * (1.0 + 1e-9))
      warnings.push_back(fmt::format(
          "{} is worse than always the same answer: {} is {:.4g}, that of {} {:.4g}; does its program "
          "write each prediction beside its own `row`?",
          learner.name, baseline->measure, *loss, baseline->is, baseline->loss));
  }
  if (best && best->first >= baseline->loss)
    warnings.push_back(fmt::format(
        "no learner is better than always the same answer: {} of the best, {}, is {:.4g}, that of {} {:.4g}; "
        "try other inputs, scales or kernels, or wider grids",
        baseline->measure, best->second, best->first, baseline->is, baseline->loss));
  return warnings;
}

/// Of learners of a program outside all of whose repetitions printed the same numbers, though each has its
/// seed.
std::vector<std::string> seed_warnings(const study::PlannedReading& planned, const ReadingRecords& found) {
  const study::Reading* reading = planned.reading;
  if (!reading->experiment.outside || !reading->experiment.has_chance || planned.repetitions < 2) return {};
  std::vector<std::string> warnings;
  for (const registry::ParsedLearner& learner : reading->learners) {
    const records::ResultRecord* first = found.find(learner.name, 0, 0);
    bool are_same = first != nullptr;
    for (int repetition = 1; are_same && repetition < planned.repetitions; ++repetition) {
      const records::ResultRecord* other = found.find(learner.name, repetition, 0);
      are_same = other != nullptr && other->measures == first->measures;
    }
    if (are_same)
      warnings.push_back(
          fmt::format("all {} repetitions of {} printed the same: does the program use its seed?",
                      planned.repetitions, learner.name));
  }
  return warnings;
}

constexpr std::size_t kFewestValues = 3;  // of two one is always at an end

}  // namespace

std::vector<registry::ParameterFacts> parameters_of(const study::Reading& reading,
                                                    const std::string& learner) {
  for (const registry::ParsedLearner& parsed : reading.learners) {
    for (const registry::LearnerRow& row : registry::learner_table()) {
      if (parsed.name == learner && row.name == parsed.method) return row.parameters;
    }
  }
  return {};
}

std::vector<double> list_behind(const study::Reading& reading, const std::string& learner,
                                const std::string& chosen) {
  const std::string own = "learners." + learner + ".";
  for (const auto& [path, value] : reading.parameters) {
    const bool is_own = path.starts_with(own) && (path == own + chosen || path.ends_with("." + chosen));
    if (!is_own && path != chosen) continue;
    const auto found = reading.number_lists.find(path);
    if (found == reading.number_lists.end()) return {};
    std::vector<double> list = found->second;
    std::ranges::sort(list);
    return list;
  }
  return {};
}

namespace {

/// How often a number of a list is at one of its ends.
struct Ends {
  std::size_t folds = 0, smallest = 0, largest = 0;
  void add(double value, const std::vector<double>& list) {
    ++folds;
    smallest += value == list.front() ? 1 : 0;
    largest += value == list.back() ? 1 : 0;
  }
};

/// Of all outer folds, and of those whose inner folds saw a loss: where they saw none at all, others did as
/// well, and of equals the preferred one is chosen.
struct Tally {
  Ends all, with_loss;
};

/// One value further, by the ratio of the last two, or by their difference where one is not positive.
double beyond(double end, double before) {
  return end > 0.0 && before > 0.0 ? end * end / before : end + (end - before);
}

/// Whether a key of the learner's method, or of a kernel, takes whole numbers only, of which none is below 1.
/// name  "k", "input_kernel.base.length"
bool counts_something(const study::Reading& reading, const std::string& learner, const std::string& name) {
  const std::string key = name.substr(name.rfind('.') + 1);
  const auto has = [&](const std::vector<registry::ParameterFacts>& all) {
    return std::ranges::any_of(all, [&](const registry::ParameterFacts& facts) {
      return facts.name == key && facts.type == registry::ParameterType::integer;
    });
  };
  bool counts = has(parameters_of(reading, learner));
  if (key == name) return counts;
  registry::all_kernels().for_each_type([&](const char* /*type*/, const auto& rows) {
    for (const auto& row : rows) counts = counts || has(row.parameters);
  });
  return counts;
}

/// Adds a line on a number whose choice is an end of its list; none where there is nothing beyond.
/// where  "in 8 of 10 outer folds"
void warn_of_end(const study::Reading& reading, const std::string& learner, const std::string& name,
                 bool is_smallest, const std::string& where, std::vector<std::string>& warnings) {
  const std::vector<double> values = list_behind(reading, learner, name);
  const double end = is_smallest ? values.front() : values.back();
  const double before = is_smallest ? values[1] : values[values.size() - 2];
  const bool counts = counts_something(reading, learner, name);
  if (is_smallest && counts && end == 1.0) return;
  const double further = beyond(end, before);
  warnings.push_back(
      fmt::format("{}: {} = {}, the {} of its list, was chosen {}: add {:.3g} to it, for example", learner,
                  name, config::number_text(end), is_smallest ? "smallest" : "largest", where,
                  counts ? std::round(further) : further));
}

/// By learner and name of the number.
using Tallies = std::map<std::pair<std::string, std::string>, Tally>;

Tallies tallies_of(const study::PlannedReading& planned, const ReadingRecords& found) {
  Tallies tallies;
  for (const study::Cell& cell : planned.cells) {
    const records::ResultRecord* record = found.find(*cell.learner, cell.repetition, cell.outer_fold);
    if (record == nullptr) continue;
    for (const auto& [name, value] : record->chosen) {
      const std::vector<double> values = list_behind(*planned.reading, *cell.learner, name);
      if (values.size() < kFewestValues) continue;
      Tally& tally = tallies[{*cell.learner, name}];
      tally.all.add(value, values);
      if (record->inner_loss != 0.0) tally.with_loss.add(value, values);
    }
  }
  return tallies;
}

}  // namespace

std::optional<std::string> learner_warning(const study::PlannedReading& planned, const ReadingRecords& found,
                                           const data::DataSource& data, const std::string& learner) {
  const std::optional<Baseline> baseline = baseline_of(planned, found, data);
  if (!baseline) return std::nullopt;
  const std::optional<double> loss = mean_loss(found.losses(baseline->measure, learner));
  if (!loss || *loss < baseline->loss) return std::nullopt;
  return fmt::format(
      "nested cross-validation says that {} is no better than always the same answer: its {} is {:.4g}, that "
      "of {} {:.4g}",
      learner, baseline->measure, *loss, baseline->is, baseline->loss);
}

std::vector<std::string> grid_warnings(const study::PlannedReading& planned, const ReadingRecords& found) {
  std::vector<std::string> warnings;
  for (const auto& [of, tally] : tallies_of(planned, found)) {
    const auto& [all, with_loss] = tally;
    if (2 * std::max(with_loss.smallest, with_loss.largest) <= with_loss.folds) continue;
    const bool is_smallest = with_loss.smallest > with_loss.largest;
    warn_of_end(*planned.reading, of.first, of.second, is_smallest,
                fmt::format("in {} of {} outer folds{}", is_smallest ? all.smallest : all.largest, all.folds,
                            with_loss.folds < all.folds
                                ? fmt::format(" ({} with an inner loss of 0)", all.folds - with_loss.folds)
                                : ""),
                warnings);
  }
  return warnings;
}

std::vector<std::string> grid_warnings(const study::Reading& reading, const std::string& learner,
                                       const base::Parameters& chosen) {
  std::vector<std::string> warnings;
  for (const auto& [name, value] : chosen) {
    const std::vector<double> values = list_behind(reading, learner, name);
    if (values.size() >= kFewestValues && (value == values.front() || value == values.back()))
      warn_of_end(reading, learner, name, value == values.front(), "by all samples", warnings);
  }
  return warnings;
}

std::vector<std::string> run_warnings(const study::PlannedReading& planned, const ReadingRecords& found,
                                      const data::DataSource& data) {
  std::vector<std::string> lines = seed_warnings(planned, found);
  if (!planned.study->paper.key.empty()) return lines;
  for (std::string& line : baseline_warnings(planned, found, data)) lines.push_back(std::move(line));
  return lines;
}

std::vector<std::string> sweep_warnings(const study::Plan& sweep, records::RecordStore& store,
                                        const data::DataSource& data) {
  std::vector<std::string> lines;
  std::optional<std::vector<std::string>> of_all;  // of the results at every point so far, as at the first
  for (const study::PlannedReading& point : sweep.readings) {
    if (&point == &sweep.readings.front()) lines = audit(point, data);
    const ReadingRecords found(point, store);
    const std::vector<std::string> of_point = run_warnings(point, found, data);
    if (!of_all || of_point.empty()) of_all = of_point;
    if (of_point.empty()) break;
  }
  for (const std::string& line : of_all.value_or(std::vector<std::string>()))
    lines.push_back("at every point of the sweep, as at the first: " + line);
  return lines;
}

}  // namespace preimage::suite::results
