#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "suite/render/number_text.hpp"
#include "suite/render/page_html.hpp"
#include "suite/render/page_parts.hpp"
#include "suite/results/table_words.hpp"

namespace preimage::suite::render {

namespace {

using results::TableRow;

/// What stands behind each "+-", once for a table whose rows agree.
/// ours  in front of what is not printed; "" on a page where nothing is
std::string spreads_text(const results::ResultTable& table, const std::string& ours) {
  std::vector<std::string> remarks;
  const auto add = [&](const std::string& text) {
    if (!text.empty() && std::find(remarks.begin(), remarks.end(), text) == remarks.end())
      remarks.push_back(text);
  };
  for (const TableRow& row : table.rows) {
    if (const std::string remark = published_remark(row); !remark.empty()) add("published " + remark);
    add(ours + ours_remark(table.head, row));
  }
  return fmt::format("{}", fmt::join(remarks, "; "));
}

/// A table as it is laid out: one method per row.
struct Layout {
  struct Row {
    std::string title;
    std::vector<std::optional<std::size_t>> numbers;
  };
  struct Block {
    std::string heading;  // what its rows measure, or ""
    std::vector<Row> rows;
  };
  std::vector<std::string> columns;
  std::vector<Block> blocks;
};

/// Columns become rows: they are the methods.
Layout turned(const PageReading& reading) {
  Layout layout;
  for (const TableRow& row : reading.table.rows) layout.columns.push_back(row.title);
  Layout::Block& block = layout.blocks.emplace_back();
  for (std::size_t c = 0; c < reading.table.columns.size(); ++c) {
    Layout::Row& row = block.rows.emplace_back(Layout::Row{reading.table.columns[c], {}});
    for (const auto& numbers : reading.numbers) row.numbers.push_back(numbers[c]);
  }
  return layout;
}

/// Rows "measure, method" of one measure stand together below its name.
Layout grouped(const PageReading& reading) {
  Layout layout;
  layout.columns = reading.table.columns;
  std::string measure;
  for (std::size_t r = 0; r < reading.table.rows.size(); ++r) {
    const TableRow& row = reading.table.rows[r];
    const std::string prefix = results::shown_name(row.measure) + ", ";
    const bool has_prefix = row.title.starts_with(prefix);
    const std::string heading = has_prefix ? results::shown_name(row.measure) : "";
    if (layout.blocks.empty() || row.measure != measure || heading != layout.blocks.back().heading)
      layout.blocks.push_back({heading, {}});
    measure = row.measure;
    const std::string title = has_prefix ? row.title.substr(prefix.size()) : row.title;
    layout.blocks.back().rows.push_back({title, reading.numbers[r]});
  }
  return layout;
}

/// Where a measure has several rows, these are methods already, unless there are more columns than rows.
Layout layout_of(const PageReading& reading) {
  std::map<std::string, std::size_t> rows_of;
  for (const TableRow& row : reading.table.rows) ++rows_of[row.measure];
  const bool has_methods_in_rows =
      std::any_of(rows_of.begin(), rows_of.end(), [](const auto& entry) { return entry.second > 1; });
  const bool is_turned = !has_methods_in_rows || reading.table.columns.size() > reading.table.rows.size();
  return is_turned ? turned(reading) : grouped(reading);
}

std::string cell_html(const Page& page, std::size_t id, bool is_labelled) {
  const PageNumber& number = page.numbers[id];
  View verdict(false);
  if (number.verdict) {
    verdict = view({{"badge", html_verdict(number)},
                    {"mark", number.without_hindsight ? html_without_hindsight("") : ""},
                    {"z", html_z(*number.verdict)}});
  }
  return render("cell", view({{"attributes", html_number_attributes(page, id, number.without_hindsight)},
                              {"label", number.title},
                              {"is_labelled", is_labelled},
                              {"ours", number.ours.text},
                              {"published", view_of(number.published.text)},
                              {"verdict", std::move(verdict)}}));
}

View row_view(const Page& page, const Layout::Row& row, bool is_labelled) {
  std::vector<std::string> cells;
  for (const std::optional<std::size_t>& id : row.numbers)
    cells.push_back(id ? cell_html(page, *id, is_labelled) : "<td></td>");
  return view({{"title", row.title}, {"cells", view_of(cells)}});
}

}  // namespace

std::string table_html(const Page& page, const PageReading& reading) {
  const results::ResultTable& table = reading.table;
  const Layout layout = layout_of(reading);
  const bool is_labelled = std::any_of(table.rows.begin(), table.rows.end(),
                                       [](const TableRow& row) { return any_published(row); });
  Views blocks;
  for (const Layout::Block& block : layout.blocks) {
    Views rows;
    for (const Layout::Row& row : block.rows) rows.push_back(row_view(page, row, is_labelled));
    View heading(false);
    if (!block.heading.empty())
      heading = view({{"text", block.heading}, {"width", std::to_string(layout.columns.size() + 1)}});
    blocks.push_back(view({{"heading", std::move(heading)}, {"rows", View(rows)}}));
  }
  const std::string none =
      is_labelled || !has_printed(page) ? "" : "All numbers are ours, none of this table is printed; ";
  return render("numbers",
                view({{"title", results::title_text(table.head)},
                      {"reading", results::reading_label(table.head)},
                      {"caption", none + spreads_text(table, has_printed(page) ? "ours " : "mean ")},
                      {"columns", view_of(layout.columns)},
                      {"blocks", View(blocks)}}));
}

}  // namespace preimage::suite::render
