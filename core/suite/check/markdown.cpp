#include "suite/check/markdown.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "suite/check/regression_text.hpp"
#include "suite/config/number.hpp"

namespace preimage::suite::check {

namespace fs = std::filesystem;

namespace {

/// Six digits, or all of them where six would not show the move.
std::pair<std::string, std::string> old_and_new(const NumberChange& change) {
  const auto text = [](const std::optional<double>& value, bool is_short) {
    if (!value) return std::string("-");
    return is_short ? fmt::format("{:.6g}", *value) : config::number_text(*value);
  };
  const std::optional<double>&before = change.reference.ours, &now = change.latest.ours;
  if (change.change == Change::missing) return {text(before, true), "missing"};
  const bool is_short = text(before, true) != text(now, true);
  return {text(before, is_short), text(now, is_short)};
}

/// What computes the number again, or shows it where its cells are there.
std::string command_of(const NumberChange& change, const CheckOptions& options,
                       const std::vector<ChosenTable>& chosen) {
  const std::string& name = change.reference.config;
  const auto named = std::find_if(chosen.begin(), chosen.end(),
                                  [&](const ChosenTable& one) { return one.config.stem() == name; });
  const bool is_named = named != chosen.end();
  return run_command(options, is_named ? named->config : fs::path(name), change.name.reading,
                     is_named && named->is_outside);
}

std::string row_of(const NumberChange& change, const CheckOptions& options,
                   const std::vector<ChosenTable>& chosen) {
  const auto [before, now] = old_and_new(change);
  const std::string tolerance =
      change.change == Change::missing ? "" : fmt::format("{:.2g}", tolerance_of(change.reference));
  return fmt::format("| {} / {} / {} | {} | {} | {} | {} | `{}` |\n",
                     in_field(results::table_text(change.name)), in_field(change.name.measure),
                     in_field(change.name.learner), in_field(before), in_field(now), tolerance,
                     in_field(change.name.reading), in_field(command_of(change, options, chosen)));
}

/// How many times the tolerance it moved; beyond all numbers where it has no value or stands for other data. In single
/// precision: what rounding alone tells apart is equally bad.
float severity(const NumberChange& change) {
  constexpr float kWorst = std::numeric_limits<float>::infinity();
  if (change.change == Change::missing || change.moved <= change.tolerance) return kWorst;
  return change.tolerance > 0.0 ? static_cast<float>(change.moved / change.tolerance) : kWorst;
}

/// Those that moved or are missing, the worst first, others by name.
std::vector<const NumberChange*> worst_first(const std::vector<NumberChange>& changes) {
  std::vector<const NumberChange*> failing;
  for (const NumberChange& change : changes) {
    if (fails(change)) failing.push_back(&change);
  }
  std::stable_sort(failing.begin(), failing.end(),
                   [](const NumberChange* a, const NumberChange* b) { return severity(*a) > severity(*b); });
  return failing;
}

}  // namespace

FittingLines fitting_lines(const std::vector<std::string>& lines, std::size_t bytes) {
  FittingLines fitting;
  for (const std::string& line : lines) {
    if (fitting.left_out > 0 || bytes + fitting.text.size() + line.size() > kMaxMarkdownBytes)
      ++fitting.left_out;
    else
      fitting.text += line;
  }
  return fitting;
}

std::string in_field(const std::string& text) {
  std::string field;
  for (const char c : text) {
    if (c == '|' || c == '\\') field += '\\';
    field += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return field;
}

std::string as_markdown(const std::vector<NumberChange>& changes, const CheckOptions& options,
                        const std::vector<ChosenTable>& chosen) {
  const std::size_t added = count(changes, Change::added), moved = count(changes, Change::moved),
                    missing = count(changes, Change::missing), held = changes.size() - added;
  const bool has_failed = moved + missing > 0;
  std::string text = fmt::format("**{}**: {} of {} numbers moved, {} missing, {} new (profile {})\n",
                                 has_failed ? "moved" : "held", moved, held, missing, added, options.profile);
  if (!has_failed) return text;
  text += "\n| number | old | new | tolerance | reading | command |\n|---|---|---|---|---|---|\n";
  std::vector<std::string> rows;
  for (const NumberChange* change : worst_first(changes)) rows.push_back(row_of(*change, options, chosen));
  const FittingLines fitting = fitting_lines(rows, text.size());
  text += fitting.text;
  if (fitting.left_out > 0)
    text += fmt::format("\nand {} more that moved less or are missing, too: `--json` has all\n",
                        fitting.left_out);
  return text;
}

std::string no_verdict_markdown(const std::string& why) {
  return "**cannot say**: " + in_field(why) + "\n";
}

}  // namespace preimage::suite::check
