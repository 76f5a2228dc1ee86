// How a number of ours is held against a published one.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace preimage::suite::records {

/// Which spread a paper prints behind "+-": the standard error of the mean over folds, the standard
/// deviation, or one whose kind it does not state.
enum class SpreadKind { none, standard_error, standard_deviation, unstated };

/// "SE", "SD", "unstated" or "".
std::string spread_name(SpreadKind kind);

struct Published {
  std::string text;  // as printed: "0.0798"
  double value = 0.0;
  std::optional<double> spread;
  std::string spread_text;  // as printed: "0.0067"
  SpreadKind spread_kind = SpreadKind::none;
  int folds = 0;  // that the printed spread is over
};

/// Half of one unit of the last digit that is printed, exponent included: .00005 for "0.0798" and for "5e-4", 5 for "1.20e3".
/// printed  a decimal number; 0 or infinity where the unit is beyond what a double holds ("0e-400", "0e400")
double half_digit(const std::string& printed);

/// The printed standard error, or the printed standard deviation over k folds divided by sqrt(k); 0 where
/// none is printed. One of unstated kind is taken as it stands: as a standard error, the wider of the two.
double published_standard_error(const Published& published);

/// What the printed spread is: "SE over 5 folds", "of a kind that is not stated", "" where none is printed.
std::string published_spread_remark(const Published& published);

struct Ours {
  double mean = 0.0;  // over repetitions
  double sd = 0.0;  // over repetitions; with one, or with the same splits in all: SD over folds / sqrt(folds)
  double fold_spread = 0.0;  // the kind of spread, over the folds of a repetition, averaged over repetitions
  int repetitions = 0;
  bool has_chance = true;    // false: every repetition would give the same numbers, so there is one only
  bool same_splits = false;  // of all repetitions: together they are one draw of samples and folds
  bool has_spread = true;    // false: one fold of one draw, which has none; `sd` is 0
  double rounding = 0.0;     // rounding_of_mean of the values behind `mean`

  /// R of the verdict: draws that `mean` is over and `sd` is of one of.
  int draws() const { return same_splits ? 1 : repetitions; }
};

/// Best first.
enum class Agreement { reproduced, marginal, inconclusive, not_reproduced };
inline constexpr Agreement kAgreements[] = {Agreement::reproduced, Agreement::marginal,
                                            Agreement::inconclusive, Agreement::not_reproduced};

/// "not reproduced"
std::string word(Agreement agreement);

struct Verdict {
  double z = 0.0;
  Agreement agreement = Agreement::inconclusive;
  bool provisional = false;                    // there is chance, and fewer than 10 repetitions
  double unit = 0.0;                           // u
  std::optional<double> half_difference = {};  // D / 2, which u is held against; nothing where there is no D
  std::string text() const;                    // "reproduced", "not reproduced (provisional)"
  std::string z_text() const;                  // "+1.3"; "0.0" of what rounds to it
  std::string why_inconclusive() const;        // "u 0.03 > D/2 0.015"; "" of another verdict
};

/// With R the draws of data or folds (repetitions of the same splits are one draw):
/// u = max(SD sqrt(1 + 1/R), SE, half a printed digit), z = (ours - published) / u: |z| <= 2 reproduced, <= 3
/// marginal, else not reproduced; inconclusive where u exceeds half of `largest_difference`, the largest
/// difference between the published numbers of the measure (nothing where it has one only);
/// provisional below 10 repetitions of an experiment with chance.
Verdict judge(const Ours& ours, const Published& published, std::optional<double> largest_difference);

/// How far rounding may move a mean of `values` values whose absolute values have the mean `size`, where another machine rounds
/// the last digit of each differently, or adds them in another order: values x 2^-52 x size. 0 of counts: of whole numbers
/// whose sum is below 2^32. A larger number may be whole because its digits end there, as every double from 2^53 on is.
double rounding_of_mean(std::size_t values, double size, bool are_whole);

/// Mean, and standard deviation with divisor n - 1 (0 for one value). Requires at least one value.
double mean(const std::vector<double>& values);
double standard_deviation(const std::vector<double>& values);

}  // namespace preimage::suite::records
