#include "suite/cli/write_tables.hpp"

#include <iostream>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "suite/cli/standard_streams.hpp"
#include "suite/data/delimited.hpp"
#include "suite/render/table_files.hpp"
#include "suite/results/predictions.hpp"
#include "suite/results/result_files.hpp"
#include "suite/results/table_words.hpp"
#include "suite/results/written_files.hpp"

namespace preimage::suite::cli {

namespace fs = std::filesystem;

namespace {

/// Also what is not to be there: pictures that versions up to 0.1 drew of what the page has as tables, which
/// beside new tables would show old numbers.
std::map<fs::path, std::string> files_to_write(const results::ConfigResults& config) {
  std::map<fs::path, std::string> files = render::files_of(config);
  files[config.stem.string() + ".confusion.svg"] = "";
  for (int k = 1; fs::exists(config.stem.string() + fmt::format("_readings_{}.svg", k)); ++k)
    files[config.stem.string() + fmt::format("_readings_{}.svg", k)] = "";
  return files;
}

/// Held while a config's tables are made of its records and written: the last writer has seen the most.
records::FileLock lock_of_tables(const study::Study& study, const study::SelectionOptions& options) {
  const std::string what =
      fmt::format("the tables of {}/{}/{}", options.profile, study.experiment, study.config);
  return records::lock_for(options.results(), what);
}

/// The rows of timings.csv of the cells that have a record.
std::string timings_of(const study::PlannedReading& planned, const results::ReadingRecords& found) {
  std::string rows;
  for (const study::Cell& cell : planned.cells) {
    const records::ResultRecord* record = found.any(*cell.learner, cell.repetition, cell.outer_fold);
    if (record == nullptr) continue;
    rows += data::csv_line({planned.study->config, planned.reading->label(), *cell.learner,
                            std::to_string(cell.repetition), std::to_string(cell.outer_fold),
                            fmt::format("{:.6f}", record->seconds), std::to_string(record->peak_memory_kib)});
  }
  return rows;
}

}  // namespace

results::ResultSet write_tables(const study::Plan& plan, records::RecordStore& store,
                                const study::SelectionOptions& options, const data::DataSource& data,
                                records::OptionalWriting& writing, const results::ResultParts& parts) {
  std::map<fs::path, std::string> timings;
  results::ResultParts told = parts;
  told.visit = [&](const study::PlannedReading& planned, const results::ReadingRecords& found,
                   const results::ReadingResults& reading) {
    const std::string variant = results::variant_of(plan, *planned.study, options);
    timings[options.results().timings(options.profile, variant)] += timings_of(planned, found);
    if (parts.visit) parts.visit(planned, found, reading);
  };
  told.around = [&](results::ConfigResults& config, const std::function<void()>& read) {
    try {
      const study::Study& study = *config.study;
      std::optional<records::FileLock> lock;
      writing.attempt([&] { lock.emplace(lock_of_tables(study, options)); });
      results::require_own_name(plan, study, options);
      read();
      writing.attempt([&] {
        results::claim_name(study, options.out);
        results::write_files(options.results(), config.stem, files_to_write(config),
                             results::made_of(config));
      });
      std::erase_if(config.figures, [](const results::ResultFigure& figure) { return figure.bytes.empty(); });
    } catch (const std::exception& error) {
      if (parts.newer == nullptr) throw;
      config.problem = error.what();
    }
  };
  results::ResultSet results = results::read_results(plan, store, options, data, told);
  constexpr const char* kHeader = "config,reading,learner,repetition,outer_fold,seconds,peak_memory_kib\n";
  for (const auto& [path, rows] : timings)
    writing.attempt([&, &file = path, &text = rows] {
      const records::FileLock lock =
          records::lock_for(options.results(), "the timings " + results::name_in(options.results(), file));
      results::write_files(options.results(), file, {{file, kHeader + text}});
    });
  return results;
}

results::ResultSet print_tables(const study::Plan& plan, records::RecordStore& store,
                                const study::SelectionOptions& options, const data::DataSource& data,
                                records::OptionalWriting writing, const TablePrinting& printing) {
  results::ResultSet results = write_tables(plan, store, options, data, writing);
  for (const results::ConfigResults& config : results.configs) {
    if (printing.shows) print(std::cout, render::text_of(config, printing.chosen).add("\n"));
    for (const std::string& figure : config.lacking) std::cerr << figure << "\n";
  }
  if (!writing.refusal().empty())
    std::cerr << "tables and figures were not written: " << writing.refusal() << "\n";
  if (!printing.predictions) return results;
  if (const auto remark = results::write_predictions(plan, store, data, *printing.predictions))
    std::cerr << *remark << "\n";
  return results;
}

}  // namespace preimage::suite::cli
