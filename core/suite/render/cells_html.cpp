#include <algorithm>

#include <fmt/format.h>

#include "suite/render/page_html.hpp"
#include "suite/render/page_parts.hpp"
#include "suite/results/table_words.hpp"

namespace preimage::suite::render {

namespace {

/// A printed number of a study, and its place in Page::numbers for each reading.
struct PrintedColumn {
  std::string measure, row, column;
  std::map<std::string, std::size_t> numbers;
};

/// In the order of the tables. Readings that are not held against printed numbers (stand-in data, --set) are left out.
std::vector<PrintedColumn> printed_columns(const PageStudy& study) {
  std::vector<PrintedColumn> columns;
  for (const PageReading& reading : study.readings) {
    const results::ResultTable& table = reading.table;
    if (!results::is_comparable(table.head)) continue;
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
      for (std::size_t c = 0; c < table.columns.size(); ++c) {
        const results::TableRow& row = table.rows[r];
        if (!row.numbers[c].published || !reading.numbers[r][c]) continue;
        auto found = std::find_if(columns.begin(), columns.end(), [&](const PrintedColumn& other) {
          return other.measure == row.measure && other.row == row.title && other.column == table.columns[c];
        });
        if (found == columns.end())
          found = columns.insert(found, {row.measure, row.title, table.columns[c], {}});
        found->numbers[table.head.reading] = *reading.numbers[r][c];
      }
    }
  }
  return columns;
}

constexpr std::size_t kMostClasses = 60;

/// "12 %"; a share that is neither nothing nor all is never rounded to either.
std::string share_text(double share) {
  if (share > 0.0 && share < 0.005) return "<1 %";
  if (share < 1.0 && share > 0.995) return ">99 %";
  return fmt::format("{:.0f} %", 100.0 * share);
}

std::vector<Grid::Cell> count_cells(const std::vector<std::size_t>& counts, std::size_t right) {
  std::size_t all = 0;
  for (const std::size_t count : counts) all += count;
  std::vector<Grid::Cell> cells;
  for (std::size_t c = 0; c < counts.size(); ++c) {
    const double share = counts[c] == 0 ? 0.0 : static_cast<double>(counts[c]) / static_cast<double>(all);
    const std::string text = counts[c] == 0 ? "" : "<br><small>" + html_text(share_text(share)) + "</small>";
    cells.push_back({std::to_string(counts[c]) + text,
                     fmt::format(" style=\"--alpha: {:.2f}\"{}", 0.45 * share,  // the text keeps its contrast
                                 c == right ? " class=\"right\"" : "")});
  }
  return cells;
}

std::string matrix_html(const results::ConfusionMatrix& matrix, bool names_reading) {
  Grid grid{"Classes of " + matrix.title,
            "confusion",
            matrix.title + (names_reading ? " (" + matrix.reading + ")" : ""),
            "true",
            {},
            {}};
  for (std::size_t r = 0; r < matrix.classes.size(); ++r) {
    grid.columns.push_back(html_text(matrix.classes[r]));
    grid.rows.emplace_back(matrix.classes[r], count_cells(matrix.counts[r], r));
  }
  return grid_html(grid);
}

}  // namespace

std::string grid_html(const Grid& grid) {
  Views rows;
  for (const auto& [name, cells] : grid.rows) {
    Views views;
    for (const Grid::Cell& cell : cells)
      views.push_back(view({{"html", cell.html}, {"attributes", cell.attributes}}));
    rows.push_back(view({{"name", name}, {"cells", View(views)}}));
  }
  return render("grid", view({{"label", grid.label},
                              {"kind", grid.kind},
                              {"caption", view_of(grid.caption)},
                              {"corner", grid.corner},
                              {"columns", view_of(grid.columns)},
                              {"rows", View(rows)}}));
}

std::string readings_html(const Page& page, const PageStudy& study) {
  const std::vector<PrintedColumn> columns = printed_columns(study);
  Grid grid{"Readings of " + study.title, "readings", "ours, and the verdict", "reading", {}, {}};
  for (const PrintedColumn& column : columns) {
    const PageNumber& number = page.numbers[column.numbers.begin()->second];
    grid.columns.push_back(html_text(fmt::format("{}, {}", column.row, column.column)) +
                           "<br><span class=\"published\">" +
                           html_text("published " + number.published.text) + "</span>");
  }
  for (const PageReading& reading : study.readings) {
    const std::string& name = reading.table.head.reading;
    std::vector<Grid::Cell> cells;
    bool any = false;
    for (const PrintedColumn& column : columns) {
      Grid::Cell& cell = cells.emplace_back();
      const auto id = column.numbers.find(name);
      if (id == column.numbers.end()) continue;
      const PageNumber& number = page.numbers[id->second];
      any = true;
      cell.html = html_text(number.ours.text);
      if (!number.verdict) continue;
      cell.html += "<br>" + html_badge(verdict_word(number.verdict->agreement), number.verdict->text());
    }
    if (any) grid.rows.emplace_back(name, std::move(cells));
  }
  return grid.rows.size() < 2 ? "" : grid_html(grid);
}

View confusions_view(const Page& page, const PageStudy& study, std::size_t& bytes_left) {
  Views views;
  for (const PageConfusion& confusion : study.confusions) {
    const bool names_reading =
        std::any_of(confusion.matrices.begin(), confusion.matrices.end(),
                    [&](const auto& matrix) { return matrix.reading != confusion.matrices.front().reading; });
    std::vector<std::string> shown;
    std::size_t left_out = 0;
    for (const results::ConfusionMatrix& matrix : confusion.matrices) {
      const bool fits = matrix.classes.size() <= kMostClasses;
      const std::string html = fits ? matrix_html(matrix, names_reading || study.confusions.size() > 1) : "";
      const bool is_shown = fits && html.size() <= bytes_left;
      if (is_shown) {
        bytes_left -= html.size();
        shown.push_back(html);
      } else {
        ++left_out;
      }
    }
    views.push_back(view({{"matrices", view_of(shown)},
                          {"left_out", view_of(left_out == 0 ? "" : std::to_string(left_out))},
                          {"path", shown_path(page, confusion.path)}}));
  }
  return View(views);
}

}  // namespace preimage::suite::render
