#include "suite/cli/run_summary.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "suite/check/scoreboard.hpp"
#include "suite/tables/aligned_columns.hpp"
#include "suite/tables/result_files.hpp"

namespace preimage::suite::cli {

namespace {

constexpr std::size_t kMostNamedNumbers = 10;

}  // namespace

void RunSummary::add(const run::SelectedReading& selected, const tables::ResultTable& table) {
  const study::Study& study = *selected.study;
  Config& config = configs_[&study];
  if (std::none_of(papers_.begin(), papers_.end(),
                   [&](const records::Paper& paper) { return paper.key == study.paper.key; }))
    papers_.push_back(study.paper);
  for (const tables::TableRow& row : table.rows) {
    for (const tables::TableNumber& number : row.numbers) {
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
  std::string text = check::scoreboard_lines(best, papers_);
  if (text.empty()) return "";
  const std::vector<std::string> lines = check::unexplained_lines(best);
  text += fmt::format("counted: the best verdict of each printed number over the readings of this run{}\n",
                      lines.empty() ? "" : "; no reading explains");
  for (std::size_t i = 0; i < std::min(lines.size(), kMostNamedNumbers); ++i) text += "  " + lines[i] + "\n";
  if (lines.size() > kMostNamedNumbers)
    text += fmt::format("  and {} more: `preimage check --published` lists all\n",
                        lines.size() - kMostNamedNumbers);
  return text;
}

std::string RunSummary::without_verdict(const run::Selection& selection,
                                        const study::SelectionOptions& options) const {
  using tables::Align;
  std::vector<std::vector<std::string>> rows;
  for (const study::Study& study : selection.studies) {
    const Config& config = configs_.at(&study);
    if (config.has_verdict) continue;
    rows.push_back({study.config, config.has_published ? "no verdict" : "no printed numbers",
                    tables::result_stem(selection, study, options).string() + ".txt"});
  }
  return tables::aligned_columns({Align::left, Align::left, Align::left}, rows);
}

}  // namespace preimage::suite::cli
