#include "suite/check/regression_text.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "preimage/base/text.hpp"
#include "suite/figures/markup.hpp"

namespace preimage::suite::check {

using nlohmann::json;

namespace {

/// As text or attribute of XML 1.0; what is no UTF-8 by the numbers of its bytes.
std::string xml_escaped(const std::string& bytes) {
  if (!base::find_bad_byte(bytes)) return figures::markup_escaped(bytes);
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += byte < ' ' || byte > '~' ? fmt::format("\\x{:02x}", byte) : std::string(1, c);
  }
  return figures::markup_escaped(text);
}

std::string junit_case(const NumberChange& change) {
  std::string text =
      fmt::format("  <testcase classname=\"{}\" name=\"{}\"", xml_escaped(results::table_text(change.name)),
                  xml_escaped(results::text_in_table(change.name)));
  if (change.change == Change::same) return text + "/>\n";
  const char* element = fails(change) ? "failure" : "skipped";
  return text +
         fmt::format(">\n    <{} message=\"{}\"/>\n  </testcase>\n", element, xml_escaped(sentence(change)));
}

const char* word_of(Change change) {
  switch (change) {
    case Change::moved:
      return "moved";
    case Change::missing:
      return "missing";
    case Change::added:
      return "new";
    case Change::same:
      break;
  }
  return "same";
}

json or_null(const std::optional<double>& value) {
  return value ? json(*value) : json(nullptr);
}

json number_json(const NumberChange& change) {
  json steps = json::array();
  for (const VersionStep& step : change.steps)
    steps.push_back({{"name", step.name}, {"from", step.from}, {"to", step.to}});
  return {{"table", results::table_text(change.name)},
          {"reading", change.name.reading},
          {"measure", change.name.measure},
          {"learner", change.name.learner},
          {"change", word_of(change.change)},
          {"latest", or_null(change.latest.ours)},
          {"reference", or_null(change.reference.ours)},
          {"moved", change.moved},
          {"tolerance", change.tolerance},
          {"tolerance_of", change.reference.tolerance_of},
          {"since", change.reference.provenance.program},
          {"program", change.latest.provenance.program},
          {"versions", change.latest.provenance.versions},
          {"version_steps", steps},
          {"versions_to_raise", change.suspects},
          {"message", sentence(change)}};
}

}  // namespace

std::size_t count(const std::vector<NumberChange>& changes, Change change) {
  return static_cast<std::size_t>(
      std::count_if(changes.begin(), changes.end(), [&](const auto& c) { return c.change == change; }));
}

std::string as_junit(const std::vector<NumberChange>& changes, const std::string& profile) {
  std::string cases;
  for (const NumberChange& change : changes) cases += junit_case(change);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuite name=\"preimage check {}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\">\n"
      "{}</testsuite>\n",
      xml_escaped(profile), changes.size(), std::count_if(changes.begin(), changes.end(), fails),
      count(changes, Change::added), cases);
}

std::string as_json(const std::vector<NumberChange>& changes, const std::string& profile) {
  json numbers = json::array();
  for (const NumberChange& change : changes) numbers.push_back(number_json(change));
  const json root = {{"profile", profile},
                     {"held", changes.size() - count(changes, Change::added)},
                     {"moved", count(changes, Change::moved)},
                     {"missing", count(changes, Change::missing)},
                     {"new", count(changes, Change::added)},
                     {"numbers", numbers}};
  // The replacement character stands for what is not UTF-8.
  return root.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

std::string no_verdict_json(const std::string& why, const std::string& profile) {
  return json{{"profile", profile}, {"cannot_say", why}}.dump(1, ' ', false, json::error_handler_t::replace) +
         "\n";
}

}  // namespace preimage::suite::check
