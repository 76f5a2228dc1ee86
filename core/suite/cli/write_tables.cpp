#include "suite/cli/write_tables.hpp"

#include <iostream>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "preimage/base/file.hpp"
#include "preimage/base/file_descriptor.hpp"
#include "suite/cli/standard_streams.hpp"
#include "suite/data/delimited.hpp"
#include "suite/render/table_files.hpp"
#include "suite/results/predictions.hpp"
#include "suite/results/result_files.hpp"
#include "suite/results/table_words.hpp"

namespace preimage::suite::cli {

namespace fs = std::filesystem;

namespace {

/// A file of an earlier run beside a table without its numbers would mislead.
void remove_file(const fs::path& path) {
  std::error_code code;
  fs::remove(path, code);
  if (code) base::fail_file(path, "remove", code.value());
}

/// Where there is nothing to write, the file of an earlier run with other data is removed.
void write_or_remove(const fs::path& path, const std::string& bytes) {
  if (!bytes.empty()) {
    base::write_file_durably(path, bytes);
  } else if (fs::exists(path)) {
    remove_file(path);
  }
}

void write_figures(results::ConfigResults& config, records::OptionalWriting& writing) {
  for (const results::ResultFigure& figure : config.figures) {
    writing.attempt([&] { write_or_remove(figure.path, figure.bytes); });
  }
  std::erase_if(config.figures, [](const results::ResultFigure& figure) { return figure.bytes.empty(); });
}

/// Pictures that versions up to 0.1 drew of what the page has as tables: beside new tables they would show
/// old numbers.
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

/// The rows of timings.csv of the cells that have a record.
std::string timings_of(const study::PlannedReading& selected, const results::ReadingRecords& found) {
  std::string rows;
  for (const study::Cell& cell : selected.cells) {
    const records::ResultRecord* record = found.any(*cell.learner, cell.repetition, cell.outer_fold);
    if (record == nullptr) continue;
    rows += data::csv_line({selected.study->config, selected.reading->label(), *cell.learner,
                            std::to_string(cell.repetition), std::to_string(cell.outer_fold),
                            fmt::format("{:.6f}", record->seconds), std::to_string(record->peak_memory_kib)});
  }
  return rows;
}

}  // namespace

results::ResultSet write_tables(const study::Plan& selection, records::RecordStore& store,
                                const study::SelectionOptions& options, const data::DataSource& data,
                                records::OptionalWriting& writing, const results::ResultParts& parts) {
  std::map<fs::path, std::string> timings;
  results::ResultParts told = parts;
  told.visit = [&](const study::PlannedReading& selected, const results::ReadingRecords& found,
                   const results::ReadingResults& reading) {
    const std::string variant = results::variant_of(selection, *selected.study, options);
    timings[options.results().timings(options.profile, variant)] += timings_of(selected, found);
    if (parts.visit) parts.visit(selected, found, reading);
  };
  told.around = [&](results::ConfigResults& config, const std::function<void()>& read) {
    try {
      const study::Study& study = *config.study;
      std::optional<records::FileLock> lock;
      writing.attempt([&] { lock.emplace(lock_of_tables(study, options)); });
      results::require_own_name(selection, study, options);
      read();
      write_figures(config, writing);
      writing.attempt([&] {
        results::claim_name(study, options.out);
        for (const auto& [path, bytes] : render::files_of(config)) write_or_remove(path, bytes);
        remove_old_pictures(config.stem);
      });
    } catch (const std::exception& error) {
      if (parts.newer == nullptr) throw;
      config.problem = error.what();
    }
  };
  results::ResultSet results = results::read_results(selection, store, options, data, told);
  constexpr const char* kHeader = "config,reading,learner,repetition,outer_fold,seconds,peak_memory_kib\n";
  for (const auto& [path, rows] : timings)
    writing.attempt([&, &file = path, &text = rows] { base::write_file_durably(file, kHeader + text); });
  return results;
}

results::ResultSet print_tables(const study::Plan& selection, records::RecordStore& store,
                                const study::SelectionOptions& options, const data::DataSource& data,
                                records::OptionalWriting writing, const TablePrinting& printing) {
  results::ResultSet results = write_tables(selection, store, options, data, writing);
  for (const results::ConfigResults& config : results.configs) {
    if (printing.shows) print(std::cout, render::text_of(config, printing.chosen).add("\n"));
    for (const std::string& figure : config.lacking) std::cerr << figure << "\n";
  }
  if (!writing.refusal().empty())
    std::cerr << "tables and figures were not written: " << writing.refusal() << "\n";
  if (!printing.predictions) return results;
  if (const auto remark = results::write_predictions(selection, store, data, *printing.predictions))
    std::cerr << *remark << "\n";
  return results;
}

}  // namespace preimage::suite::cli
