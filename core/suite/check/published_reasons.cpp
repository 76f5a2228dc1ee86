#include "suite/check/published_reasons.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "suite/check/markdown.hpp"
#include "suite/config/number.hpp"
#include "suite/run/folder_runs.hpp"
#include "suite/run/selection.hpp"

namespace preimage::suite::check {

namespace fs = std::filesystem;
using nlohmann::json;
using records::Reason;

namespace {

/// Of numbers that need a reason.
std::set<std::string> config_names(const BestVerdicts& best) {
  std::set<std::string> names;
  for (const auto& [name, number] : best) {
    if (number.has_ours && !number.is_reproduced()) names.insert(number.config);
  }
  return names;
}

std::vector<fs::path> candidate_configs(const CheckOptions& options) {
  if (!options.configs.empty()) return options.configs;
  if (const std::vector<fs::path> noted = run::noted_configs(options.latest); !noted.empty()) return noted;
  return run::selected_configs({});
}

/// "not run", "no verdict", or the verdict and what made it so.
std::string verdict_text(const BestVerdict& number) {
  if (!number.has_ours) return "not run";
  if (number.verdict.empty()) return "no verdict";
  return number.note.empty() ? number.verdict : fmt::format("{} ({})", number.verdict, number.note);
}

/// "  as-printed: 21.9 for 75.6"; "" where no reading has a verdict
std::string numbers_text(const BestVerdict& number) {
  const std::optional<double> ours = config::parse_decimal(number.ours);
  return ours ? fmt::format("  {}: {:.4g} for {}", number.reading, *ours, number.published) : "";
}

/// Where a fraction of 1 stands beside a number that may have been entered in per cent; else "".
std::string unit_hint(const BestVerdict& number) {
  constexpr double kNear = 0.1;
  const std::optional<double> ours = config::parse_decimal(number.ours);
  const std::optional<double> published = config::parse_decimal(number.published);
  if (number.is_explained() || !ours || !published) return "";
  if (*ours < 0.0 || *ours > 1.0 || *published <= 1.0 || std::abs(*published / 100.0 - *ours) > kNear)
    return "";
  return fmt::format(
      "  in per cent? Ours is a fraction of 1: {} would stand as {:.4g} in the file of published numbers\n",
      number.published, *published / 100.0);
}

json text_or_null(const std::string& text) {
  return text.empty() ? json(nullptr) : json(text);
}

}  // namespace

FoundReasons find_reasons(const CheckOptions& options, const BestVerdicts& best) {
  const std::set<std::string> names = config_names(best);
  FoundReasons found;
  if (names.empty()) return found;
  for (const fs::path& config : candidate_configs(options)) {
    if (!names.contains(config.stem().string())) continue;
    try {
      const study::Study study = study::load_study(config, {}, options.experiments);
      found.reasons.insert(found.reasons.end(), study.reasons.begin(), study.reasons.end());
    } catch (const std::exception& error) {
      found.remarks.push_back(fmt::format("why its numbers do not come out is not known: {}", error.what()));
    }
  }
  return found;
}

const Reason* reason_of(const NumberName& name, const BestVerdict& best, const std::vector<Reason>& reasons) {
  if (!best.has_ours || best.is_reproduced()) return nullptr;
  return records::reason_for(reasons, {name.table, name.measure, name.learner, best.reading});
}

std::string published_as_text(const BestVerdicts& best, const std::vector<Reason>& reasons) {
  std::string text;
  for (const auto& [name, number] : best) {
    text += fmt::format("{:<70} {}{}\n", text_of(name), verdict_text(number), numbers_text(number));
    if (const Reason* reason = reason_of(name, number, reasons))
      text += fmt::format("  why: {}\n", records::reason_text(*reason));
    text += unit_hint(number);
  }
  return text;
}

std::string reasons_as_markdown(const BestVerdicts& best, const std::vector<Reason>& reasons) {
  std::vector<std::pair<std::size_t, std::string>> lines;  // by the rank of the verdict
  for (const auto& [name, number] : best) {
    if (!number.has_ours || number.is_reproduced()) continue;
    const Reason* reason = reason_of(name, number, reasons);
    lines.emplace_back(rank(number.verdict),
                       fmt::format("- {}: {}. {}\n", in_field(text_of(name)), in_field(verdict_text(number)),
                                   reason == nullptr ? "No reason is written down." : in_field(reason->why)));
  }
  if (lines.empty()) return "";
  std::size_t bytes = 0;
  for (const auto& [order, line] : lines) bytes += line.size();
  if (bytes > kMaxMarkdownBytes / 2) {
    std::stable_sort(lines.begin(), lines.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
  }
  std::vector<std::string> texts;
  for (auto& [order, line] : lines) texts.push_back(std::move(line));
  const FittingLines fitting = fitting_lines(texts, kMaxMarkdownBytes / 2);
  return "\nNot reproduced by any of these readings:\n\n" + fitting.text +
         (fitting.left_out > 0 ? fmt::format("\nand {} more: `--json` has all\n", fitting.left_out) : "");
}

std::string published_as_json(const BestVerdicts& best, const std::vector<Reason>& reasons,
                              const std::string& profile) {
  json numbers = json::array();
  for (const auto& [name, number] : best) {
    const Reason* reason = reason_of(name, number, reasons);
    numbers.push_back(
        {{"table", table_text(name)},
         {"measure", name.measure},
         {"learner", name.learner},
         {"config", number.config},
         {"verdict", text_or_null(number.verdict)},
         {"note", text_or_null(number.note)},
         {"without_hindsight", number.without_hindsight ? json(*number.without_hindsight) : json(nullptr)},
         {"reading", text_or_null(number.reading)},
         {"why", text_or_null(reason == nullptr ? "" : reason->why)},
         {"more", text_or_null(reason == nullptr ? "" : reason->more)}});
  }
  const json root = {
      {"profile", profile}, {"unexplained", count_unexplained(best)}, {"numbers", std::move(numbers)}};
  return root.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace preimage::suite::check
