#include <algorithm>
#include <iostream>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/output_file.hpp"
#include "experiments/environment.hpp"
#include "experiments/page/page_builder.hpp"
#include "experiments/page/page_figures.hpp"
#include "experiments/page/page_html.hpp"
#include "experiments/page/page_ledger.hpp"
#include "experiments/page/page_sweeps.hpp"
#include "experiments/page/svg_to_pdf.hpp"
#include "experiments/report.hpp"
#include "experiments/sweep/sweep_folder.hpp"
#include "experiments/verbs.hpp"
#include "records/paper_tables.hpp"

namespace preimage::experiments {

namespace fs = std::filesystem;

namespace {

void warn(Page& page, const std::string& title, std::vector<std::string> lines) {
  if (!lines.empty()) page.warnings.push_back({title, std::move(lines)});
}

/// "kde_nips_table2 / raw-pixels: 50 of 150 cells", of all readings that lack some.
std::vector<std::string> not_run(const Page& page) {
  std::vector<std::string> lines;
  for (const PageStudy& study : page.studies) {
    for (const PageReading& reading : study.readings) {
      const records::TableHead& head = reading.table.head;
      if (head.missing > 0) {
        lines.push_back(
            fmt::format("{} / {}: {} of {} cells", study.config, head.reading, head.missing, head.cells));
      }
    }
  }
  return lines;
}

std::vector<std::string> failures(const Page& page) {
  std::vector<std::string> lines;
  for (const PageStudy& study : page.studies) {
    for (const PageReading& reading : study.readings)
      lines.insert(lines.end(), reading.failures.begin(), reading.failures.end());
  }
  return lines;
}

void add_warnings(Page& page, const Selection& selection, const records::RecordStore& store,
                  const std::vector<std::string>& newer, const fs::path& out) {
  if (store.keys().empty()) {
    page.warnings.push_back(
        {fmt::format("No results in {}: run `preimage run` or ./run_all.sh first. What is "
                     "below are the published numbers alone.",
                     out.string()),
         {}});
  }
  warn(page, "Left out: configs whose data are not here.", selection.skipped);
  warn(page,
       "Not run: cells without a record. Their numbers are shown as \"-\"; `preimage run` goes on where it "
       "stopped.",
       not_run(page));
  warn(page, "Failed: cells that ended without a result. Their numbers are shown as \"-\".", failures(page));
  warn(page, "Damaged records: they count as not run, and `preimage run` computes them again.",
       store.warnings());
  warn(page, "Records of a newer version of preimage, which this one does not read: they count as not run.",
       newer);
}

Page make_page(const Selection& selection, records::RecordStore& store, const StudyOptions& options,
               const DataSource& data) {
  Page page;
  page.profile = options.profile;
  page.stand_in = options.stand_in;
  PageBuilder builder(page, options);
  std::vector<std::string> newer;
  const std::vector<WrittenTable> written = write_reports(
      selection, store, options, data,
      [&](const SelectedReading& selected, const ReadingRecords& found, const records::ResultTable& table) {
        builder.add(selected, found, table);
      },
      &newer);
  for (std::size_t s = 0; s < page.studies.size(); ++s) {
    PageStudy& study = page.studies[s];
    for (const WrittenFigure& figure : written[s].figures)
      study.figures.push_back({figure.path, figure.caption, ""});
    add_strips(study, written[s].folder / study.config);
  }
  add_papers(page);
  PageWarning unreadable{"Sweeps whose files cannot be read, left out.", {}};
  page.sweeps = read_sweeps(options.out, unreadable);
  for (std::size_t i = 0; i < page.sweeps.size(); ++i) {
    PageSweep& sweep = page.sweeps[i];
    add_heat_map(sweep, i, options.out / kSweeps / sweep.name / sweep.learner);
  }
  add_warnings(page, selection, store, newer, options.out);
  warn(page, unreadable.title, unreadable.lines);
  return page;
}

/// What the page was made of, in a line.
std::string made_by(const Page& page, const Selection& selection) {
  std::size_t cells = 0, failed = 0, missing = 0;
  for (const PageStudy& study : page.studies) {
    for (const PageReading& reading : study.readings) {
      cells += reading.table.head.cells;
      failed += reading.table.head.failed;
      missing += reading.table.head.missing;
    }
  }
  return fmt::format("Profile {}: {} configs, {} readings, {} cells ({} failed, {} not run). {}.",
                     page.profile, selection.studies.size(), selection.readings.size(), cells, failed,
                     missing, program_text());
}

std::vector<fs::path> svg_files(const Page& page) {
  std::vector<fs::path> files;
  for (const PageStudy& study : page.studies) {
    for (const std::vector<PageFigure>* figures : {&study.figures, &study.strips}) {
      for (const PageFigure& figure : *figures) {
        if (figure.path.extension() == ".svg") files.push_back(figure.path);
      }
    }
  }
  for (const PageSweep& sweep : page.sweeps) {
    if (sweep.heat_map) files.push_back(sweep.heat_map->path);
  }
  return files;
}

void write_pdfs(const Page& page) {
  const std::vector<fs::path> files = svg_files(page);
  for (const fs::path& svg : files) {
    fs::path pdf = svg;
    if (!convert_svg_to_pdf(svg, pdf.replace_extension(".pdf"))) {
      throw DataError(
          "--pdf: the program rsvg-convert is not installed (Debian: librsvg2-bin, Fedora: librsvg2-tools, "
          "Homebrew: librsvg)");
    }
  }
  std::cerr << fmt::format("{} figures as PDF beside their SVG\n", files.size());
}

void write_paper(const Page& page, const fs::path& path) {
  std::vector<records::ResultTable> tables;
  for (const PageStudy& study : page.studies) {
    for (const PageReading& reading : study.readings) tables.push_back(reading.table);
  }
  base::write_output_file(path, records::paper_tables(tables));
  std::cerr << "LaTeX: " << path.string() << "\n";
}

}  // namespace

int verb_report(const ReportOptions& options) {
  StudyOptions study = options.study;
  study.skip_missing = true;  // the page says what is left out
  const DataSource data = make_data_source(study);
  const Selection selection = select(study, data);
  records::RecordStore store(study.out / "cells");
  Page page = make_page(selection, store, study, data);
  page.made_by = made_by(page, selection);
  const fs::path path = options.page.value_or(study.out / "report.html");
  base::write_output_file(path, page_html(page));
  if (options.pdf) write_pdfs(page);
  if (options.paper) write_paper(page, *options.paper);
  for (const PageWarning& warning : page.warnings) {
    std::cerr << warning.title << "\n";
    for (const std::string& line : warning.lines) std::cerr << "  " << line << "\n";
  }
  std::cout << fs::absolute(path).lexically_normal().string() << "\n";
  const bool whole = not_run(page).empty() && failures(page).empty();
  return whole ? kOk : kCellsFailed;
}

}  // namespace preimage::experiments
