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

View counts_view(const results::ConfusionMatrix& matrix, std::size_t row) {
  std::size_t all = 0;
  for (const std::size_t count : matrix.counts[row]) all += count;
  Views cells;
  for (std::size_t c = 0; c < matrix.classes.size(); ++c) {
    const std::size_t count = matrix.counts[row][c];
    const double share = count == 0 ? 0.0 : static_cast<double>(count) / static_cast<double>(all);
    cells.push_back(view({{"count", std::to_string(count)},
                          {"alpha", fmt::format("{:.2f}", 0.45 * share)},  // the text keeps its contrast
                          {"share", view_of(count == 0 ? "" : share_text(share))},
                          {"is_right", row == c}}));
  }
  return view({{"name", matrix.classes[row]}, {"cells", View(cells)}});
}

std::string matrix_html(const results::ConfusionMatrix& matrix, bool names_reading) {
  Views rows;
  for (std::size_t r = 0; r < matrix.classes.size(); ++r) rows.push_back(counts_view(matrix, r));
  return render("confusion",
                view({{"title", matrix.title + (names_reading ? " (" + matrix.reading + ")" : "")},
                      {"classes", view_of(matrix.classes)},
                      {"rows", View(rows)}}));
}

}  // namespace

View readings_view(const Page& page, const PageStudy& study) {
  const std::vector<PrintedColumn> columns = printed_columns(study);
  Views titles, rows;
  for (const PrintedColumn& column : columns) {
    const Quote& published = page.numbers[column.numbers.begin()->second].published;
    titles.push_back(view({{"title", fmt::format("{}, {}", column.row, column.column)},
                           {"published", published.text},
                           {"remark", view_of(published.remark)}}));
  }
  for (const PageReading& reading : study.readings) {
    const std::string& name = reading.table.head.reading;
    Views cells;
    bool any = false;
    for (const PrintedColumn& column : columns) {
      const auto id = column.numbers.find(name);
      const PageNumber* number = id == column.numbers.end() ? nullptr : &page.numbers[id->second];
      any = any || number != nullptr;
      cells.push_back(view({{"ours", number == nullptr ? "" : number->ours.text},
                            {"verdict", number == nullptr || !number->verdict
                                            ? ""
                                            : html_badge(verdict_word(agreement_of(number->verdict)),
                                                         number->verdict->text())}}));
    }
    if (any) rows.push_back(view({{"name", name}, {"cells", View(cells)}}));
  }
  if (rows.size() < 2) return View(false);
  return view({{"columns", View(titles)}, {"rows", View(rows)}});
}

View confusions_view(const Page& page, const PageStudy& study, std::size_t& bytes_left) {
  Views views;
  for (const PageConfusion& confusion : study.confusions) {
    const bool names_reading =
        std::any_of(confusion.matrices.begin(), confusion.matrices.end(),
                    [&](const auto& matrix) { return matrix.reading != confusion.matrices.front().reading; });
    std::string shown;
    std::size_t left_out = 0;
    for (const results::ConfusionMatrix& matrix : confusion.matrices) {
      const bool fits = matrix.classes.size() <= kMostClasses;
      const std::string html = fits ? matrix_html(matrix, names_reading || study.confusions.size() > 1) : "";
      const bool is_shown = fits && html.size() <= bytes_left;
      bytes_left -= is_shown ? html.size() : 0;
      shown += is_shown ? html : "";
      left_out += is_shown ? 0 : 1;
    }
    views.push_back(view({{"matrices", shown},
                          {"left_out", view_of(left_out == 0 ? "" : std::to_string(left_out))},
                          {"path", shown_path(page, confusion.path)}}));
  }
  return View(views);
}

}  // namespace preimage::suite::render
