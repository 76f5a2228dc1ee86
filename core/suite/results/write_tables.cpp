#include "suite/results/write_tables.hpp"

#include <algorithm>
#include <iostream>
#include <map>

#include <fmt/format.h>

#include "preimage/base/file.hpp"
#include "preimage/base/file_descriptor.hpp"
#include "suite/data/delimited.hpp"
#include "suite/records/results_folder.hpp"
#include "suite/results/confusion_matrix.hpp"
#include "suite/results/output_errors.hpp"
#include "suite/results/provenance.hpp"
#include "suite/results/reading_records.hpp"
#include "suite/results/result_files.hpp"
#include "suite/results/table_text.hpp"
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
std::string command_for(const run::SelectedReading& selected, const std::string& key,
                        const study::SelectionOptions& options) {
  study::StudyOptions one;
  one.selected = options;
  one.selected.configs = {selected.study->file};
  one.run.only = key;
  one.run.force = true;
  return study::command_text({"preimage", "run"}, study::study_arguments(one));
}

/// An older picture beside a table that lacks its numbers would mislead.
void remove_file(const fs::path& path) {
  std::error_code code;
  fs::remove(path, code);
  if (code) base::fail_file(path, "remove", code.value());
}

std::vector<const records::ResultRecord*> records_of_all(const run::SelectedReading& selected,
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

/// The figures of a config's first selected reading.
void write_figures(const run::SelectedReading& selected, const ReadingRecords& found,
                   const study::SelectionOptions& options, const data::DataSource& data,
                   records::OptionalWriting& writing, WrittenTable& written) {
  const study::KeptReading reading = selected.reading.get();
  if (reading->experiment.figures.empty()) return;
  const std::shared_ptr<const study::Task> task = study::draw_task(*selected.study, *reading, 0, data);
  const study::FigureContext context{
      *task, data.stand_in && reading->experiment.has_stand_in,
      [&](const std::string& learner, int fold) { return found.find(learner, 0, fold); },
      [&](const std::string& learner, int fold) { return records_of_all(selected, found, learner, fold); }};
  for (const study::Figure& figure : reading->experiment.figures) {
    const fs::path path = written.stem.string() + "_" + figure.file;
    const std::vector<std::string> lacking = cells_without(figure, found);
    for (const std::string& key : lacking) {
      written.lacking.push_back(fmt::format("{}: a record of an older program lacks what it shows: {}",
                                            path.filename().string(), command_for(selected, key, options)));
    }
    const std::string bytes = lacking.empty() ? figure.draw(context) : "";
    if (bytes.empty()) {
      writing.attempt([&] { remove_file(path); });
      continue;
    }
    writing.attempt([&] { base::write_file_durably(path, bytes); });
    const std::string change = selected.reading->modifications();
    written.figures.push_back(
        {path, figure.caption + (change.empty() ? "" : " Of a modified reading: " + change + "."), bytes});
  }
}

std::string timing_rows(const run::SelectedReading& selected, const ReadingRecords& found) {
  std::string rows;
  for (const study::Cell& cell : selected.cells) {
    const records::ResultRecord* record = found.any(*cell.learner, cell.repetition, cell.outer_fold);
    if (record == nullptr) continue;
    rows += fmt::format("{},{},{},{},{},{:.6f},{}\n", data::csv_field(selected.study->config),
                        data::csv_field(selected.reading->label()), data::csv_field(*cell.learner),
                        cell.repetition, cell.outer_fold, record->seconds, record->peak_memory_kib);
  }
  return rows;
}

std::string provenance_rows(const run::SelectedReading& selected, const ReadingRecords& found) {
  std::string rows;
  const study::KeptReading reading = selected.reading.get();
  for (const registry::ParsedLearner& learner : reading->learners) {
    rows += provenance_row(
        *selected.study, *reading, learner.name, selected.cells,
        [&](const study::Cell& cell) { return found.any(*cell.learner, cell.repetition, cell.outer_fold); });
  }
  return rows;
}

struct Forms {
  std::string text, markdown, latex, csv = csv_header(), provenance = provenance_header();
  ConfusionMatrices confusion = {};
  OutputErrors output_errors = {};
  void add(const ResultTable& table) {
    text += (text.empty() ? "" : "\n") + table_as_text(table);
    markdown += (markdown.empty() ? "" : "\n") + table_as_markdown(table);
    latex += (latex.empty() ? "" : "\n") + table_as_latex(table);
    csv += table_as_csv_rows(table);
  }
};

/// Where there is nothing to write, one of before, which another data set left, would mislead.
void write_or_remove(const fs::path& path, const std::string& bytes) {
  if (!bytes.empty()) {
    base::write_file_durably(path, bytes);
  } else if (fs::exists(path)) {
    remove_file(path);
  }
}

/// What stands beside the tables of some outputs only: matrices of classes, errors of the columns of vectors.
void write_beside(const Forms& forms, const fs::path& stem) {
  const fs::path table = stem.string() + ".csv";
  write_or_remove(confusion_path(table), forms.confusion.empty() ? "" : forms.confusion.csv());
  write_or_remove(confusion_figure_path(table), forms.confusion.svg());
  write_or_remove(output_errors_path(table), forms.output_errors.empty() ? "" : forms.output_errors.csv());
}

void write_tables(const Forms& forms, const fs::path& stem) {
  const std::pair<const char*, const std::string*> files[] = {
      {".txt", &forms.text}, {".md", &forms.markdown}, {".csv", &forms.csv}, {".tex", &forms.latex}};
  for (const auto& [ending, bytes] : files) base::write_file_durably(stem.string() + ending, *bytes);
  base::write_file_durably(provenance_path(stem.string() + ".csv"), forms.provenance);
  write_beside(forms, stem);
}

/// Held while a config's tables are made of its records and written: the last writer has seen the most.
records::FileLock lock_of_tables(const study::Study& study, const study::SelectionOptions& options) {
  const std::string what =
      fmt::format("the tables of {}/{}/{}", options.profile, study.experiment, study.config);
  return records::lock_for(options.results(), what);
}

/// What write_tables is about, for one config after the other.
struct TableWriter {
  const run::Selection& selection;
  records::RecordStore& store;
  const study::SelectionOptions& options;
  const data::DataSource& data;
  records::OptionalWriting& writing;
  const TableVisitor& visit;
  std::vector<std::string>* newer;
  std::map<std::string, std::string> timings = {};  // rows, by the variant of their tables

  void add_beside(const run::SelectedReading& selected, const ReadingRecords& found, Forms& forms) const {
    const study::KeptReading reading = selected.reading.get();
    const study::Experiment& experiment = reading->experiment;
    if (!experiment.has_confusion_matrix && !experiment.has_output_errors) return;
    const auto task = study::draw_task(*selected.study, *reading, 0, data);
    if (experiment.has_confusion_matrix) forms.confusion.add(selected, found, *task);
    if (experiment.has_output_errors) forms.output_errors.add(selected, found, *task);
  }

  void write(const study::Study& study, WrittenTable& written) {
    std::optional<records::FileLock> lock;
    writing.attempt([&] { lock.emplace(lock_of_tables(study, options)); });
    require_own_name(selection, study, options);
    Forms forms;
    bool first = true;
    for (const run::SelectedReading& selected : selection.readings) {
      if (selected.study != &study) continue;
      const ReadingRecords found(selected, store, newer);
      const ResultTable table = table_of(selected, found, options.stand_in);
      if (visit) visit(selected, found, table);
      forms.add(table);
      written.failed += table.head.failed;
      written.missing += table.head.missing;
      written.not_finite += table.not_finite.size();
      timings[variant_in(written.stem.string() + ".csv")] += timing_rows(selected, found);
      forms.provenance += provenance_rows(selected, found);
      add_beside(selected, found, forms);
      if (first) write_figures(selected, found, options, data, writing, written);
      first = false;
    }
    written.text = forms.text;
    const std::string confusion = forms.confusion.svg();
    if (!confusion.empty())
      written.figures.push_back(
          {confusion_figure_path(written.stem.string() + ".csv"),
           "Which class is taken for which: a row per true class, a column per predicted one.", confusion});
    writing.attempt([&] {
      claim_name(study, options.out);
      write_tables(forms, written.stem);
    });
  }
};

}  // namespace

