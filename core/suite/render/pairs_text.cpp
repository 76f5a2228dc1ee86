#include "suite/render/pairs_text.hpp"

#include <fmt/format.h>

#include "suite/records/mean_text.hpp"
#include "suite/render/result_json.hpp"
#include "suite/render/screen_text.hpp"

namespace preimage::suite::render {

namespace {

/// With a header; a number that was not rerun has no verdict.
std::vector<std::vector<std::string>> rows_of(const results::JudgedPairs& judged) {
  std::vector<std::vector<std::string>> rows = {{"number", "published", "ours", "z", "verdict", "because"}};
  for (const results::JudgedPair& pair : judged.pairs) {
    const records::Published& p = pair.published;
    std::vector<std::string>& row = rows.emplace_back();
    row = {pair.name, p.spread ? fmt::format("{} +- {}", p.text, p.spread_text) : p.text};
    if (!pair.ours) {
      row.insert(row.end(), {"-", "", "no rerun", ""});
      continue;
    }
    std::string ours = records::mean_text(pair.ours->mean);
    if (pair.ours->repetitions > 1)
      ours += fmt::format(" +- {} ({})", records::spread_text(pair.ours->mean, pair.ours->sd),
                          pair.ours->repetitions);
    row.insert(row.end(), {ours, pair.verdict->z_text(), pair.verdict->text(), pair.verdict->why()});
  }
  return rows;
}

}  // namespace

std::string pairs_as_text(const results::JudgedPairs& judged) {
  std::string text = aligned_columns(std::vector<Align>(6, Align::left), rows_of(judged));
  for (const std::string& remark : judged.remarks) text += remark + "\n";
  return text;
}

std::string pairs_as_markdown(const results::JudgedPairs& judged) {
  std::string text;
  for (const std::vector<std::string>& row : rows_of(judged))
    text += text.empty() ? markdown_header(row) : markdown_row(row);
  for (const std::string& remark : judged.remarks) text += "\n- " + in_field(remark);
  return text + (judged.remarks.empty() ? "" : "\n");
}

std::string pairs_as_json(const results::JudgedPairs& judged) {
  Json numbers = Json::array();
  for (const results::JudgedPair& pair : judged.pairs)
    numbers.push_back(judged_json(pair.name, pair.published, pair.ours, pair.verdict));
  const Json root = {
      {"format", "preimage-verdict"}, {"version", 1}, {"numbers", numbers}, {"remarks", judged.remarks}};
  return root.dump(1) + "\n";
}

}  // namespace preimage::suite::render
