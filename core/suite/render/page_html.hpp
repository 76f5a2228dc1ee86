// The page as one HTML file, complete without its script and without a network.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "suite/render/page.hpp"
#include "suite/render/template.hpp"

namespace preimage::suite::render {

/// Bytes of embedded pictures that a page carries at most; those beyond are named.
inline constexpr std::size_t kMaxPageFigureBytes = 3'000'000;

/// The whole document: contents, summary, a section per paper with its printed numbers, tables, statistics, readings and
/// figures, sweeps, and what is missing. Same page, same bytes.
/// throws  DataError for a figure's file that cannot be read
std::string page_html(const Page& page);

/// A paper with its configs, or a config of no paper.
struct PageSectionName {
  std::string paper;          // its key, or ""
  std::string anchor, title;  // of the section
  std::size_t study = 0;      // into Page::studies, of no paper
};
/// In the order of the page.
std::vector<PageSectionName> section_names(const Page& page);

/// Parts of the page. `figure_bytes` are left for pictures.
std::string contents_html(const Page& page);
std::string paper_sections_html(const Page& page, std::size_t& figure_bytes);
struct Heading {
  std::string text;
  int level = 3;  // of <h3>
};
std::string study_html(const Page& page, const PageStudy& study, const Heading& heading,
                       std::size_t& figure_bytes);
std::string table_html(const Page& page, const PageReading& reading);
std::string statistics_html(const PageReading& reading);
/// A table that scrolls within itself; columns and cells are HTML, the other texts are not.
struct Grid {
  struct Cell {
    std::string html, attributes = {};  // attributes: with a blank in front
  };
  std::string label, kind, caption, corner;  // kind: of style sheets
  std::vector<std::string> columns;
  std::vector<std::pair<std::string, std::vector<Cell>>> rows;  // with their names
};
std::string grid_html(const Grid& grid);
/// What each reading gives for each printed number; "" of fewer than two readings.
std::string readings_html(const Page& page, const PageStudy& study);
/// Which class is taken for which, a table per learner. A table of more than 60 classes, or of more bytes than are left, is
/// only counted: its CSV file is named.
View confusions_view(const Page& page, const PageStudy& study, std::size_t& bytes_left);
std::string sweeps_html(const Page& page, std::size_t& figure_bytes);

}  // namespace preimage::suite::render
