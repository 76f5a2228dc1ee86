#include "suite/results/result_reader.hpp"

#include <fmt/format.h>

#include "suite/data/text_file.hpp"
#include "suite/results/audit.hpp"
#include "suite/results/result_files.hpp"
#include "suite/study/draws.hpp"
#include "suite/study/task.hpp"

namespace preimage::suite::results {

namespace fs = std::filesystem;

namespace {

/// The cells whose records lack what the figure shows, by their keys' first digits: those of an older
/// program.
std::vector<std::string> cells_without(const study::Figure& figure, const ReadingRecords& found) {
  std::vector<std::string> keys;
  if (!figure.samples) return keys;
  for (const std::string& learner : figure.learners) {
    const records::ResultRecord* record = found.find(learner, 0, 0);
    if (record != nullptr && !record->figure) keys.push_back(record->key.substr(0, 12));
  }
  return keys;
}

/// The command that fills them.
std::string command_for(const study::PlannedReading& planned, const std::string& key,
                        const study::SelectionOptions& options) {
  study::StudyOptions one;
  one.selected = options;
  one.selected.configs = {planned.study->file};
  one.run.only = key;
  one.run.force = true;
  return study::command_text({"preimage", "run"}, study::study_arguments(one));
}

std::vector<const records::ResultRecord*> records_of_all(const study::PlannedReading& planned,
                                                         const ReadingRecords& found,
                                                         const std::string& learner, int fold) {
  std::vector<const records::ResultRecord*> records;
  for (const study::Cell& cell : planned.cells) {
    if (*cell.learner != learner || cell.outer_fold != fold) continue;
    if (const records::ResultRecord* record = found.find(learner, cell.repetition, fold))
      records.push_back(record);
  }
  return records;
}

ReadingResults results_of(const study::PlannedReading& planned, const ReadingRecords& found, bool stand_in) {
  ReadingResults results{table_of(planned, found, stand_in)};
  results.without_result = found.without_result();
  results.first_missing = found.first_missing();
  for (const registry::ParsedLearner& learner : planned.reading->learners) {
    results.learners.push_back(learner.name);
    results.provenance[learner.name] = provenance_of(
        learner.name, planned.cells,
        [&](const study::Cell& cell) { return found.any(*cell.learner, cell.repetition, cell.outer_fold); });
  }
  return results;
}

/// The figures of a config's first planned reading; of one without records without bytes, and without a draw.
void add_figures(const study::PlannedReading& planned, const ReadingRecords& found,
                 const study::SelectionOptions& options, const data::DataSource& data,
                 ConfigResults& config) {
  const study::Reading* reading = planned.reading;
  if (reading->experiment.figures.empty()) return;
  const std::shared_ptr<const study::Task> task =
      found.has_measures() ? study::draw_task(*planned.study, *reading, 0, data) : nullptr;
  const auto drawn = [&](const study::Figure& figure) {
    return figure.draw({*task, data.stand_in && reading->experiment.has_stand_in,
                        [&](const std::string& learner, int fold) { return found.find(learner, 0, fold); },
                        [&](const std::string& learner, int fold) {
                          return records_of_all(planned, found, learner, fold);
                        }});
  };
  const std::string change = planned.reading->modifications();
  for (const study::Figure& figure : reading->experiment.figures) {
    const fs::path path = config.stem.string() + "_" + figure.file;
    const std::vector<std::string> lacking = cells_without(figure, found);
    for (const std::string& key : lacking) {
      config.lacking.push_back(fmt::format("{}: a record of an older program lacks what it shows: {}",
                                           path.filename().string(), command_for(planned, key, options)));
    }
    config.figures.push_back(
        {path, figure.caption + (change.empty() ? "" : " Of a modified reading: " + change + "."),
         lacking.empty() && task != nullptr ? drawn(figure) : ""});
  }
}

std::string name_of(const study::PlannedReading& planned) {
  return planned.study->config + ", " + planned.reading->label() + ": ";
}

void add_outputs(const study::PlannedReading& planned, const ReadingRecords& found,
                 const data::DataSource& data, ConfigResults& config) {
  const study::Experiment& experiment = planned.reading->experiment;
  if ((!experiment.has_classes && !experiment.has_output_errors) || !found.has_measures()) return;
  const auto task = study::draw_task(*planned.study, *planned.reading, 0, data);
  if (experiment.has_classes) config.confusion.add(planned, found, *task);
  if (experiment.has_output_errors) config.output_errors.add(planned, found, *task);
}

}  // namespace

ResultSet read_results(const study::Plan& plan, records::RecordStore& store,
                       const study::SelectionOptions& options, const data::DataSource& data,
                       const ResultParts& parts) {
  ResultSet set;
  set.way = options.way();
  const auto read = [&](ConfigResults& config) {
    for (const study::PlannedReading& planned : plan.readings) {
      if (planned.study.get() != config.study) continue;
      const ReadingRecords found(planned, store, parts.newer);
      config.readings.push_back(results_of(planned, found, options.stand_in));
      if (parts.warnings) {
        std::vector<std::string>& of_table = config.readings.back().table.warnings;
        std::vector<std::string> lines = audit(planned, data);
        for (std::string& line : run_warnings(planned, found, data)) lines.push_back(std::move(line));
        for (const std::string& line : lines) {
          of_table.push_back(line);
          data::add_once(set.run_warnings, plan.readings.size() > 1 ? name_of(planned) + line : line);
        }
        if (planned.study->paper.key.empty())
          for (const std::string& line : grid_warnings(planned, found))
            set.grid_warnings.push_back(plan.readings.size() > 1 ? name_of(planned) + line : line);
      }
      if (parts.visit) parts.visit(planned, found, config.readings.back());
      if (!parts.figures) continue;
      add_outputs(planned, found, data, config);
      if (config.readings.size() == 1) add_figures(planned, found, options, data, config);
    }
  };
  for (const study::Study& study : plan.studies()) {
    if (parts.printed_only && records::entries_of(study.ledger, study.reproduces).empty()) continue;
    ConfigResults& config = set.configs.emplace_back();
    config.study = &study;
    config.variant = variant_of(plan, study, options);
    config.stem = result_stem(plan, study, options);
    parts.around ? parts.around(config, [&] { read(config); }) : read(config);
  }
  return set;
}

}  // namespace preimage::suite::results
