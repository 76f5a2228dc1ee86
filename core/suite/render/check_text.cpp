#include "suite/render/check_text.hpp"

#include <algorithm>
#include <functional>
#include <limits>

#include <fmt/format.h>

#include "preimage/base/collect.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"
#include "suite/figures/markup.hpp"
#include "suite/render/result_json.hpp"
#include "suite/render/screen_text.hpp"

namespace preimage::suite::render {

namespace fs = std::filesystem;
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

std::string junit_case(const results::NumberChange& change) {
  std::string text =
      fmt::format("  <testcase classname=\"{}\" name=\"{}\"", xml_escaped(results::table_text(change.name)),
                  xml_escaped(results::text_in_table(change.name)));
  if (change.change == results::Change::same) return text + "/>\n";
  const char* element = results::fails(change) ? "failure" : "skipped";
  return text + fmt::format(">\n    <{} message=\"{}\"/>\n  </testcase>\n", element,
                            xml_escaped(results::sentence(change)));
}

const char* word_of(results::Change change) {
  static constexpr const char* kWords[] = {"same", "moved", "missing", "new"};
  return kWords[static_cast<int>(change)];
}

json number_json(const results::NumberChange& change) {
  const json steps = base::collect(change.steps, [](const results::VersionStep& step) {
    return json{{"name", step.name}, {"from", step.from}, {"to", step.to}};
  });
  return {{"table", results::table_text(change.name)},
          {"reading", change.name.reading},
          {"measure", change.name.measure},
          {"learner", change.name.learner},
          {"change", word_of(change.change)},
          {"latest", or_null(change.latest.mean())},
          {"reference", or_null(change.reference.mean())},
          {"moved", change.moved},
          {"tolerance", change.tolerance},
          {"tolerance_of", change.reference.tolerance_of},
          {"since", change.reference.provenance.program},
          {"program", change.latest.provenance.program},
          {"versions", change.latest.provenance.versions},
          {"version_steps", steps},
          {"versions_to_raise", change.suspects},
          {"message", results::sentence(change)}};
}

/// Six digits, or all of them where six would not show the move.
std::pair<std::string, std::string> old_and_new(const results::NumberChange& change) {
  const auto text = [](const std::optional<double>& value, bool is_short) {
    if (!value) return std::string("-");
    return is_short ? fmt::format("{:.6g}", *value) : config::number_text(*value);
  };
  const std::optional<double> before = change.reference.mean(), now = change.latest.mean();
  if (change.change == results::Change::missing) return {text(before, true), "missing"};
  const bool is_short = text(before, true) != text(now, true);
  return {text(before, is_short), text(now, is_short)};
}

/// What computes the number again, or shows it where its cells are there.
std::string command_of(const results::NumberChange& change, const results::CheckOptions& options,
                       const std::vector<results::ChosenTable>& chosen) {
  const results::ChosenTable* named = results::chosen_named(chosen, change.name.config);
  return results::run_command(options, named != nullptr ? named->config : fs::path(change.name.config),
                              change.name.reading, named != nullptr && named->runs_programs);
}

std::string row_of(const results::NumberChange& change, const results::CheckOptions& options,
                   const std::vector<results::ChosenTable>& chosen) {
  const auto [before, now] = old_and_new(change);
  const std::string tolerance = change.change == results::Change::missing
                                    ? ""
                                    : fmt::format("{:.2g}", results::tolerance_of(change.reference));
  return markdown_row({fmt::format("{} / {} / {}", results::table_text(change.name), change.name.measure,
                                   change.name.learner),
                       before, now, tolerance, change.name.reading,
                       "`" + command_of(change, options, chosen) + "`"});
}

/// How many times the tolerance it moved; beyond all numbers where it has no value or is of other data. In
/// single precision: what rounding alone tells apart is equally bad.
float severity(const results::NumberChange& change) {
  constexpr float kWorst = std::numeric_limits<float>::infinity();
  if (change.change == results::Change::missing || change.moved <= change.tolerance) return kWorst;
  return change.tolerance > 0.0 ? static_cast<float>(change.moved / change.tolerance) : kWorst;
}

/// Those that moved or are missing, the worst first, others by name.
std::vector<const results::NumberChange*> worst_first(const std::vector<results::NumberChange>& changes) {
  std::vector<const results::NumberChange*> failing;
  for (const results::NumberChange& change : changes) {
    if (results::fails(change)) failing.push_back(&change);
  }
  std::ranges::stable_sort(failing, std::greater(), [](const auto* change) { return severity(*change); });
  return failing;
}

}  // namespace

