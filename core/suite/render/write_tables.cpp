#include "suite/render/write_tables.hpp"

#include <iostream>
#include <map>

#include <fmt/format.h>

#include "preimage/base/file.hpp"
#include "preimage/base/file_descriptor.hpp"
#include "suite/data/delimited.hpp"
#include "suite/records/results_folder.hpp"
#include "suite/render/table_text.hpp"
#include "suite/results/result_files.hpp"
#include "suite/results/table_words.hpp"

namespace preimage::suite::render {

namespace fs = std::filesystem;

namespace {

/// What stands on disk of before, beside a table that lacks its numbers, would mislead.
void remove_file(const fs::path& path) {
  std::error_code code;
  fs::remove(path, code);
  if (code) base::fail_file(path, "remove", code.value());
}

/// Where there is nothing to write, one of before, which another data set left, is removed.
void write_or_remove(const fs::path& path, const std::string& bytes) {
  if (!bytes.empty()) {
    base::write_file_durably(path, bytes);
  } else if (fs::exists(path)) {
    remove_file(path);
  }
}

std::string joined(const results::ConfigResults& config, std::string (*form)(const results::ResultTable&)) {
  std::string text;
  for (const results::ReadingResults& reading : config.readings)
    text += (text.empty() ? "" : "\n") + form(reading.table);
  return text;
}

std::string csv_of(const results::ConfigResults& config) {
  std::string text = results::csv_header();
  for (const results::NamedNumber& number : config.numbers().numbers) text += results::csv_line(number);
  return text;
}

std::string provenance_csv(const results::ConfigResults& config) {
  std::string text = results::provenance_header();
  for (const results::ReadingResults& reading : config.readings) {
    const results::TableHead& head = reading.table.head;
    for (const std::string& learner : reading.learners)
      text += results::provenance_line({head.reproduces, results::reading_label(head), learner},
                                       reading.provenance.at(learner));
  }
  return text;
}

void write_figures(results::ConfigResults& config, records::OptionalWriting& writing) {
  for (const results::ResultFigure& figure : config.figures) {
    writing.attempt([&] {
      figure.bytes.empty() ? remove_file(figure.path) : base::write_file_durably(figure.path, figure.bytes);
    });
  }
  std::erase_if(config.figures, [](const results::ResultFigure& figure) { return figure.bytes.empty(); });
}

/// Pictures that versions up to 0.1 drew of what the page has as tables: beside new tables they would show old numbers.
void remove_old_pictures(const fs::path& stem) {
  write_or_remove(stem.string() + ".confusion.svg", "");
  for (int k = 1; fs::exists(stem.string() + fmt::format("_readings_{}.svg", k)); ++k)
    remove_file(stem.string() + fmt::format("_readings_{}.svg", k));
}

/// Held while a config's tables are made of its records and written: the last writer has seen the most.
records::FileLock lock_of_tables(const study::Study& study, const study::SelectionOptions& options) {
  const std::string what =
      fmt::format("the tables of {}/{}/{}", options.profile, study.experiment, study.config);
  return records::lock_for(options.results(), what);
}

void write_timings(const results::ResultSet& results, const study::SelectionOptions& options,
                   records::OptionalWriting& writing) {
  std::map<std::string, std::string> rows;  // by the variant of their tables
  for (const results::ConfigResults& config : results.configs) {
    if (config.readings.empty()) continue;
    std::string& text = rows[config.variant];
    for (const results::ReadingResults& reading : config.readings) {
      for (const results::CellTiming& timing : reading.timings)
        text += fmt::format("{},{},{},{},{},{:.6f},{}\n", data::csv_quoted(config.study->config),
                            data::csv_quoted(results::reading_label(reading.table.head)),
                            data::csv_quoted(timing.learner), timing.repetition, timing.outer_fold,
                            timing.seconds, timing.peak_memory_kib);
    }
  }
  for (const auto& [variant, text] : rows) {
    const fs::path path = options.results().timings(options.profile, variant);
    const std::string bytes = "config,reading,learner,repetition,outer_fold,seconds,peak_memory_kib\n" + text;
    writing.attempt([&] { base::write_file_durably(path, bytes); });
  }
}

}  // namespace

Tinted text_of(const results::ConfigResults& config) {
  Tinted text;
  for (const results::ReadingResults& reading : config.readings)
    text.add(text.empty() ? "" : "\n").add(table_as_text(reading.table));
  return text;
}

std::map<fs::path, std::string> files_of(const results::ConfigResults& config) {
  const std::string stem = config.stem.string();
  const fs::path table = stem + ".csv";
  return {
      {stem + ".txt", text_of(config).text},
      {stem + ".md", joined(config, table_as_markdown)},
      {table, csv_of(config)},
      {stem + ".tex", joined(config, table_as_latex)},
      {results::provenance_path(table), provenance_csv(config)},
      {results::confusion_path(table), config.confusion.empty() ? "" : config.confusion.csv()},
      {results::output_errors_path(table), config.output_errors.empty() ? "" : config.output_errors.csv()}};
}

results::ResultSet write_tables(const study::Plan& selection, records::RecordStore& store,
                                const study::SelectionOptions& options, const data::DataSource& data,
                                records::OptionalWriting& writing, const results::ResultParts& parts) {
  results::ResultReader reader(selection, store, options, data, parts);
  for (const study::Study& study : selection.studies()) {
    results::ConfigResults& config = reader.begin(study);
    try {
      std::optional<records::FileLock> lock;
      writing.attempt([&] { lock.emplace(lock_of_tables(study, options)); });
      results::require_own_name(selection, study, options);
      reader.read(config);
      write_figures(config, writing);
      writing.attempt([&] {
        results::claim_name(study, options.out);
        for (const auto& [path, bytes] : files_of(config)) write_or_remove(path, bytes);
        remove_old_pictures(config.stem);
      });
    } catch (const std::exception& error) {
      if (parts.newer == nullptr) throw;
      config.trouble = error.what();
    }
  }
  results::ResultSet results = reader.take();
  write_timings(results, options, writing);
  return results;
}

results::ResultSet print_tables(const study::Plan& selection, records::RecordStore& store,
                                const study::SelectionOptions& options, const data::DataSource& data,
                                records::OptionalWriting writing, const TablePrinting& printing) {
  results::ResultSet results = write_tables(selection, store, options, data, writing, printing.parts);
  for (const results::ConfigResults& config : results.configs) {
    if (printing.show) printing.show(text_of(config).add("\n"));
    for (const std::string& figure : config.lacking) std::cerr << figure << "\n";
  }
  if (!writing.refusal().empty())
    std::cerr << "tables and figures were not written: " << writing.refusal() << "\n";
  if (!printing.predictions) return results;
  if (const auto remark = write_predictions(selection, store, data, *printing.predictions))
    std::cerr << *remark << "\n";
  return results;
}

}  // namespace preimage::suite::render
