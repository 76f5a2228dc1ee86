#include "suite/render/page_json.hpp"

#include <cmath>
#include <cstdlib>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "suite/data/delimited.hpp"
#include "suite/records/mean_text.hpp"
#include "suite/render/number_text.hpp"
#include "suite/render/page_parts.hpp"

namespace preimage::suite::render {

namespace {

using nlohmann::json;

/// The double whose shortest text has at most 5 significant digits. JSON has nothing that is not finite.
json number(const std::optional<double>& value) {
  if (!value || !std::isfinite(*value)) return nullptr;
  const std::string text = records::without_sign_of_zero(fmt::format("{:.5g}", *value));
  const double rounded = std::strtod(text.c_str(), nullptr);
  return std::isfinite(rounded) ? rounded : *value;  // the largest double rounds up to infinity
}

json details_json(const Details& details) {
  json list = json::array();
  for (const auto& [term, text] : details) {
    if (!text.empty()) list.push_back({term, with_plus_minus(text)});
  }
  return list;
}

/// ours  what a number that is not printed is called
Details number_details(const PageNumber& n, const ShownNumber& there, const char* ours) {
  Details details;
  const auto add = [&](const char* term, const std::string& text, const std::string& remark) {
    if (!text.empty()) details.emplace_back(term, text + (remark.empty() ? "" : " (" + remark + ")"));
  };
  const results::TableRow& row = there.row;
  const std::optional<records::Published>& published = there.number.published;
  const std::optional<records::Verdict>& verdict = there.number.verdict;
  add("published", there.published(), published && published->spread ? published_remark(row) : "");
  add(there.head.stand_in ? "stand-in" : ours, there.ours(), ours_remark(there.head, row));
  add("95 %", there.interval(),
      interval_remark(row) + (has_estimates(row) ? " " + estimate_text(there.number) : ""));
  if (row.folds > 1) add("over folds", fold_spread_text(there.number), fold_remark(row));
  if (!verdict) return details;
  add("z", verdict->z_text(2), fmt::format("u = {:.4g}", verdict->unit));
  add("verdict", verdict->text(), verdict->why());
  add("reproduced in", fmt::format("{}", fmt::join(n.reproduced_by, ", ")), "");
  add("why", n.why, "");
  return details;
}

json number_json(const PageNumber& n, const ShownNumber& there, const char* ours, bool has_losses) {
  json losses = json::array();
  if (has_losses) {
    for (const std::optional<double>& loss : n.losses) losses.push_back(number(loss));
  }
  return {{"group", n.group},
          {"title", there.title()},
          {"measure", there.row.title},
          {"details", details_json(number_details(n, there, ours))},
          {"losses", std::move(losses)}};
}

}  // namespace

std::string page_json(const Page& page) {
  const bool is_printed = has_printed(page);
  std::size_t used = 0;
  const auto fits = [&](std::size_t count) {
    if (used + count > kMaxPageLosses) return false;
    used += count;
    return true;
  };
  json groups = json::array(), numbers = json::array(), chosen = json::array();
  for (const PageNumber& n : page.numbers)
    numbers.push_back(number_json(n, shown(page, n), is_printed ? "ours" : "mean", fits(n.losses.size())));
  std::map<std::string, std::size_t> places;  // in `chosen`, which has each text once
  for (const PageGroup& group : page.groups) {
    json own = json::array(), status = json::object();
    if (fits(group.chosen.size())) {
      for (const std::string& text : group.chosen) {
        const auto [place, is_new] = places.emplace(text, chosen.size());
        if (is_new && !text.empty()) chosen.push_back(text);
        own.push_back(text.empty() ? json(-1) : json(place->second));
      }
    }
    for (const auto& [cell, text] : group.status) status[std::to_string(cell)] = text;
    groups.push_back({{"details", details_json(group.details)},
                      {"command", group.command},
                      {"folds", group.folds},
                      {"name", group.name},
                      {"chosen", std::move(own)},
                      {"status", std::move(status)},
                      {"cells", group.chosen.size()}});
  }
  const json all = {{"groups", std::move(groups)},
                    {"numbers", std::move(numbers)},
                    {"chosen", std::move(chosen)},
                    {"printed", is_printed}};
  // A text that is not UTF-8 (a reason of a damaged file's name, say) is shown with U+FFFD.
  const std::string text = all.dump(-1, ' ', false, json::error_handler_t::replace);
  return fmt::format("{}", fmt::join(data::split_fields(text, '<'), "\\u003c"));
}

}  // namespace preimage::suite::render