std::size_t count(const std::vector<results::NumberChange>& changes, results::Change change) {
  return static_cast<std::size_t>(
      std::ranges::count_if(changes, [&](const auto& c) { return c.change == change; }));
}

std::string as_junit(const std::vector<results::NumberChange>& changes, const std::string& profile,
                     const std::vector<std::string>& remarks) {
  std::string cases;
  for (const std::string& remark : remarks)
    cases += "  <testcase classname=\"preimage check\" name=\"remark\">\n    <error message=\"" +
             xml_escaped(remark) + "\"/>\n  </testcase>\n";
  for (const results::NumberChange& change : changes) cases += junit_case(change);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuite name=\"preimage check {}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\">\n"
      "{}</testsuite>\n",
      xml_escaped(profile), changes.size() + remarks.size(), std::ranges::count_if(changes, results::fails),
      remarks.size(), count(changes, results::Change::added), cases);
}

std::string as_json(const std::vector<results::NumberChange>& changes, const std::string& profile,
                    const std::vector<std::string>& remarks) {
  json root = {{"profile", profile},
               {"held", changes.size() - count(changes, results::Change::added)},
               {"moved", count(changes, results::Change::moved)},
               {"missing", count(changes, results::Change::missing)},
               {"new", count(changes, results::Change::added)},
               {"numbers", base::collect(changes, number_json)}};
  if (!remarks.empty()) root["remarks"] = remarks;
  return json_text(root);
}

std::string no_verdict_json(const std::string& why, const std::string& profile) {
  return json_text(json{{"profile", profile}, {"cannot_say", why}});
}

std::string fitting_lines(const std::vector<std::string>& lines, std::size_t bytes) {
  std::string text;
  std::size_t count = 0;
  while (count < lines.size() && bytes + text.size() + lines[count].size() <= kMaxMarkdownBytes)
    text += lines[count++];
  return count == lines.size()
             ? text
             : text + fmt::format("\nand {} more: `--json` has all\n", lines.size() - count);
}

std::string as_markdown(const std::vector<results::NumberChange>& changes,
                        const results::CheckOptions& options, const std::vector<results::ChosenTable>& chosen,
                        const std::vector<std::string>& remarks) {
  const std::size_t added = count(changes, results::Change::added),
                    moved = count(changes, results::Change::moved),
                    missing = count(changes, results::Change::missing), held = changes.size() - added;
  const bool has_failed = moved + missing > 0;
  const char* word = has_failed ? "moved" : remarks.empty() ? "held" : "cannot say";
  std::string text = fmt::format("**{}**: {} of {} numbers moved, {} missing, {} new (profile {})\n", word,
                                 moved, held, missing, added, options.profile);
  for (const std::string& line : results::data_changes(changes))
    text += fmt::format("\n{}, and with it these numbers\n", in_field(line));
  for (const std::string& remark : remarks) text += "\n" + in_field(remark) + "\n";
  if (!has_failed) return text;
  text += "\n" + markdown_header({"number", "old", "new", "tolerance", "reading", "command"});
  const auto row = [&](const results::NumberChange* change) { return row_of(*change, options, chosen); };
  return text + fitting_lines(base::collect(worst_first(changes), row), text.size());
}

std::string no_verdict_markdown(const std::string& why) {
  return "**cannot say**: " + in_field(why) + "\n";
}

}  // namespace preimage::suite::render
