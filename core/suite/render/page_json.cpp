#include "suite/render/page_json.hpp"

#include <cmath>
#include <cstdlib>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "suite/data/delimited.hpp"
#include "suite/records/mean_text.hpp"
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
Details number_details(const PageNumber& n, const char* ours) {
  Details details;
  const auto add = [&](const char* term, const Quote& quote) {
    if (!quote.text.empty())
      details.emplace_back(term, quote.text + (quote.remark.empty() ? "" : " (" + quote.remark + ")"));
  };
  add("published", n.published);
  add(n.stand_in ? "stand-in" : ours, n.ours);
  add("95 %", n.interval);
  add("over folds", n.over_folds);
  if (!n.verdict) return details;
  add("z", {n.verdict->z_text(2), fmt::format("u = {:.4g}", n.verdict->unit)});
  add("verdict", {n.verdict->text(), n.verdict->why()});
  add("reproduced in", {fmt::format("{}", fmt::join(n.reproduced_by, ", ")), ""});
  add("why", {n.why, ""});
  return details;
}

json number_json(const PageNumber& n, const char* ours, bool has_losses) {
  json losses = json::array();
  if (has_losses) {
    for (const std::optional<double>& loss : n.losses) losses.push_back(number(loss));
  }
  return {{"group", n.group},
          {"title", n.title},
          {"measure", n.measure},
          {"details", details_json(number_details(n, ours))},
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
    numbers.push_back(number_json(n, is_printed ? "ours" : "mean", fits(n.losses.size())));
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
