#include <algorithm>
#include <iostream>
#include <map>
#include <set>

#include <fmt/format.h>

#include "preimage/base/collect.hpp"
#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "preimage/base/output_file.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/cli/report_warnings.hpp"
#include "suite/cli/standard_streams.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/cli/write_tables.hpp"
#include "suite/render/page_builder.hpp"
#include "suite/render/page_html.hpp"
#include "suite/render/page_ledger.hpp"
#include "suite/render/page_parts.hpp"
#include "suite/render/paper_tables.hpp"
#include "suite/results/result_files.hpp"
#include "suite/results/sweep_folder.hpp"
#include "suite/results/table_words.hpp"
#include "suite/run/environment.hpp"
#include "suite/run/open_cells.hpp"
#include "suite/run/plans.hpp"

namespace preimage::suite::cli {

namespace fs = std::filesystem;

namespace {

/// The figures of a config, and what kept it from being shown.
void add_written(render::Page& page, const results::ConfigResults& written,
                 std::vector<std::string>& problems) {
  const std::string& config = written.study->config;
  if (!written.problem.empty()) problems.push_back(config + ": " + written.problem);
  problems.insert(problems.end(), written.lacking.begin(), written.lacking.end());
  render::PageStudy* study = render::find_study(page, config);
  if (study == nullptr) return;
  for (const results::ResultFigure& figure : written.figures) study->figures.push_back(figure);
  if (!written.confusion.empty())
    study->confusions.push_back(
        {results::confusion_path(written.stem.string() + ".csv"), written.confusion.matrices()});
}

/// The tables of a part, added to the page; where their files lie.
std::vector<fs::path> add_part(render::Page& page, const study::Plan& part,
                               const study::SelectionOptions& way, records::RecordStore& store,
                               records::OptionalWriting& writing, std::vector<std::string>& newer,
                               std::vector<std::string>& problems) {
  results::ResultParts parts;
  parts.newer = &newer;
  parts.visit = [&](const study::PlannedReading& planned, const results::ReadingRecords& found,
                    const results::ReadingResults& reading) {
    render::add_reading(page, planned, found, reading.table,
                        run::command_for(*planned.study, planned.reading->name, way));
  };
  const results::ResultSet set = write_tables(part, store, way, run::make_data_source(way), writing, parts);
  std::vector<fs::path> stems;
  for (const results::ConfigResults& config : set.configs) {
    add_written(page, config, problems);
    stems.push_back(config.stem);
  }
  return stems;
}

/// Of all parts, each config once, also those whose data are not here; by their files.
std::vector<const study::Study*> studies_of(const std::vector<study::Plan>& parts) {
  std::map<fs::path, const study::Study*> by_file;
  for (const study::Plan& part : parts) {
    for (const study::Study& study : part.studies()) by_file.emplace(study.file, &study);
    for (const study::NotPlanned& one : part.rest) by_file.emplace(one.study->file, one.study.get());
  }
  return base::collect(by_file, [](const auto& one) { return one.second; });
}

/// problems  of single configs; the others are shown all the same
render::Page make_page(const std::vector<study::Plan>& plans, const study::SelectionOptions& given,
                       records::RecordStore& store, records::OptionalWriting& writing,
                       std::vector<std::string>& problems) {
  const auto way_of = [&](const study::Plan& part) { return study::options_of(part, given); };
  const study::SelectionOptions options =
      plans.empty() ? given : way_of(plans.front());  // all of its profile
  render::Page page;
  page.folder = options.out;
  page.profile = options.profile;
  page.stand_in = options.stand_in;
  std::vector<std::string> newer, skipped;
  std::vector<fs::path> written;
  for (const study::Plan& part : plans) {
    for (const fs::path& stem : add_part(page, part, way_of(part), store, writing, newer, problems))
      written.push_back(stem);
    for (std::string& line : run::lines_of(part, {study::Why::no_data})) skipped.push_back(std::move(line));
  }
  for (const study::Plan& part : plans) {
    for (const study::Study& study : part.studies())
      render::add_not_run(page, study, [&](const std::string& reading) {
        return run::command_for(study, reading, way_of(part));
      });
  }
  const std::vector<const study::Study*> studies = studies_of(plans);
  render::add_papers(page, studies, problems);
  std::vector<std::string> unreadable;
  page.sweeps = results::read_stored_sweeps(
      options.out,
      [&](const std::string& config, const std::string& learner) {
        const auto own = std::ranges::find(studies, config, &study::Study::config);
        return own == studies.end() ? learner : results::learner_title(**own, learner);
      },
      unreadable);
  warn(page, "In problem: what follows is not on this page, or not all of it.", problems);
  add_warnings(page, skipped, store, newer, options.out);
  warn(page, "Sweeps whose files cannot be read, left out.", unreadable);
  warn(page, "Not on this page: tables of runs with --set. `preimage report` with the same --set shows them.",
       modified_tables(page, options, written));
  return page;
}

/// Of a folder that holds sweeps alone: no reading. A config that was named is told of in a remark.
study::Plan no_runs(const study::SelectionOptions& options) {
  study::Plan plan;
  for (const fs::path& config : options.configs)
    plan.rest.push_back({study::Why::swept, {options.way(), config}});
  return plan;
}

/// What the page was made of, in a line.
std::string made_by(const render::Page& page, const std::vector<study::Plan>& plans) {
  std::size_t readings = 0, cells = 0, failed = 0, missing = 0;
  std::set<std::string> configs;  // one may have been run in several ways
  for (const study::Plan& part : plans) {
    for (const study::Study& study : part.studies()) configs.insert(study.config);
    readings += part.readings.size();
  }
  for (const render::PageStudy& study : page.studies) {
    for (const render::PageReading& reading : study.readings) {
      cells += reading.table.head.cells;
      failed += reading.table.head.failed;
      missing += reading.table.head.missing;
    }
  }
  if (configs.empty() && !page.sweeps.empty())
    return fmt::format("{}. {}.", render::plural(page.sweeps.size(), "sweep"), run::program_text());
  std::string text = fmt::format("Profile {}: {}, {}", page.profile, render::plural(configs.size(), "config"),
                                 render::plural(readings, "reading"));
  if (readings != 1)  // else that reading says it
    text += fmt::format(", {} ({} failed, {} not run)", render::plural(cells, "cell"), failed, missing);
  return fmt::format("{}. {}.", text, run::program_text());
}

void write_paper(const render::Page& page, const fs::path& path) {
  std::vector<results::ResultTable> tables;
  for (const render::PageStudy& study : page.studies) {
    for (const render::PageReading& reading : study.readings) tables.push_back(reading.table);
  }
  base::write_output_file(path, render::paper_tables(tables));
  std::cerr << "LaTeX: " << path.string() << "\n";
}

}  // namespace

int verb_report(study::SelectionOptions study, const ReportOptions& options,
                const study::ExperimentTable& experiments) {
  study.skip_missing = true;  // the page says what is left out
  run::require_folder(study);
  const bool is_swept = !results::sweeps_alone(study).empty();
  study::Plan plan = is_swept ? no_runs(study)
                              : run::plan_folder(study, experiments, run::Ways::shown, run::Faulty::left_out);
  if (!is_swept) run::require_planned(plan, study.out);
  if (!is_swept && !fs::is_directory(study.results().cells()))
    throw DataError(study.out.string() + ": nothing was run here: `preimage run --out " +
                    study::shell_quoted(study.out.string()) + "` comes first");
  records::RecordStore store(study.results().cells());
  records::OptionalWriting writing(true);
  std::vector<std::string> problems = run::lines_of(plan, {study::Why::refused});
  const std::vector<std::string> remarks = run::remarks_of(plan, study.out);
  const bool is_whole = plan.is_whole();
  const std::vector<study::Plan> parts = study::by_way(std::move(plan));
  render::Page page = make_page(parts, study, store, writing, problems);
  page.made_by = made_by(page, parts);
  warn(page, "Not shown, or not as it was run:", remarks);
  const fs::path path = options.page.value_or(study.results().page());
  if (options.page) {
    base::write_output_file(path, render::page_html(page));
  } else {
    base::write_file_durably(path, render::page_html(page));  // follows no link in a folder of others
  }
  if (options.paper) write_paper(page, *options.paper);
  for (const render::PageWarning& warning : page.warnings) {
    std::cerr << warning.title << "\n";
    print_lines(warning.lines, "  ");
  }
  if (!writing.refusal().empty())
    std::cerr << "tables and figures are on the page alone: " << writing.refusal() << "\n";
  std::cout << fs::absolute(path).lexically_normal().string() << "\n";
  const bool whole =
      has_all_numbers(page) && problems.empty() && is_whole && !(is_swept && page.sweeps.empty());
  return whole ? kOk : kCellsFailed;
}

}  // namespace preimage::suite::cli
