#include "suite/cli/run_summary.hpp"

#include <algorithm>
#include <iostream>

#include <fmt/format.h>

#include "suite/cli/named_points.hpp"
#include "suite/cli/standard_streams.hpp"
#include "suite/render/scoreboard.hpp"
#include "suite/render/screen_text.hpp"
#include "suite/run/open_cells.hpp"

namespace preimage::suite::cli {

namespace {

/// The first lines, and where the others are found.
render::Tinted first_lines(const std::vector<render::Tinted>& lines, const std::string& all) {
  render::Tinted text;
  for (std::size_t i = 0; i < std::min(lines.size(), kMaxNamed); ++i) text.add("  ").add(lines[i]).add("\n");
  if (lines.size() > kMaxNamed) text.add(fmt::format("  and {} more: {}\n", lines.size() - kMaxNamed, all));
  return text;
}

/// What is listed below the counts.
std::string counted_text(bool has_claims, bool lists_numbers, bool lists_claims) {
  std::string below = lists_numbers ? "numbers that no reading explains" : "";
  if (lists_claims) below += std::string(below.empty() ? "" : ", ") + "claims that hold in none";
  return fmt::format(
      "counted: each number in the reading of this run that explains most of its table{}{}{}\n",
      has_claims ? ", each claim by its best" : "", below.empty() ? "" : "; below: ", below);
}

/// Where tables lie, and what makes a page of them.
std::string places_text(const study::SelectionOptions& options) {
  const bool is_default = options.out == run::default_results();
  std::vector<std::string> out;
  if (!is_default) out = {"--out", options.out.string()};
  return fmt::format("tables and figures: {}\nas one page: {}\n",
                     options.results().profile(options.profile).string(),
                     study::command_text({"preimage", "report"}, out));
}

/// Per paper the counts of its printed numbers, and how many of its claims hold; then a line for each number
/// that no reading explains, and for each claim that holds in none, ten at most of either. "" where nothing
/// has a verdict.
render::Tinted scores_text(const results::ResultSet& results) {
  const results::Scores scores = results::scores_of(results.numbers());
  const results::PaperClaims claims = results.claims();
  const std::string counts = render::scoreboard_lines(scores, results.papers(), claims);
  if (counts.empty()) return {};
  const std::vector<render::Tinted> unexplained = render::unexplained_lines(scores);
  const std::vector<render::Tinted> unheld = render::unheld_lines(claims);
  render::Tinted text = {counts};
  return text.add(counted_text(render::have_verdict(claims), !unexplained.empty(), !unheld.empty()))
      .add(first_lines(unexplained, "`preimage check --published` lists all"))
      .add(first_lines(unheld, "the tables have all"));
}

/// A line per config none of whose numbers has a verdict, with its table's file.
std::string without_verdict(const results::ResultSet& results) {
  using render::Align;
  std::vector<std::vector<std::string>> rows;
  for (const results::ConfigResults& config : results.configs) {
    const results::NumberSet numbers = config.numbers();
    const auto any = [&](const auto& is_so) { return std::ranges::any_of(numbers, is_so); };
    if (any([](const auto& number) { return number.second.verdict.has_value(); })) continue;
    const bool is_printed = any([](const auto& number) { return number.second.published.has_value(); });
    rows.push_back({config.study->config, is_printed ? "no verdict" : "no printed numbers",
                    config.stem.string() + ".txt"});
  }
  return render::aligned_columns({Align::left, Align::left, Align::left}, rows);
}

}  // namespace

void print_last(const results::ResultSet& results, const study::SelectionOptions& options, TablesShown shown,
                const RunEnd& end) {
  if (shown == TablesShown::summary) {
    print(std::cout, scores_text(results));
    std::cout << without_verdict(results) << fmt::format("{} cells, {} failed\n", end.cells, end.failed)
              << std::flush;
  }
  if (end.quiet) return;
  if (shown == TablesShown::all) print(std::cerr, scores_text(results));
  std::cerr << places_text(options);
}

void print_sweep(const results::WrittenSweep& written, bool quiet) {
  std::cout << written.summary;
  if (!quiet) std::cerr << "points, best and axes: " << written.folder.string() << "\n";
}

}  // namespace preimage::suite::cli
