#include "suite/cli/run_summary.hpp"

#include <algorithm>
#include <iostream>

#include <fmt/format.h>

#include "suite/data/program_folders.hpp"
#include "suite/results/aligned_columns.hpp"
#include "suite/results/result_files.hpp"

namespace preimage::suite::cli {

namespace {

constexpr std::size_t kMaxNamed = 10;

/// The first lines, and where the others are found.
std::string first_lines(const std::vector<std::string>& lines, const std::string& all) {
  std::string text;
  for (std::size_t i = 0; i < std::min(lines.size(), kMaxNamed); ++i) text += "  " + lines[i] + "\n";
  if (lines.size() > kMaxNamed) text += fmt::format("  and {} more: {}\n", lines.size() - kMaxNamed, all);
  return text;
}

/// What the scoreboard counts, and what is listed below it.
std::string counted_text(bool has_claims, bool lists_numbers, bool lists_claims) {
  std::string below = lists_numbers ? "numbers that none of them explains" : "";
  if (lists_claims) below += std::string(below.empty() ? "" : ", ") + "claims that hold in none";
  return fmt::format("counted: the best verdict of each number{} over the readings of this run{}\n",
                     has_claims ? " and claim" : "", below.empty() ? "" : "; below: " + below);
}

/// Where tables lie, and what makes a page of them.
std::string places_text(const study::SelectionOptions& options) {
  const bool is_default = options.out == data::program_folders().results;
  return fmt::format("tables and figures: {}\nas one page: preimage report{}\n",
                     options.results().profile(options.profile).string(),
                     is_default ? "" : " --out " + study::shell_quoted(options.out.string()));
}

}  // namespace

results::TablePrinting RunSummary::printing() {
  results::TablePrinting printing;
  printing.shows_tables = shown_ == TablesShown::all;
  printing.visit = [this](const run::SelectedReading& selected, const results::ReadingRecords&,
                          const results::ResultTable& table) { add(selected, table); };
  return printing;
}

void RunSummary::print_last(std::size_t cells, std::size_t failed, bool quiet) const {
  if (shown_ == TablesShown::summary)
    std::cout << scores() << without_verdict() << fmt::format("{} cells, {} failed\n", cells, failed)
              << std::flush;
  if (quiet) return;
  if (shown_ == TablesShown::all) std::cerr << scores();
  std::cerr << places_text(options_);
}

void RunSummary::add(const run::SelectedReading& selected, const results::ResultTable& table) {
  const study::Study& study = *selected.study;
  Config& config = configs_[&study];
  if (std::none_of(papers_.begin(), papers_.end(),
                   [&](const records::Paper& paper) { return paper.key == study.paper.key; }))
    papers_.push_back(study.paper);
  if (!study.paper.key.empty()) results::count_claims(table, claims_[study.paper.key]);
  for (const results::TableRow& row : table.rows) {
    for (const results::TableNumber& number : row.numbers) {
      if (!number.published) continue;
      config.has_published = true;
      config.has_verdict = config.has_verdict || number.verdict.has_value();
      check::Number& held =
          numbers_[{table.head.reproduces, "", table.head.reading, row.measure, number.learner}];
      held.published = number.published->text;
      held.choices = std::to_string(table.head.choices_after_seeing);
      if (number.ours) held.ours = fmt::format("{}", number.ours->mean);
      if (number.verdict) held.verdict = number.verdict->text();
    }
  }
}

std::string RunSummary::scores() const {
  const check::BestVerdicts best = check::best_verdicts(numbers_);
  const std::string scores = check::scoreboard_lines(best, papers_, claims_);
  if (scores.empty()) return "";
  const std::vector<std::string> numbers = check::unexplained_lines(best);
  const std::vector<std::string> claims = check::unheld_lines(claims_);
  return scores + counted_text(check::have_verdict(claims_), !numbers.empty(), !claims.empty()) +
         first_lines(numbers, "`preimage check --published` lists all") +
         first_lines(claims, "the tables have all");
}

std::string RunSummary::without_verdict() const {
  using results::Align;
  std::vector<std::vector<std::string>> rows;
  for (const study::Study& study : selection_.studies) {
    const Config& config = configs_.at(&study);
    if (config.has_verdict) continue;
    rows.push_back({study.config, config.has_published ? "no verdict" : "no printed numbers",
                    results::result_stem(selection_, study, options_).string() + ".txt"});
  }
  return results::aligned_columns({Align::left, Align::left, Align::left}, rows);
}

}  // namespace preimage::suite::cli
