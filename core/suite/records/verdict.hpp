// How a number of ours is held against a published one.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace preimage::suite::records {

/// Which spread a paper prints behind "+-": the standard error of the mean over folds or runs, their standard
/// deviation, one whose kind it does not state, or half of a 95 % confidence interval.
enum class SpreadKind { none, standard_error, standard_deviation, unstated, confidence_interval };

/// By the kinds' places.
inline constexpr const char* kSpreadNames[] = {"", "SE", "SD", "unstated", "CI95"};
std::string spread_name(SpreadKind kind);
/// The kind of such a name; nothing for another one.
std::optional<SpreadKind> spread_kind_named(const std::string& name);

/// What an independent repetition draws anew: samples, folds of the same samples, or random numbers of the
/// method alone.
enum class RunsDraw { unstated, data, splits, seeds };

/// The draw of "data", "splits", "seeds" or ""; nothing for another name.
std::optional<RunsDraw> runs_draw_named(const std::string& name);

struct Published {
  std::string text;  // as printed: "0.0798"
  double value = 0.0;
  std::optional<double> spread;
  std::string spread_text;  // as printed: "0.0067"
  SpreadKind spread_kind = SpreadKind::none;
  int folds = 0;  // that the printed spread is over; 0: it is over the runs
  int runs = 1;   // n, independent repetitions behind the value
  RunsDraw runs_draw = RunsDraw::unstated;
  std::optional<double> matters = {};             // a difference that matters, where the paper says one
  std::optional<double> largest_difference = {};  // D, between the printed values that the paper compares

  /// M: `matters`, else D / 2.
  std::optional<double> difference_that_matters() const;
};

/// Half of one unit of the last digit that is printed, exponent included: .00005 for "0.0798" and for "5e-4",
/// 5 for "1.20e3".
/// printed  a decimal number; 0 or infinity where the unit is beyond what a double holds ("0e-400", "0e400")
double half_digit(const std::string& printed);

/// What the printed spread is: "SE over 5 folds", "SD over 10 runs", "of a kind that is not stated", "" where
/// none is printed.
std::string published_spread_remark(const Published& published);

/// A number of ours, over its repetitions.
struct Estimate {
  double mean = 0.0;  // over repetitions
  double sd = 0.0;  // over repetitions; with one, or with the same splits in all: SD over folds / sqrt(folds)
  double fold_spread = 0.0;  // the kind of spread, over the folds of a repetition, averaged over repetitions
  int repetitions = 0;
  bool has_chance = true;    // false: every repetition would give the same numbers, so there is one only
  bool same_splits = false;  // of all repetitions: together they are one draw of samples and folds
  bool has_spread = true;    // false: one fold of one draw, which has none; `sd` is 0
  double rounding = 0.0;     // rounding_of_mean of the values behind `mean`
  RunsDraw draw = RunsDraw::unstated;  // what a repetition draws
  int folds = 0;                       // of a repetition
  double fold_sd = 0.0;                // SD over them, averaged over repetitions
  /// n_test / n_train of them, 0 of training sets without common samples; nothing: 1 / (folds - 1).
  std::optional<double> test_to_train = std::nullopt;

  /// R of the verdict: draws that `mean` is over and `sd` is of one of.
  int draws() const { return same_splits ? 1 : repetitions; }
};

/// The standard error of the printed value, s_p / sqrt(n) of judge(), n the folds or runs that the spread is
/// over: SE as printed, SD / sqrt(n), CI95 / t(.975, n - 1); 0 where none is printed. A kind that is not
/// stated is taken as SE.
double published_standard_error(const Published& published);

/// Why the printed runs count as one, n = 1: their spread is not printed, or they do not draw what ours draw;
/// "" where they count.
const char* why_counted_once(const Estimate& ours, const Published& published);

/// Whether the printed spread is an SD where an SE is said (or nothing), or the reverse: log of the
/// likelihood ratio, above 0 where the other kind is the likelier one. The variance of n normal runs over
/// that of R of ours, of equal SD, has Fisher's distribution F(n - 1, R - 1); of the wrong kind it is n times
/// as large, or as small. Where the kind is as said, the ratio exceeds k with a probability of at most 1/k. 0
/// where it cannot be told: fewer than two runs on a side, other draws, CI95.
double other_spread_kind(const Estimate& ours, const Published& published);

