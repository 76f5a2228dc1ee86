#include "suite/results/score.hpp"

#include <algorithm>
#include <cmath>
#include <compare>
#include <limits>
#include <tuple>

#include "suite/results/pair_explanations.hpp"

namespace preimage::suite::results {

using records::Agreement;

namespace {

/// The smaller is the better verdict.
auto order_of(const ListedNumber& number) {
  const records::Verdict& verdict = *number.verdict;
  const auto choices =
      number.choices ? static_cast<double>(*number.choices) : std::numeric_limits<double>::infinity();
  return std::tuple(verdict.agreement == Agreement::inconclusive, verdict.agreement, verdict.provisional,
                    choices, std::abs(verdict.z));
}

bool is_reproduced(const Number& number) {
  return number.verdict && number.verdict->agreement == Agreement::reproduced;
}

/// A reading of a config, and in which way it was run.
using ReadingName = std::pair<std::tuple<std::string, std::string, std::string>, std::string>;
ReadingName reading_of(const NumberName& name) {
  return {{name.table, name.config, name.reading}, name.variant};
}

/// How many printed numbers of its table a reading reproduces, and with how many it agrees. More is better.
struct Explained {
  bool is_longest = true;  // of all ways in which the reading was run, by the repetitions of its numbers
  std::size_t reproduced = 0, agreed = 0;
  int repetitions = 0;
  auto operator<=>(const Explained&) const = default;
};

std::map<ReadingName, Explained> explained_by_reading(const std::vector<NumberSet>& configs) {
  std::map<ReadingName, Explained> counts;
  for (const NumberSet& config : configs) {
    for (const auto& [name, number] : config) {
      Explained& count = counts[reading_of(name)];
      count.reproduced += is_reproduced(number) ? 1 : 0;
      count.agreed += number.verdict && records::agrees(number.verdict->agreement) ? 1 : 0;
      count.repetitions += number.repetitions();
    }
  }
  for (auto& [name, count] : counts) {
    for (const auto& [other, more] : counts)
      if (name.first == other.first && more.repetitions > count.repetitions) count.is_longest = false;
  }
  return counts;
}

}  // namespace

Standing NumberScore::standing() const {
  if (!shown) return Standing::none;
  const Agreement agreement = shown->second.verdict->agreement;
  if (agreement == Agreement::reproduced) return Standing::reproduced;
  if (is_reproduced()) return Standing::elsewhere;
  static constexpr Standing kAs[] = {Standing::reproduced, Standing::consistent,   Standing::no_difference,
                                     Standing::marginal,   Standing::inconclusive, Standing::not_reproduced};
  return kAs[static_cast<int>(agreement)];
}

bool NumberScore::is_explained() const {
  return best && best->second.verdict->agreement <= Agreement::marginal;
}

std::string paper_of(const NumberName& name) {
  return name.table.substr(0, name.table.find('/'));
}

namespace {

Scores scores_by_verdicts(const std::vector<NumberSet>& configs) {
  const std::map<ReadingName, Explained> explained = explained_by_reading(configs);
  Scores scores;
  for (const NumberSet& config : configs) {
    for (const NamedNumber& named : config) {
      const auto& [name, number] = named;
      if (!number.published) continue;
      NumberScore& score = scores[{name.table, "", "", name.measure, name.learner, ""}];
      score.has_ours = score.has_ours || number.ours.has_value();
      score.config = name.config;
      score.experiment = number.experiment;
      if (number.choices)
        score.without_hindsight =
            score.without_hindsight.value_or(false) || (is_reproduced(number) && *number.choices == 0);
      if (!number.verdict) continue;
      ++score.judged;
      if (is_reproduced(number)) score.reproduced_by.push_back(name.reading);
      if (!score.best || order_of(number) < order_of(score.best->second)) score.best = named;
      if (!score.shown || explained.at(reading_of(name)) > explained.at(reading_of(score.shown->first)))
        score.shown = named;
    }
  }
  return scores;
}

/// Those of rule 1 in place of the verdicts, where they are known.
std::vector<NumberSet> with_rule_1(const std::vector<NumberSet>& configs) {
  std::vector<NumberSet> former(configs.size());
  for (std::size_t i = 0; i < configs.size(); ++i) {
    for (auto [name, number] : configs[i]) {
      if (number.verdict && number.verdict->rule_1) number.verdict->agreement = *number.verdict->rule_1;
      former[i].add(name, std::move(number));
    }
  }
  return former;
}

}  // namespace

Scores scores_of(const std::vector<NumberSet>& configs) {
  Scores scores = scores_by_verdicts(configs);
  for (const auto& [name, former] : scores_by_verdicts(with_rule_1(configs)))
    scores.at(name).reproduced_by_rule_1 = former.standing() == Standing::reproduced;
  return scores;
}

std::size_t ScoreCount::with(Standing standing) const {
  return of.contains(standing) ? of.at(standing) : 0;
}

std::size_t ScoreCount::all() const {
  std::size_t sum = 0;
  for (const auto& [standing, count] : of) sum += count;
  return sum;
}

std::size_t ScoreCount::judged() const {
  return all() - with(Standing::none);
}

std::size_t ScoreCount::in_any_reading() const {
  return with(Standing::reproduced) + with(Standing::elsewhere);
}

void ScoreCount::add(const NumberScore& score) {
  ++of[score.standing()];
  if (!score.shown) return;
  by_rule_1 += score.reproduced_by_rule_1 ? 1 : 0;
  provisional += score.shown->second.verdict->provisional ? 1 : 0;
  if (!score.without_hindsight)
    without_hindsight.reset();
  else if (without_hindsight && *score.without_hindsight)
    ++*without_hindsight;
}

std::map<std::string, ScoreCount> counts_by_paper(const Scores& scores) {
  std::map<std::string, ScoreCount> papers;
  for (const auto& [name, score] : scores) papers[paper_of(name)].add(score);
  return papers;
}

std::vector<NamedCount> counts_of(const ScoreCount& count) {
  return {{"reproduced", count.with(Standing::reproduced)},
          {"by rule 1", count.by_rule_1},
          {"in any reading", count.in_any_reading()},
          {"without hindsight", count.without_hindsight},
          {"consistent", count.with(Standing::consistent)},
          {"no difference found", count.with(Standing::no_difference)},
          {"marginal", count.with(Standing::marginal)},
          {"inconclusive", count.with(Standing::inconclusive)},
          {"not reproduced", count.with(Standing::not_reproduced)}};
}

std::size_t count_unexplained(const Scores& scores) {
  const auto is_open = [](const auto& score) {
    return score.second.has_ours && !score.second.is_explained();
  };
  return static_cast<std::size_t>(std::ranges::count_if(scores, is_open));
}

std::map<std::string, std::size_t> not_run_by_config(const Scores& scores) {
  std::map<std::string, std::size_t> configs;
  for (const auto& [name, score] : scores) {
    if (!score.has_ours) ++configs[score.config];
  }
  return configs;
}

std::size_t count_not_run(const Scores& scores) {
  const auto is_not_run = [](const auto& score) { return !score.second.has_ours; };
  return static_cast<std::size_t>(std::ranges::count_if(scores, is_not_run));
}

std::vector<std::string> remarks_on(const Scores& scores) {
  std::map<std::string, std::vector<JudgedPair>> tables;
  for (const auto& [name, score] : scores) {
    if (!score.best || !score.best->second.ours) continue;
    const Number& n = score.best->second;
    tables[name.table].push_back(
        {text_in_table(name), name.learner, name.measure, *n.published, n.ours, n.verdict});
  }
  std::vector<std::string> lines;
  for (const auto& [table, pairs] : tables) {
    for (const std::string& line : remarks_on_verdicts(pairs)) lines.push_back(table + ": " + line);
  }
  return lines;
}

std::size_t count_failing(const PaperClaims& claims) {
  std::size_t count = 0;
  for (const auto& [paper, all] : claims) {
    for (const ClaimCount& claim : all) count += claim.best() == ClaimVerdict::fails ? 1 : 0;
  }
  return count;
}

}  // namespace preimage::suite::results
