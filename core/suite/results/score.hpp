// How the printed numbers of papers come out: one rule, for the lines behind `run`, for `check --published`,
// for the README, the report page and JSON.
// A number is shown in one reading: of those that judge it, the one which reproduces most numbers of its
// table, of equals the one against which least speaks, then the one with most repetitions, then the first.
// One reading for each number would make the best of chance, and so would one run of several: a reading that
// was run with several numbers of repetitions counts as it was run with most. Beside that are two counts: in
// any reading, and without hindsight, in a reading in which nothing was chosen after seeing the number.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "suite/results/claim_count.hpp"
#include "suite/results/result_numbers.hpp"

namespace preimage::suite::results {

/// What became of a printed number: the verdict of the reading that is shown; `elsewhere` where that reading
/// does not reproduce it, but another one does.
enum class Standing {
  reproduced,
  elsewhere,
  consistent,
  no_difference,
  marginal,
  inconclusive,
  not_reproduced,
  none
};

/// A printed number over all readings.
struct NumberScore {
  bool has_ours = false;             // whether any reading has a number of ours
  std::optional<NamedNumber> shown;  // in the reading that is shown; nothing where none has a verdict
  /// With the best verdict of any reading, inconclusive only where no reading decides; of equals that of
  /// fewer choices after seeing the number, then the nearer one.
  std::optional<NamedNumber> best;
  std::vector<std::string> reproduced_by = {};  // readings, in their order
  std::size_t judged = 0;                       // readings with a verdict
  /// Whether a reading without such choices reproduces it; nothing where one does not say what was chosen.
  std::optional<bool> without_hindsight;
  bool reproduced_by_rule_1 = false;  // in the reading that rule 1's verdicts show
  std::string config, experiment;     // whose table it is in

  Standing standing() const;
  /// Whether a reading reproduces it, and whether one makes it at least marginal.
  bool is_reproduced() const { return !reproduced_by.empty(); }
  bool is_explained() const;
};

/// By table, measure and learner: the name's other parts are "". Numbers that no paper prints are left out.
using Scores = std::map<NumberName, NumberScore>;
/// configs  of which several may have a number of one name: a config that was run with real data and with
///          stand-ins
Scores scores_of(const std::vector<NumberSet>& configs);

/// The key of the paper whose table it is: what is before "/".
std::string paper_of(const NumberName& name);

/// How many printed numbers have which standing: every number has one.
struct ScoreCount {
  std::map<Standing, std::size_t> of;
  std::size_t provisional = 0;                       // of the verdicts that are shown
  std::optional<std::size_t> without_hindsight = 0;  // unknown where it is of any of them
  std::size_t by_rule_1 = 0;                         // reproduced
  std::size_t with(Standing standing) const;
  std::size_t all() const;
  std::size_t judged() const;          // all but those without a verdict
  std::size_t in_any_reading() const;  // reproduced
  void add(const NumberScore& score);
};
std::map<std::string, ScoreCount> counts_by_paper(const Scores& scores);

/// The counts with what they are called in every form: "reproduced", "by rule 1", "in any reading",
/// "without hindsight", "consistent", "no difference found", "marginal", "inconclusive", "not reproduced".
struct NamedCount {
  std::string name;
  std::optional<std::size_t> count;  // nothing: unknown
  std::string text() const { return count ? std::to_string(*count) : "?"; }
};
std::vector<NamedCount> counts_of(const ScoreCount& count);

/// How many have one of ours beside them, and no reading explains them.
std::size_t count_unexplained(const Scores& scores);
/// How many have none of ours beside them in any reading, by config: their cells failed or were not run.
std::map<std::string, std::size_t> not_run_by_config(const Scores& scores);
/// Of all configs.
std::size_t count_not_run(const Scores& scores);

/// What has to be known of all verdicts of a table together, behind its name: remarks_on_verdicts of the best
/// ones.
std::vector<std::string> remarks_on(const Scores& scores);

/// Claims by the papers' keys.
using PaperClaims = std::map<std::string, std::vector<ClaimCount>>;

/// How many fail in every reading that judges them.
std::size_t count_failing(const PaperClaims& claims);

}  // namespace preimage::suite::results
