#include "suite/records/verdict.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <system_error>

#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <fmt/format.h>

#include "suite/config/number.hpp"
#include "suite/records/mean_text.hpp"

namespace preimage::suite::records {

namespace {
constexpr double kRounding = 1e-9;        // a z of 3 that was computed as 3 + 4e-16 is one of 3
constexpr long kLargestPower = 100000;    // of ten, beyond all that a double holds
constexpr double kSmallestTail = 1e-300;  // of a t-distribution: a z beyond 37 says no more
constexpr int kMostRepetitions = 100000;  // that are proposed
constexpr const char* kDrawNames[] = {"", "data", "splits", "seeds"};

template <class Value, std::size_t N>
std::optional<Value> value_named(const char* const (&names)[N], const std::string& name) {
  const auto found = std::ranges::find(names, name);
  return found == std::end(names) ? std::nullopt
                                  : std::optional(static_cast<Value>(found - std::begin(names)));
}
}  // namespace

std::string spread_name(SpreadKind kind) {
  return kSpreadNames[static_cast<int>(kind)];
}

std::optional<SpreadKind> spread_kind_named(const std::string& name) {
  return value_named<SpreadKind>(kSpreadNames, name);
}

std::optional<RunsDraw> runs_draw_named(const std::string& name) {
  return value_named<RunsDraw>(kDrawNames, name);
}

std::optional<double> Published::difference_that_matters() const {
  if (matters || !largest_difference) return matters;
  return 0.5 * *largest_difference;
}

std::string published_spread_remark(const Published& published) {
  if (published.spread_kind == SpreadKind::unstated) return "of a kind that is not stated";
  if (!published.spread) return "";
  const std::string kind = spread_name(published.spread_kind);
  if (published.folds > 0) return fmt::format("{} over {} folds", kind, published.folds);
  return published.runs > 1 ? fmt::format("{} over {} runs", kind, published.runs) : kind;
}

double half_digit(const std::string& printed) {
  const std::size_t mark = std::min(printed.find_first_of("eE"), printed.size());
  const std::size_t point = printed.find('.');
  long power = point < mark ? -static_cast<long>(mark - point - 1) : 0;  // of ten, of the last digit
  if (mark < printed.size()) {
    const std::size_t sign = printed.find_first_not_of("eE+", mark);
    long exponent = 0;
    const std::from_chars_result read = std::from_chars(printed.data() + std::min(sign, printed.size()),
                                                        printed.data() + printed.size(), exponent);
    if (read.ec != std::errc{}) return std::numeric_limits<double>::infinity();
    power += std::clamp(exponent, -kLargestPower, kLargestPower);
  }
  // Read from text, it is rounded once.
  return config::read_decimal(fmt::format("5e{}", power - 1))
      .value_or(std::numeric_limits<double>::infinity());
}

std::string word(Agreement agreement) {
  static constexpr const char* kWords[] = {"reproduced", "consistent",   "no difference found",
                                           "marginal",   "inconclusive", "not reproduced"};
  return kWords[static_cast<int>(agreement)];
}

bool agrees(Agreement agreement) {
  return agreement <= Agreement::no_difference;
}

std::string Verdict::z_text(int decimals) const {
  return std::isfinite(unit) ? without_sign_of_zero(fmt::format("{:+.{}f}", z, decimals)) : "";
}

std::string Verdict::text() const {
  return word(agreement) + (provisional ? " (provisional)" : "");
}

const char* why_counted_once(const Estimate& ours, const Published& published) {
  if (published.runs < 2) return "";
  if (!published.spread) return "no spread of the printed runs is known";
  if (published.folds > 0) return "the printed spread is over folds";
  if (published.runs_draw == RunsDraw::unstated)
    return "what the printed runs draw is not said: data, splits or seeds";
  return published.runs_draw == ours.draw ? "" : "ours draw something else than the printed runs";
}

namespace {

/// t that is exceeded with the probability `tail`.
double critical(double degrees, double tail) {
  if (!std::isfinite(degrees)) return quantile(complement(boost::math::normal(), tail));
  return quantile(complement(boost::math::students_t(degrees), tail));
}

/// The normal deviate that is exceeded as rarely as t.
double normal_deviate(double t, double degrees) {
  if (!std::isfinite(degrees) || t == 0.0) return t;
  const double tail = cdf(complement(boost::math::students_t(degrees), std::abs(t)));
  const double z = quantile(complement(boost::math::normal(), std::max(tail, kSmallestTail)));
  return std::copysign(z, t);
}

/// n: the runs behind the printed value.
int counted_runs(const Estimate& ours, const Published& published) {
  return *why_counted_once(ours, published) == '\0' ? published.runs : 1;
}

/// The printed spread as SD over `count` folds or runs. A printed 0 is below its last digit.
double printed_sd(const Published& published, int count) {
  const bool is_zero = *published.spread == 0.0 && !published.spread_text.empty();
  const double spread = is_zero ? half_digit(published.spread_text) : *published.spread;
  if (published.spread_kind == SpreadKind::standard_deviation) return spread;
  const double standard_error = published.spread_kind == SpreadKind::confidence_interval
                                    ? spread / critical(count - 1.0, 0.025)
                                    : spread;
  return standard_error * std::sqrt(static_cast<double>(count));
}

}  // namespace

double published_standard_error(const Published& published) {
  if (!published.spread) return 0.0;
  const int count = published.folds > 0 ? published.folds : published.runs;
  return printed_sd(published, count) / std::sqrt(static_cast<double>(count));
}

double other_spread_kind(const Estimate& ours, const Published& published) {
  const int n = published.runs, R = ours.draws();
  const bool is_over_runs = published.spread && published.folds == 0 && published.runs_draw == ours.draw;
  if (!is_over_runs || n < 2 || R < 2 || ours.sd == 0.0 ||
      published.spread_kind == SpreadKind::confidence_interval)
    return 0.0;
  Published other = published;
  other.spread_kind = published.spread_kind == SpreadKind::standard_deviation
                          ? SpreadKind::standard_error
                          : SpreadKind::standard_deviation;
  const double a = n - 1.0, b = R - 1.0;
  const auto log_density = [&](const Published& number) {
    const double x = std::pow(printed_sd(number, n) / ours.sd, 2);
    return 0.5 * a * std::log(x) - 0.5 * (a + b) * std::log1p(a * x / b);
  };
  return log_density(other) - log_density(published);
}

namespace {

struct Uncertainty {
  double variance = std::numeric_limits<double>::infinity();  // without that of the printed digits
  double degrees = std::numeric_limits<double>::infinity();
  bool is_approximate = false;
};

/// Of a mean over folds.
Uncertainty over_folds(double sd, int folds, const std::optional<double>& test_to_train) {
  const double count = folds, overlap = test_to_train.value_or(1.0 / (count - 1.0));
  return {sd * sd * (1.0 / count + overlap), count - 1.0, true};
}

/// Of ours - published.
Uncertainty uncertainty(const Estimate& ours, const Published& published) {
  const double n = counted_runs(ours, published), R = ours.draws();
  const double variance = ours.sd * ours.sd;
  const double printed = n > 1.0 ? std::pow(printed_sd(published, static_cast<int>(n)), 2) : 0.0;
  if (n > 1.0 && R > 1.0) return {printed / n + variance / R, std::min(n, R) - 1.0};
  if (R > 1.0) return {variance * (1.0 + 1.0 / R), R - 1.0};
  if (n > 1.0) return {printed * (1.0 + 1.0 / n), n - 1.0};
  if (!ours.has_chance && !published.spread && published.runs == 1)
    return {0.0, std::numeric_limits<double>::infinity()};
  Uncertainty widest;
  if (ours.folds > 1) widest = over_folds(ours.fold_sd, ours.folds, ours.test_to_train);
  if (published.spread && published.folds > 1) {
    const Uncertainty theirs =
        over_folds(printed_sd(published, published.folds), published.folds, ours.test_to_train);
    if (ours.folds < 2 || theirs.variance > widest.variance) widest = theirs;
  }
  return widest;
}

Agreement agreement_of(const Verdict& verdict) {
  const double distance = std::abs(verdict.z) - kRounding;
  if (!std::isfinite(verdict.unit)) return Agreement::inconclusive;
  if (verdict.matters && std::abs(verdict.difference) + critical(verdict.degrees, 0.05) * verdict.unit <=
                             *verdict.matters * (1.0 + kRounding))
    return Agreement::reproduced;
  if (distance > 2.0) return distance > 3.0 ? Agreement::not_reproduced : Agreement::marginal;
  if (!verdict.matters) return Agreement::no_difference;
  return verdict.unit <= *verdict.matters * (1.0 + kRounding) ? Agreement::consistent
                                                              : Agreement::inconclusive;
}

/// u = max(SD sqrt(1 + 1/R), SE, half a printed digit), z = (ours - published) / u; inconclusive where
/// u > D / 2.
Agreement rule_1(const Estimate& ours, const Published& published, std::optional<double> largest_difference) {
  const double sampling = ours.sd * std::sqrt(1.0 + 1.0 / static_cast<double>(ours.draws()));
  const double unit = std::max({sampling, published_standard_error(published), half_digit(published.text)});
  if (largest_difference && unit > 0.5 * *largest_difference) return Agreement::inconclusive;
  const double distance = std::abs(ours.mean - published.value) / unit - kRounding;
  if (distance <= 2.0) return Agreement::reproduced;
  return distance <= 3.0 ? Agreement::marginal : Agreement::not_reproduced;
}

/// The fewest repetitions with a verdict of reproduced or not reproduced, if mean and SD stay as they are.
std::string would_decide(const Estimate& ours, const Published& published) {
  const int n = counted_runs(ours, published);
  if (ours.same_splits || !ours.has_chance) return "none: repetitions would be copies";
  if (ours.repetitions < 2 && n < 2) return "more than one repetition";
  Estimate more = ours;
  if (ours.repetitions < 2) more.sd = printed_sd(published, n);
  const auto decides = [&](int repetitions) {
    more.repetitions = repetitions;
    const Agreement agreement = judge(more, published).agreement;
    return agreement == Agreement::reproduced || agreement == Agreement::not_reproduced;
  };
  int low = ours.repetitions, high = kMostRepetitions;
  if (!decides(high))
    return n < 2 ? "none: the paper is one draw" : fmt::format("none: the paper has {} runs", n);
  while (high - low > 1) (decides((low + high) / 2) ? high : low) = (low + high) / 2;
  return fmt::format("{} repetitions", high);
}

}  // namespace

std::string Verdict::why() const {
  if (!std::isfinite(unit)) return "no spread of such draws is known, on either side";
  std::string text;
  if (agreement == Agreement::reproduced && std::abs(z) > 2.0 + kRounding)
    text = fmt::format("differs by {:+.3g}, less than M {:.3g}", difference, matters.value_or(0.0));
  if (matters && (agreement == Agreement::consistent || agreement == Agreement::inconclusive)) {
    text = fmt::format("u {:.3g} {} M {:.3g}", unit, unit > *matters ? ">" : "<=", *matters);
    if (!would_decide.empty()) text += "; to decide: " + would_decide;
  }
  if (agreement == Agreement::no_difference) {
    const double limit = unit * critical(degrees, cdf(complement(boost::math::normal(), 2.0)));
    text = fmt::format("M is not known; a difference of {:.3g} would be told", limit);
    if (limit >= std::abs(printed)) text += ": nothing could contradict a number of this size";
  }
  if (!is_approximate) return text;
  return text + (text.empty() ? "" : "; ") + "approximate: by a spread over folds";
}

Verdict judge(const Estimate& ours, const Published& published) {
  const Uncertainty uncertain = uncertainty(ours, published);
  const double half = half_digit(published.text);
  Verdict verdict;
  verdict.unit = std::sqrt(uncertain.variance + half * half / 3.0);
  verdict.degrees = uncertain.degrees;
  verdict.is_approximate = uncertain.is_approximate;
  verdict.difference = ours.mean - published.value;
  verdict.printed = published.value;
  if (std::isfinite(verdict.unit))
    verdict.z = normal_deviate(verdict.difference / verdict.unit, uncertain.degrees);
  verdict.provisional = ours.has_chance && ours.repetitions < 10;
  verdict.matters = published.difference_that_matters();
  verdict.agreement = agreement_of(verdict);
  return verdict;
}

Verdict judge_fully(const Estimate& ours, const Published& published,
                    std::optional<double> largest_difference) {
  Verdict verdict = judge(ours, published);
  verdict.rule_1 = rule_1(ours, published, largest_difference);
  const bool is_open =
      verdict.agreement == Agreement::consistent || verdict.agreement == Agreement::inconclusive;
  if (is_open && std::isfinite(verdict.unit)) verdict.would_decide = would_decide(ours, published);
  return verdict;
}

double rounding_of_mean(std::size_t values, double size, bool are_whole) {
  constexpr double kLargestCount = 0x1p32;
  if (are_whole && static_cast<double>(values) * size < kLargestCount) return 0.0;
  const double largest = std::numeric_limits<double>::max();
  return std::min(static_cast<double>(values) * std::numeric_limits<double>::epsilon() * size, largest);
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double standard_deviation(const std::vector<double>& values) {
  if (values.size() < 2) return 0.0;
  const double centre = mean(values);
  double sum = 0.0;
  for (double value : values) sum += (value - centre) * (value - centre);
  const double sd = std::sqrt(sum / static_cast<double>(values.size() - 1));
  return sd <= rounding_of_mean(values.size(), std::abs(centre), false) ? 0.0 : sd;
}

}  // namespace preimage::suite::records
