#include "experiments/report.hpp"

#include <algorithm>
#include <iostream>

#include <fmt/format.h>

#include "base/file.hpp"
#include "experiments/gate/provenance.hpp"
#include "experiments/reading_records.hpp"
#include "experiments/run_cell.hpp"
#include "records/table_text.hpp"

namespace preimage::experiments {

namespace fs = std::filesystem;

namespace {

/// The figures of a config's first selected reading, from its first repetition.
void write_figures(const SelectedReading& selected, const ReadingRecords& found, const DataSource& data,
                   const fs::path& stem, WrittenTable& written) {
  if (selected.reading->experiment.figures.empty()) return;
  const std::shared_ptr<const Task> task = draw_task(*selected.study, *selected.reading, 0, data);
  const FigureContext context{
      *task, data.stand_in && selected.reading->experiment.has_stand_in,
      [&](const std::string& learner, int fold) { return found.find(learner, 0, fold); },
      [&](const std::string& learner, int fold,
          const validation::Indices& samples) -> std::optional<validation::Prediction> {
        const auto cell = std::find_if(selected.cells.begin(), selected.cells.end(), [&](const Cell& c) {
          return c.learner->name == learner && c.repetition == 0 && c.outer_fold == fold;
        });
        const records::ResultRecord* record = found.find(learner, 0, fold);
        if (record == nullptr) return std::nullopt;
        return predict_again(*cell, *task, *record, samples);
      }};
  for (const Figure& figure : selected.reading->experiment.figures) {
    const std::string bytes = figure.draw(context);
    const fs::path path = stem.string() + "_" + figure.file;
    if (bytes.empty()) {
      fs::remove(path);  // an older picture beside a table that lacks its numbers would mislead
      continue;
    }
    base::write_file_durably(path, bytes);
    written.figures.push_back({path, figure.caption});
  }
}

std::string timing_rows(const SelectedReading& selected, const ReadingRecords& found) {
  std::string rows;
  for (const Cell& cell : selected.cells) {
    const records::ResultRecord* record = found.any(cell.learner->name, cell.repetition, cell.outer_fold);
    if (record == nullptr) continue;
    rows += fmt::format("{},{},{},{},{},{:.6f},{}\n", csv_quoted(selected.study->config),
                        csv_quoted(selected.reading->name), csv_quoted(cell.learner->name), cell.repetition,
                        cell.outer_fold, record->seconds, record->peak_memory_kib);
  }
  return rows;
}

std::string provenance_rows(const SelectedReading& selected, const ReadingRecords& found) {
  std::string rows;
  for (const validation::ParsedLearner& learner : selected.reading->learners) {
    rows += provenance_row(
        *selected.study, *selected.reading, learner.name, selected.cells,
        [&](const Cell& cell) { return found.any(cell.learner->name, cell.repetition, cell.outer_fold); });
  }
  return rows;
}

struct Forms {
  std::string text, markdown, latex, csv = records::csv_header(), provenance = provenance_header();
  void add(const records::ResultTable& table) {
    text += (text.empty() ? "" : "\n") + records::table_as_text(table);
    markdown += (markdown.empty() ? "" : "\n") + records::table_as_markdown(table);
    latex += (latex.empty() ? "" : "\n") + records::table_as_latex(table);
    csv += records::table_as_csv_rows(table);
  }
};

}  // namespace

std::vector<WrittenTable> write_reports(const Selection& selection, records::RecordStore& store,
                                        const StudyOptions& options, const DataSource& data,
                                        const ReportVisitor& visit, std::vector<std::string>* newer) {
  std::vector<WrittenTable> result;
  std::string timings = "config,reading,learner,repetition,outer_fold,seconds,peak_memory_kib\n";
  for (const Study& study : selection.studies) {
    WrittenTable written;
    written.folder = options.out / options.profile / study.experiment;
    const fs::path stem = written.folder / study.config;
    Forms forms;
    bool first = true;
    for (const SelectedReading& selected : selection.readings) {
      if (selected.study != &study) continue;
      const ReadingRecords found(selected, store, newer);
      const records::ResultTable table = table_of(selected, found, options.stand_in);
      if (visit) visit(selected, found, table);
      forms.add(table);
      written.failed += table.head.failed;
      written.missing += table.head.missing;
      timings += timing_rows(selected, found);
      forms.provenance += provenance_rows(selected, found);
      if (first) write_figures(selected, found, data, stem, written);
      first = false;
    }
    written.text = forms.text;
    const std::pair<const char*, const std::string*> files[] = {
        {".txt", &forms.text}, {".md", &forms.markdown}, {".csv", &forms.csv}, {".tex", &forms.latex}};
    for (const auto& [ending, bytes] : files) base::write_file_durably(stem.string() + ending, *bytes);
    base::write_file_durably(provenance_path(stem.string() + ".csv"), forms.provenance);
    result.push_back(std::move(written));
  }
  base::write_file_durably(options.out / options.profile / "timings.csv", timings);
  return result;
}

std::size_t print_reports(const Selection& selection, records::RecordStore& store,
                          const StudyOptions& options, const DataSource& data) {
  std::size_t incomplete = 0;
  for (const WrittenTable& table : write_reports(selection, store, options, data)) {
    std::cout << table.text << "\n";
    incomplete += table.failed + table.missing;
  }
  if (options.predictions) write_predictions(selection, store, data, *options.predictions);
  return incomplete;
}

}  // namespace preimage::experiments
