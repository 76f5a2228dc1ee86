#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "preimage/base/collect.hpp"
#include "suite/data/text_file.hpp"
#include "suite/render/number_text.hpp"
#include "suite/render/page_html.hpp"
#include "suite/render/page_parts.hpp"
#include "suite/results/table_words.hpp"

namespace preimage::suite::render {

namespace {

using results::TableRow;

/// What is behind each "+-", once for a table whose rows agree.
/// ours  in front of what is not printed; "" on a page where nothing is
std::string spreads_text(const results::ResultTable& table, const std::string& ours) {
  std::vector<std::string> remarks;
  for (const TableRow& row : table.rows) {
    if (const std::string remark = published_remark(row); !remark.empty())
      data::add_once(remarks, "published " + remark);
    const std::string remark = ours_remark(table.head, row);
    data::add_once(remarks, has_estimates(row)
                                ? remark + ", and the 95 % interval of the corrected number behind it"
                            : has_intervals(row) ? remark + ", and its 95 % interval"
                                                 : ours + remark);
  }
  return fmt::format("{}", fmt::join(remarks, "; "));
}

View cell_view(const Page& page, const std::optional<std::size_t>& id) {
  if (!id) return {{"number", nullptr}};
  const bool is_marked = page.numbers[*id].without_hindsight;
  return {{"number", number_view(page, *id, is_marked ? std::optional<std::string>("") : std::nullopt)}};
}

/// Columns become rows: they are the methods.
View turned(const Page& page, const PageReading& reading) {
  View rows = View::array();
  for (std::size_t c = 0; c < reading.table.columns.size(); ++c) {
    View cells =
        base::collect(reading.numbers, [&](const auto& numbers) { return cell_view(page, numbers[c]); });
    rows.push_back({{"title", reading.table.columns[c]}, {"cells", std::move(cells)}});
  }
  return {{"columns", base::collect(reading.table.rows, &TableRow::title)},
          {"blocks", View::array({{{"heading", ""}, {"rows", std::move(rows)}}})}};
}

/// Rows "measure, method" of one measure follow each other below its name.
View grouped(const Page& page, const PageReading& reading) {
  View blocks = View::array();
  std::string measure;
  for (std::size_t r = 0; r < reading.table.rows.size(); ++r) {
    const TableRow& row = reading.table.rows[r];
    const std::string name = results::shown_name(row.measure);
    const bool has_name = row.title.starts_with(name + ", ");
    const std::string heading = has_name ? name : "";
    if (blocks.empty() || row.measure != measure || blocks.back()["heading"] != heading)
      blocks.push_back({{"heading", heading}, {"rows", View::array()}});
    measure = row.measure;
    View cells = base::collect(reading.numbers[r], [&](const auto& id) { return cell_view(page, id); });
    blocks.back()["rows"].push_back(
        {{"title", has_name ? row.title.substr(name.size() + 2) : row.title}, {"cells", std::move(cells)}});
  }
  return {{"columns", reading.table.columns}, {"blocks", std::move(blocks)}};
}

/// Where a measure has several rows, these are methods already, unless there are more columns than rows.
View laid_out(const Page& page, const PageReading& reading) {
  std::map<std::string, std::size_t> rows_of;
  for (const TableRow& row : reading.table.rows) ++rows_of[row.measure];
  const bool has_methods_in_rows =
      std::ranges::any_of(rows_of, [](const auto& entry) { return entry.second > 1; });
  const bool is_turned = !has_methods_in_rows || reading.table.columns.size() > reading.table.rows.size();
  return is_turned ? turned(page, reading) : grouped(page, reading);
}

/// A printed number of a study, and its place in Page::numbers for each reading.
struct PrintedColumn {
  std::string measure, title, published;
  std::map<const PageReading*, std::size_t> numbers;
};

/// In the order of the tables. Readings that are not compared with printed numbers (stand-in data, --set) are
/// left out.
std::vector<PrintedColumn> printed_columns(const Page& page, const PageStudy& study) {
  std::vector<PrintedColumn> columns;
  for (std::size_t id = 0; id < page.numbers.size(); ++id) {
    const ShownNumber there = shown(page, page.numbers[id]);
    if (&there.study != &study || !results::is_comparable(there.head) || !there.number.published) continue;
    auto found = std::ranges::find_if(columns, [&](const PrintedColumn& other) {
      return other.measure == there.row.measure && other.title == there.title();
    });
    if (found == columns.end())
      found = columns.insert(found, {there.row.measure, there.title(), there.published(), {}});
    found->numbers[&there.reading] = id;
  }
  return columns;
}

}  // namespace

View numbers_view(const Page& page, const PageReading& reading) {
  const results::ResultTable& table = reading.table;
  const bool is_printed = has_printed(page), is_labelled = std::ranges::any_of(table.rows, any_published);
  const std::string none =
      is_printed && !is_labelled ? "All numbers are ours, none of this table is printed; " : "";
  View view = laid_out(page, reading);
  view["title"] = results::title_text(table.head);
  view["reading"] = results::reading_label(table.head);
  view["caption"] = none + spreads_text(table, is_printed ? "ours " : "mean ");
  view["is_labelled"] = is_labelled;
  view["width"] = view["columns"].size() + 1;
  return view;
}

View compared_view(const Page& page, const PageStudy& study) {
  const std::vector<PrintedColumn> printed = printed_columns(page, study);
  View columns = View::array(), rows = View::array();
  for (const PrintedColumn& column : printed)
    columns.push_back({{"title", column.title}, {"published", column.published}});
  for (const PageReading& reading : study.readings) {
    View cells = View::array();
    bool any = false;
    for (const PrintedColumn& column : printed) {
      const auto id = column.numbers.find(&reading);
      cells.push_back({{"ours", ""}, {"badge", nullptr}});
      if (id == column.numbers.end()) continue;
      const ShownNumber there = shown(page, page.numbers[id->second]);
      const std::optional<records::Verdict>& verdict = there.number.verdict;
      any = true;
      cells.back()["ours"] = there.ours();
      if (verdict) cells.back()["badge"] = badge(verdict_word(verdict), verdict->text());
    }
    if (any)
      rows.push_back({{"name", results::reading_label(reading.table.head)}, {"cells", std::move(cells)}});
  }
  if (rows.size() < 2) return nullptr;
  return {{"columns", std::move(columns)}, {"rows", std::move(rows)}};
}

}  // namespace preimage::suite::render
