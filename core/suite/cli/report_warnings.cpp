#include "suite/cli/report_warnings.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "suite/cli/standard_streams.hpp"
#include "suite/render/page_ledger.hpp"
#include "suite/render/page_parts.hpp"
#include "suite/results/result_files.hpp"
#include "suite/results/result_numbers.hpp"

namespace preimage::suite::cli {

namespace fs = std::filesystem;

namespace {

using Lines = std::vector<std::string>;

/// What the readings of a page lack.
struct Lacking {
  Lines not_run;  // "kde_nips_table2 / raw-pixels: 50 of 150 cells"
  Lines failures;
  Lines not_finite;  // "config / reading: squared error, KDE": it has its cells

  explicit Lacking(const render::Page& page) {
    for (const render::PageStudy& study : page.studies) {
      for (const render::PageReading& reading : study.readings) {
        const results::TableHead& head = reading.table.head;
        const std::string name = fmt::format("{} / {}: ", study.config, head.reading);
        if (head.missing > 0)
          not_run.push_back(fmt::format("{}{} of {} cells", name, head.missing, head.cells));
        failures.insert(failures.end(), reading.failures.begin(), reading.failures.end());
        for (const std::string& number : reading.table.not_finite) not_finite.push_back(name + number);
      }
    }
  }
};

}  // namespace

void warn(render::Page& page, const std::string& title, std::vector<std::string> lines) {
  if (!lines.empty()) page.warnings.push_back({title, std::move(lines)});
}

void add_warnings(render::Page& page, const std::vector<std::string>& skipped,
                  const records::RecordStore& store, const std::vector<std::string>& newer,
                  const fs::path& out) {
  const Lacking lacking(page);
  if (store.keys().empty()) {
    page.warnings.push_back(
        {fmt::format("No results in {}: run `preimage run` or ./run_all.sh first. What is "
                     "below are the published numbers alone.",
                     out.string()),
         {}});
  }
  warn(page,
       "Papers of which too little is said: `paper: {key, authors, title, year}` of their configs says it.",
       render::lacking_words(page));
  warn(page, "Left out: configs whose data are not here.", skipped);
  warn(page,
       "Not run: cells without a record. Their numbers are shown as \"-\"; `preimage run` goes on where it "
       "stopped.",
       lacking.not_run);
  warn(page, "Failed: cells that ended without a result. Their numbers are shown as \"-\".",
       lacking.failures);
  warn(page, "Not finite: numbers whose cells are all there. They are shown as \"-\".", lacking.not_finite);
  warn(page, "Damaged records: they count as not run, and `preimage run` computes them again.",
       store.warnings());
  warn(page, "Records of a newer version of preimage, which this one does not read: they count as not run.",
       newer);
}

std::vector<std::string> modified_tables(const render::Page& page, const study::SelectionOptions& options,
                                         const std::vector<fs::path>& shown) {
  std::vector<std::string> lines;
  const fs::path folder = options.results().profile(options.profile);
  if (!fs::is_directory(folder)) return lines;
  for (const fs::path& table : results::table_files(folder)) {
    const bool is_shown = std::ranges::count(shown, fs::path(table).replace_extension()) > 0;
    if (results::is_modified(results::variant_in(table)) && !is_shown)
      lines.push_back(render::shown_path(page, table));
  }
  return lines;
}

bool has_all_numbers(const render::Page& page) {
  const Lacking lacking(page);
  return lacking.not_run.empty() && lacking.failures.empty() && lacking.not_finite.empty();
}

}  // namespace preimage::suite::cli
