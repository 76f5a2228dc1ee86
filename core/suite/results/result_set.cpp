#include "suite/results/result_set.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "suite/results/result_files.hpp"
#include "suite/study/draws.hpp"
#include "suite/study/task.hpp"

namespace preimage::suite::results {

namespace fs = std::filesystem;

namespace {

/// The cells whose records lack what the figure shows, by their keys' first digits: those of an older program.
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
std::string command_for(const study::PlannedReading& selected, const std::string& key,
                        const study::SelectionOptions& options) {
  study::StudyOptions one;
  one.selected = options;
  one.selected.configs = {selected.study->file};
  one.run.only = key;
  one.run.force = true;
  return study::command_text({"preimage", "run"}, study::study_arguments(one));
}

std::vector<const records::ResultRecord*> records_of_all(const study::PlannedReading& selected,
                                                         const ReadingRecords& found,
                                                         const std::string& learner, int fold) {
  std::vector<const records::ResultRecord*> records;
  for (const study::Cell& cell : selected.cells) {
    if (*cell.learner != learner || cell.outer_fold != fold) continue;
    if (const records::ResultRecord* record = found.find(learner, cell.repetition, fold))
      records.push_back(record);
  }
  return records;
}

std::vector<CellTiming> timings_of(const study::PlannedReading& selected, const ReadingRecords& found) {
  std::vector<CellTiming> timings;
  for (const study::Cell& cell : selected.cells) {
    const records::ResultRecord* record = found.any(*cell.learner, cell.repetition, cell.outer_fold);
    if (record != nullptr)
      timings.push_back(
          {*cell.learner, cell.repetition, cell.outer_fold, record->seconds, record->peak_memory_kib});
  }
  return timings;
}

ReadingResults results_of(const study::PlannedReading& selected, const ReadingRecords& found, bool stand_in) {
  ReadingResults results{table_of(selected, found, stand_in), {}, {}, timings_of(selected, found)};
  const study::Reading* reading = selected.reading;
  for (const registry::ParsedLearner& learner : reading->learners) {
    results.learners.push_back(learner.name);
    results.provenance[learner.name] = provenance_of(
        learner.name, selected.cells,
        [&](const study::Cell& cell) { return found.any(*cell.learner, cell.repetition, cell.outer_fold); });
  }
  return results;
}

}  // namespace

std::size_t ConfigResults::failed() const {
  std::size_t sum = 0;
  for (const ReadingResults& reading : readings) sum += reading.table.head.failed;
  return sum;
}

std::size_t ConfigResults::missing() const {
  std::size_t sum = 0;
  for (const ReadingResults& reading : readings) sum += reading.table.head.missing;
  return sum;
}

std::size_t ConfigResults::not_finite() const {
  std::size_t sum = 0;
  for (const ReadingResults& reading : readings) sum += reading.table.not_finite.size();
  return sum;
}

ConfigNumbers ConfigResults::numbers() const {
  ConfigNumbers numbers{study->config, study->experiment, variant, {}};
  for (const ReadingResults& reading : readings) add_numbers(reading.table, reading.provenance, numbers);
  return numbers;
}

std::vector<ConfigNumbers> ResultSet::numbers() const {
  std::vector<ConfigNumbers> all;
  for (const ConfigResults& config : configs) all.push_back(config.numbers());
  return all;
}

PaperClaims ResultSet::claims() const {
  PaperClaims claims;
  for (const ConfigResults& config : configs) {
    const std::string& paper = config.study->paper.key;
    for (const ReadingResults& reading : config.readings) {
      if (!paper.empty()) count_claims(reading.table, claims[paper]);
    }
  }
  return claims;
}

std::vector<records::Paper> ResultSet::papers() const {
  std::vector<records::Paper> papers;
  for (const ConfigResults& config : configs) {
    const records::Paper& paper = config.study->paper;
    if (std::none_of(papers.begin(), papers.end(), [&](const auto& other) { return other.key == paper.key; }))
      papers.push_back(paper);
  }
  return papers;
}

std::size_t ResultSet::incomplete() const {
  std::size_t sum = 0;
  for (const ConfigResults& config : configs) sum += config.failed() + config.missing();
  return sum;
}

std::size_t ResultSet::not_finite() const {
  std::size_t sum = 0;
  for (const ConfigResults& config : configs) sum += config.not_finite();
  return sum;
}

/// The figures of a config's first selected reading.
void ResultReader::add_figures(const study::PlannedReading& selected, const ReadingRecords& found,
                               ConfigResults& config) const {
  const study::Reading* reading = selected.reading;
  if (reading->experiment.figures.empty()) return;
  const std::shared_ptr<const study::Task> task = study::draw_task(*selected.study, *reading, 0, data_);
  const study::FigureContext context{
      *task, data_.stand_in && reading->experiment.has_stand_in,
      [&](const std::string& learner, int fold) { return found.find(learner, 0, fold); },
      [&](const std::string& learner, int fold) { return records_of_all(selected, found, learner, fold); }};
  const std::string change = selected.reading->modifications();
  for (const study::Figure& figure : reading->experiment.figures) {
    const fs::path path = config.stem.string() + "_" + figure.file;
    const std::vector<std::string> lacking = cells_without(figure, found);
    for (const std::string& key : lacking) {
      config.lacking.push_back(fmt::format("{}: a record of an older program lacks what it shows: {}",
                                           path.filename().string(), command_for(selected, key, options_)));
    }
    config.figures.push_back(
        {path, figure.caption + (change.empty() ? "" : " Of a modified reading: " + change + "."),
         lacking.empty() ? figure.draw(context) : ""});
  }
}

void ResultReader::add_outputs(const study::PlannedReading& selected, const ReadingRecords& found,
                               ConfigResults& config) const {
  const study::Reading* reading = selected.reading;
  const study::Experiment& experiment = reading->experiment;
  if (!experiment.has_confusion_matrix && !experiment.has_output_errors) return;
  const auto task = study::draw_task(*selected.study, *reading, 0, data_);
  if (experiment.has_confusion_matrix) config.confusion.add(selected, found, *task);
  if (experiment.has_output_errors) config.output_errors.add(selected, found, *task);
}

ConfigResults& ResultReader::begin(const study::Study& study) {
  ConfigResults& config = set_.configs.emplace_back();
  config.study = &study;
  config.variant = variant_of(selection_, study, options_);
  config.stem = result_stem(selection_, study, options_);
  return config;
}

void ResultReader::read(ConfigResults& config) {
  for (const study::PlannedReading& selected : selection_.readings) {
    if (selected.study.get() != config.study) continue;
    const ReadingRecords found(selected, store_, parts_.newer);
    config.readings.push_back(results_of(selected, found, options_.stand_in));
    if (parts_.visit) parts_.visit(selected, found, config.readings.back());
    if (parts_.warnings) {
      if (selected.study->paper.key.empty()) {
        const std::vector<std::string> of_grids = grid_warnings(selected, found);
        set_.grid_warnings.insert(set_.grid_warnings.end(), of_grids.begin(), of_grids.end());
      }
      warnings_.add(selected, found, data_);
    }
    if (!parts_.figures) continue;
    add_outputs(selected, found, config);
    if (config.readings.size() == 1) add_figures(selected, found, config);
  }
}

ResultSet ResultReader::take() {
  set_.run_warnings = warnings_.take();
  return std::move(set_);
}

ResultSet read_results(const study::Plan& selection, records::RecordStore& store,
                       const study::SelectionOptions& options, const data::DataSource& data,
                       ResultParts parts) {
  const bool printed_only = parts.printed_only;
  ResultReader reader(selection, store, options, data, std::move(parts));
  for (const study::Study& study : selection.studies()) {
    const bool is_printed = !records::entries_of(study.ledger, study.reproduces).empty();
    if (is_printed || !printed_only) reader.read(reader.begin(study));
  }
  return reader.take();
}

}  // namespace preimage::suite::results