std::vector<WrittenTable> write_tables(const run::Selection& selection, records::RecordStore& store,
                                       const study::SelectionOptions& options, const data::DataSource& data,
                                       records::OptionalWriting& writing, const TableVisitor& visit,
                                       std::vector<std::string>* newer) {
  std::vector<WrittenTable> result;
  TableWriter reporter{selection, store, options, data, writing, visit, newer};
  for (const study::Study& study : selection.studies) {
    WrittenTable& written = result.emplace_back();
    written.config = study.config;
    written.stem = result_stem(selection, study, options);
    try {
      reporter.write(study, written);
    } catch (const std::exception& error) {
      if (newer == nullptr) throw;
      written.trouble = error.what();
    }
  }
  for (const auto& [variant, rows] : reporter.timings) {
    const fs::path path = options.results().timings(options.profile, variant);
    const std::string bytes = "config,reading,learner,repetition,outer_fold,seconds,peak_memory_kib\n" + rows;
    writing.attempt([&] { base::write_file_durably(path, bytes); });
  }
  return result;
}

PrintedTables print_tables(const run::Selection& selection, records::RecordStore& store,
                           const study::SelectionOptions& options, const data::DataSource& data,
                           records::OptionalWriting writing, const TablePrinting& printing) {
  PrintedTables printed;
  for (const WrittenTable& table : write_tables(selection, store, options, data, writing, printing.visit)) {
    if (printing.shows_tables) std::cout << table.text << "\n";
    for (const std::string& figure : table.lacking) std::cerr << figure << "\n";
    printed.incomplete += table.failed + table.missing;
    printed.not_finite += table.not_finite;
  }
  if (!writing.refusal().empty())
    std::cerr << "tables and figures were not written: " << writing.refusal() << "\n";
  if (!printing.predictions) return printed;
  if (const auto remark = write_predictions(selection, store, data, *printing.predictions))
    std::cerr << *remark << "\n";
  return printed;
}

}  // namespace preimage::suite::results