/// Best first.
enum class Agreement { reproduced, consistent, no_difference, marginal, inconclusive, not_reproduced };
inline constexpr Agreement kAgreements[] = {Agreement::reproduced,    Agreement::consistent,
                                            Agreement::no_difference, Agreement::marginal,
                                            Agreement::inconclusive,  Agreement::not_reproduced};
/// Whether nothing speaks against the number: one of the first three.
bool agrees(Agreement agreement);

/// "not reproduced", "no difference found"
std::string word(Agreement agreement);

struct Verdict {
  double z = std::numeric_limits<double>::infinity();  // infinity where u is
  Agreement agreement = Agreement::inconclusive;
  bool provisional = false;  // there is chance, and fewer than 10 repetitions
  double unit = 0.0;         // u; infinity where no spread is known of what is drawn
  std::optional<double> matters = {};
  double degrees = std::numeric_limits<double>::infinity();  // nu; also where u is infinite
  bool is_approximate = false;    // u is from spreads over folds: no error rate is claimed
  double difference = 0.0;        // o - p
  double printed = 0.0;           // p
  std::string would_decide = {};  // "27 repetitions", "none: the paper is one draw"; of judge_fully alone
  std::optional<Agreement> rule_1 = {};  // the verdict of preimage 0.1

  /// Reproduced by M alone: |z| > 2, which is marginal without it.
  bool differs_clearly() const { return agreement == Agreement::reproduced && std::abs(z) > 2.0; }
  std::string text() const;                    // "reproduced", "not reproduced (provisional)"
  std::string z_text(int decimals = 1) const;  // "+1.3"; "0.0" of what rounds to it; "" where u is infinite
  /// What made it so: "u 0.03 > M 0.015; to decide: 27 repetitions", "differs by +0.01, less than M 0.04"; ""
  /// where z says it.
  std::string why() const;
};

/// Rule 2. o, s: mean of ours and SD over R repetitions, p: printed value, of n runs that draw what our
/// repetitions draw (else n = 1), s_p: SD over these from the printed spread, h: half a printed digit. M:
/// Published::difference_that_matters.
///   n, R >= 2            u^2 = s_p^2 / n + s^2 / R + h^2 / 3, nu = min(n, R) - 1
///   n = 1, R >= 2        u^2 = s^2 (1 + 1/R) + h^2 / 3, nu = R - 1
///   R = 1, n >= 2        u^2 = s_p^2 (1 + 1/n) + h^2 / 3, nu = n - 1
///   R = n = 1, J folds   u^2 = s_f^2 (1/J + n_test / n_train) + h^2 / 3, nu = J - 1, of the side where it is
///                        larger; 1/J alone where training sets are disjoint; approximate
///   nothing drawn        u = h / sqrt(3), normal
/// t = (o - p) / u, of nu degrees of freedom; z is the normal deviate with the same two-sided p.
///   reproduced           |o - p| + t(.95, nu) u <= M
///   else marginal        2 < |z| <= 3, not reproduced beyond
///   else consistent      u <= M, inconclusive u > M, no_difference where there is no M
/// Inconclusive also where something is drawn and no spread is known. Provisional below 10 repetitions where
/// there is chance. The derivation and measured error rates: core/docs/verdicts.md.
Verdict judge(const Estimate& ours, const Published& published);

/// The same with rule 1's verdict, and with the repetitions that would decide a consistent or inconclusive
/// one, if mean and SD stayed as they are. Cost: some 20 judgements.
/// largest_difference  rule 1's D: between the published numbers of the measure; nothing where it has one
///                     only
Verdict judge_fully(const Estimate& ours, const Published& published,
                    std::optional<double> largest_difference);

/// How far rounding may move a mean of `values` values whose absolute values have the mean `size`, where
/// another machine rounds the last digit of each differently, or adds them in another order: values x 2^-52 x
/// size. 0 of counts: of whole numbers whose sum is below 2^32. A larger number may be whole because its
/// digits end there, as every double from 2^53 on is.
double rounding_of_mean(std::size_t values, double size, bool are_whole);

/// Mean, and standard deviation with divisor n - 1: 0 for one value, and up to rounding_of_mean, which is
/// what equal values may have from the rounding of their mean. Requires at least one value.
double mean(const std::vector<double>& values);
double standard_deviation(const std::vector<double>& values);

}  // namespace preimage::suite::records
