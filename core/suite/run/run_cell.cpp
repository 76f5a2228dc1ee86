#include "suite/run/run_cell.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <new>
#include <stdexcept>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"
#include "preimage/models/fit_notes.hpp"
#include "preimage/outputs/prediction.hpp"
#include "preimage/validation/nested_cross_validation.hpp"
#include "suite/records/cell_key.hpp"
#include "suite/run/command.hpp"
#include "suite/run/environment.hpp"
#include "suite/run/fitting_learners.hpp"
#include "suite/run/inner_folds.hpp"
#include "suite/run/kept_panels.hpp"
#include "suite/run/process_memory.hpp"
#include "suite/study/draws.hpp"
#include "suite/study/loss_measure.hpp"
#include "suite/study/task.hpp"

namespace preimage::suite::run {

namespace {

using records::ResultRecord;

/// A predicted string as a record can hold it. Symbols are bytes, so a prediction may hold parts of UTF-8
/// characters; where it is no text, every byte outside of printable ASCII, and the backslash, becomes \xHH.
std::string as_text(const std::string& bytes) {
  if (!base::find_bad_byte(bytes)) return bytes;
  std::string text;
  for (char c : bytes) {
    const bool is_plain = c >= ' ' && c <= '~' && c != '\\';
    text += is_plain ? std::string(1, c) : fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  }
  return text;
}

std::vector<std::vector<double>> rows_of(const arma::mat& matrix) {
  std::vector<std::vector<double>> rows;
  for (arma::uword i = 0; i < matrix.n_rows; ++i)
    rows.push_back(arma::conv_to<std::vector<double>>::from(matrix.row(i)));
  return rows;
}

struct StorePrediction {
  ResultRecord& record;
  const study::Task& task;
  void operator()(const outputs::Chosen& chosen) const {
    for (arma::uword sample : chosen.samples) record.chosen_samples.push_back(task.ids[sample]);
  }
  void operator()(const outputs::Classes& classes) const {
    for (int c : classes.classes) record.labels.push_back(task.class_names.at(static_cast<std::size_t>(c)));
  }
  void operator()(const outputs::NewStrings& strings) const {
    for (const std::string& string : strings.strings) record.labels.push_back(as_text(string));
  }
  void operator()(const outputs::NewLabelSets& outputs) const {
    for (const std::set<int>& set : outputs.sets) {
      std::vector<std::string> names;
      for (const int label : set) names.push_back(task.class_names.at(static_cast<std::size_t>(label)));
      record.labels.push_back(fmt::format("{}", fmt::join(names, task.label_separator)));
    }
  }
  void operator()(const outputs::NewVectors& outputs) const {
    if (task.records_vectors) record.vectors = rows_of(outputs.vectors);
  }
  void operator()(const outputs::Detections& detections) const {
    for (const std::vector<samples::ScoredBox>& found : detections.boxes) {
      std::vector<double>& numbers = record.vectors.emplace_back();
      for (const auto& [box, score] : found) {
        for (const int side : {box.left, box.top, box.width, box.height}) numbers.push_back(side);
        numbers.push_back(score);
      }
    }
  }
  void operator()(const outputs::NoAnswer& /*answer*/) const {}
};

void store_measures(ResultRecord& record, const study::Task& task, const outputs::Prediction& prediction,
                    const arma::uvec& test) {
  const auto store_number = [&](const std::string& name, double value) {
    if (!std::isfinite(value)) throw NumericalError(name + " is not finite");
    record.measures[name] = {value};
    if (test.n_elem == 1) record.of_fold.insert(name);
  };
  for (const auto& [name, value] : prediction.statistics) store_number(name, value);
  if (std::holds_alternative<outputs::NoAnswer>(prediction.value)) return record.of_fold.clear();
  for (arma::uword sample : test) record.samples.push_back(task.ids[sample]);
  for (const study::Measure& measure : task.measures) {
    const std::optional<arma::vec> values = measure.values(prediction, test);
    if (!values) continue;
    record.measures[measure.name] = arma::conv_to<std::vector<double>>::from(*values);
    require_finite(measure.name, record.measures[measure.name]);
  }
  for (const study::FoldMeasure& measure : task.fold_measures) {
    const std::optional<double> value = measure.value(prediction, test);
    if (value) store_number(measure.name, *value);
  }
}

/// The predictions that pictures of this cell show, beyond its result: the chosen model's, fitted once more.
void store_figure(const study::Cell& cell, const study::Task& task, const validation::Learner& learner,
                  const samples::Split& outer, std::size_t grid_point, ResultRecord& record) {
  if (cell.repetition != 0 || cell.outer_fold != 0) return;
  for (const study::Figure& figure : cell.reading->experiment.figures) {
    if (!figure.samples || std::ranges::find(figure.learners, *cell.learner) == figure.learners.end())
      continue;
    const arma::uvec shown = arma::conv_to<arma::uvec>::from(
        figure.samples(task, arma::conv_to<std::vector<std::size_t>>::from(outer.test)));
    const outputs::Prediction prediction = learner.predict(grid_point, {outer.train, shown});
    const auto vectors = study::predicted_as<kernels::Vectors>(prediction, task.data.outputs);
    if (!vectors) continue;
    records::FigurePart& part = record.figure.emplace();
    for (const arma::uword sample : shown) part.samples.push_back(task.ids[sample]);
    part.vectors = rows_of(*vectors);
    return;
  }
}

/// The decision values of the test samples, where the experiment keeps them: of a method without any, that
/// there are none. Probabilities, where there are some.
void store_scores(const study::Cell& cell, const study::Task& task, const outputs::Prediction& prediction,
                  ResultRecord& record) {
  if (!cell.reading->experiment.has_classes) return;
  const auto store = [&](const std::optional<outputs::Scores>& scores, records::ScoresPart& part) {
    if (!scores) return;
    for (const int c : scores->classes)
      part.classes.push_back(task.class_names.at(static_cast<std::size_t>(c)));
    part.values = rows_of(scores->values);
  };
  store(prediction.scores, record.scores.emplace());
  if (prediction.probabilities) store(prediction.probabilities, record.probabilities.emplace());
}

/// How a ridge of many samples was solved, or "".
std::string words_of(const regression::RidgeRoute& route) {
  using Factor = regression::RidgeRoute::Factor;
  switch (route.factor) {
    case Factor::single_refined:
      return fmt::format("factor in single precision, refined in double precision by {} iterations",
                         route.iterations);
    case Factor::in_double:
      return "factor in double precision";
    case Factor::double_after_single:
      return "factor in double precision, as kernel values and ridge are out of single precision's reach";
    case Factor::unsaid:
      break;
  }
  return "";
}

void compute(const study::Cell& cell, const study::Task& task, const CellResources& resources,
             ResultRecord& record) {
  const samples::Split outer = study::outer_split(cell, task);
  const models::LostDigits lost_digits(task.data);
  KeptPanels panels(resources.unfinished, rounding_text());
  regression::RidgeRoute route;
  const auto learner = std::make_unique<const validation::Learner>(
      build_learner(cell, task, resources.unfinished)
          ->with({resources.threads, resources.unfinished.empty() ? nullptr : &panels, resources.memory,
                  &route}));
  const bool chooses = learner->grid().size() > 1;
  const bool is_judged = chooses || cell.reading->with_inner_loss.contains(*cell.learner);
  const auto inner = is_judged || learner->has_probabilities() ? inner_splits(cell, task, outer.train)
                                                               : std::vector<samples::Split>{};
  const validation::Criterion criterion = criterion_of(task);
  const validation::OuterFold fold =
      lost_digits.with_cause([&] { return validation::run_outer_fold(*learner, outer, inner, criterion); });
  record.chosen = learner->grid()[fold.choice.grid_point];
  if (chooses) {
    record.inner_loss = fold.choice.inner_loss;
  } else if (is_judged) {
    record.inner_loss = validation::inner_losses(*learner, inner, criterion).means.front();
  }
  if (const std::string kept = panels.summary(); !kept.empty()) record.circumstances["panels"] = kept;
  if (const std::string way = words_of(route); !way.empty()) record.circumstances["ridge"] = way;
  store_measures(record, task, fold.prediction, outer.test);
  std::visit(StorePrediction{record, task}, fold.prediction.value);
  record.notes = fold.prediction.notes;
  for (const std::string& note : fold.prediction.fit_notes) record.notes.push_back(note);
  for (const auto& [name, values] : fold.prediction.diagnostics) {
    record.diagnostics[name] = arma::conv_to<std::vector<double>>::from(values);
  }
  if (record.samples.empty()) return;
  for (const auto& [name, values] : lost_digits.of(outer.test)) {
    record.diagnostics[name] = arma::conv_to<std::vector<double>>::from(values);
  }
  store_figure(cell, task, *learner, outer, fold.choice.grid_point, record);
  store_scores(cell, task, fold.prediction, record);
  record.schema = record.expected_schema();
}

}  // namespace

study::OutsideCell outside_cell(const study::Cell& cell) {
  const std::uint64_t seed =
      study::seed_for(*cell.study, cell.repetition, records::kAllFolds, study::kOutsidePurpose);
  return {*cell.learner, cell.repetition, study::used_seed(study::kOutsidePurpose, seed)};
}

std::vector<std::string> outside_command_line(const study::Cell& cell) {
  const study::OutsideCommand command = cell.reading->experiment.outside->command(outside_cell(cell));
  std::vector<std::string> line = {command.folder.string()};
  line.insert(line.end(), command.words.begin(), command.words.end());
  for (const auto& [name, value] : command.environment) line.push_back(fmt::format("{}={}", name, value));
  return line;
}

records::ResultRecord identity_of(const study::Cell& cell) {
  ResultRecord record;
  record.key = cell.key;
  record.experiment = cell.study->experiment;
  record.config = cell.study->config;
  record.reading = cell.reading->name;
  record.learner = *cell.learner;
  record.repetition = cell.repetition;
  record.outer_fold = cell.outer_fold;
  record.parameters = cell.parameters();
  if (cell.reading->experiment.outside) {  // which draws no data and no folds
    record.seeds[study::kOutsidePurpose] =
        study::seed_for(*cell.study, cell.repetition, records::kAllFolds, study::kOutsidePurpose);
    return record;
  }
  for (const char* purpose : {"data", "outer folds"}) {
    record.seeds[purpose] = study::seed_for(*cell.study, cell.repetition, records::kAllFolds, purpose);
  }
  record.seeds["inner folds"] = study::seed_for(*cell.study, cell.repetition, cell.outer_fold, "inner folds");
  return record;
}

records::ResultRecord failed_record(const study::Cell& cell, const std::string& reason) {
  ResultRecord record = identity_of(cell);
  record.status = "failed";
  record.reason = reason;
  return record;
}

/// One number per measure, of what a program of the user's prints.
void CellRunner::compute_outside(const study::Cell& cell, ResultRecord& record) {
  const study::OutsideCells& outside = *cell.reading->experiment.outside;
  const study::OutsideCell own = outside_cell(cell);
  const study::OutsideCommand command = outside.command(own);
  if (std::vector<std::string> line = outside_command_line(cell); line != last_line_) {
    last_line_.clear();
    last_output_ = run_command(command, kMaxOutput);
    last_line_ = std::move(line);
  }
  last_output_.require_success(command.words.front());
  const study::OutsideResult result = outside.result_of(own, last_output_.out);
  for (const auto& [name, value] : result.measures) record.measures[name] = {value};
  record.circumstances = result.circumstances;
}

records::ResultRecord CellRunner::run(const study::Cell& cell, const CellResources& resources) {
  const auto start = std::chrono::steady_clock::now();
  ResultRecord record = identity_of(cell);
  try {
    if (cell.reading->experiment.outside) {
      compute_outside(cell, record);
    } else {
      compute(cell, tasks_.task_of(cell), resources, record);
    }
    record.status = "ok";
  } catch (const MemoryError& error) {
    record = failed_record(cell, error.what() + what_fits(error));
  } catch (const std::runtime_error& error) {  // the other kinds of base/error.hpp, and Armadillo's own
    record = failed_record(cell, error.what());
  } catch (const std::invalid_argument& error) {  // the method is not for such samples
    record = failed_record(cell, error.what());
  } catch (const std::bad_alloc&) {
    record = failed_record(cell, "the system gave no more memory");
  } catch (const std::exception& error) {  // a mistake in the program: the other cells go on all the same
    record = failed_record(cell, std::string("internal error: ") + error.what());
  }
  if (resources.threads > 1) record.circumstances["threads"] = std::to_string(resources.threads);
  record.circumstances.merge(circumstances());
  record.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  record.peak_memory_kib = peak_memory_kib();
  return record;
}

}  // namespace preimage::suite::run
