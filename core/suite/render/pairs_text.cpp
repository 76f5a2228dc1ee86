#include "suite/render/pairs_text.hpp"

#include <map>

#include <fmt/format.h>

#include "preimage/base/collect.hpp"
#include "suite/data/text_file.hpp"
#include "suite/records/mean_text.hpp"
#include "suite/render/number_text.hpp"
#include "suite/render/result_json.hpp"
#include "suite/render/screen_text.hpp"

namespace preimage::suite::render {

namespace {

/// With a header; a number that was not rerun has no verdict.
std::vector<std::vector<std::string>> rows_of(const results::JudgedPairs& judged) {
  std::vector<std::vector<std::string>> rows = {{"number", "published", "rerun", "z", "verdict", "because"}};
  for (const results::JudgedPair& pair : judged.pairs) {
    const std::string printed = published_text(pair.published);
    if (!pair.ours) {
      rows.push_back({pair.name, printed, "-", "", "no rerun", ""});
      continue;
    }
    std::string ours = records::mean_text(pair.ours->mean);
    if (pair.ours->repetitions > 1)
      ours += fmt::format(" +- {} ({})", records::spread_text(pair.ours->mean, pair.ours->sd),
                          pair.ours->repetitions);
    rows.push_back(
        {pair.name, printed, ours, pair.verdict->z_text(), pair.verdict->text(), pair.verdict->why()});
  }
  return rows;
}

/// "15 printed, 14 rerun: 13 reproduced, 1 not reproduced (a: printed 18.9, rerun 20.6, 5 runs); 1 without a
/// rerun (b)"
std::string summary_of(const results::JudgedPairs& judged) {
  std::map<records::Agreement, std::vector<std::string>> names;
  std::vector<std::string> not_rerun, clearly, counts;
  for (const results::JudgedPair& pair : judged.pairs) {
    if (!pair.ours)
      not_rerun.push_back(pair.name);
    else
      names[pair.verdict->agreement].push_back(
          fmt::format("{}: printed {}, rerun {:.4g}, {} {}", pair.name, pair.published.text, pair.ours->mean,
                      pair.ours->repetitions, pair.ours->repetitions == 1 ? "run" : "runs"));
    if (pair.verdict && pair.verdict->differs_clearly()) clearly.push_back(pair.name);
  }
  for (const auto& [agreement, some] : names) {
    const bool is_named =
        agreement == records::Agreement::not_reproduced || agreement == records::Agreement::marginal;
    counts.push_back(fmt::format("{} {}{}", some.size(), records::word(agreement),
                                 is_named ? " (" + data::few_of(some, "; ") + ")" : ""));
    if (agreement == records::Agreement::reproduced && !clearly.empty())
      counts.back() += fmt::format(" ({} of them clearly apart, but by less than M: {})", clearly.size(),
                                   data::few_of(clearly));
  }
  std::string text = fmt::format("{} printed, {} rerun: {}", judged.pairs.size(),
                                 judged.pairs.size() - not_rerun.size(), fmt::join(counts, ", "));
  if (!not_rerun.empty())
    text += fmt::format("; {} without a rerun ({})", not_rerun.size(), data::few_of(not_rerun));
  return judged.unprinted.empty() ? text
                                  : text + fmt::format("; {} rerun and not printed", judged.unprinted.size());
}

}  // namespace

std::string pairs_as_text(const results::JudgedPairs& judged) {
  std::string text = aligned_columns(std::vector<Align>(6, Align::left), rows_of(judged));
  for (const std::string& remark : judged.remarks) text += remark + "\n";
  return text + summary_of(judged) + "\n";
}

std::string pairs_as_markdown(const results::JudgedPairs& judged) {
  std::string text;
  for (const std::vector<std::string>& row : rows_of(judged))
    text += text.empty() ? markdown_header(row) : markdown_row(row);
  for (const std::string& remark : judged.remarks) text += "\n- " + in_field(remark);
  return text + (judged.remarks.empty() ? "\n" : "\n\n") + in_field(summary_of(judged)) + "\n";
}

std::string pairs_as_json(const results::JudgedPairs& judged) {
  const Json numbers = base::collect(judged.pairs, [](const results::JudgedPair& pair) {
    return judged_json(pair.name, pair.published, pair.ours, pair.verdict);
  });
  const Json root = {{"format", "preimage-verdict"},
                     {"version", 1},
                     {"numbers", numbers},
                     {"remarks", judged.remarks},
                     {"summary", summary_of(judged)}};
  return root.dump(1) + "\n";
}

}  // namespace preimage::suite::render
