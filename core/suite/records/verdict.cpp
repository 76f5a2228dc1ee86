#include "suite/records/verdict.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <system_error>

#include <fmt/format.h>

#include "suite/config/number.hpp"
#include "suite/records/mean_text.hpp"

namespace preimage::suite::records {

namespace {
constexpr double kRounding = 1e-9;      // a z of 3 that was computed as 3 + 4e-16 is one of 3
constexpr long kLargestPower = 100000;  // of ten, beyond all that a double holds
}  // namespace

std::string spread_name(SpreadKind kind) {
  if (kind == SpreadKind::standard_error) return "SE";
  if (kind == SpreadKind::unstated) return "unstated";
  return kind == SpreadKind::standard_deviation ? "SD" : "";
}

std::string published_spread_remark(const Published& published) {
  if (published.spread_kind == SpreadKind::unstated) return "of a kind that is not stated";
  if (!published.spread) return "";
  return fmt::format("{} over {} folds", spread_name(published.spread_kind), published.folds);
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

double published_standard_error(const Published& published) {
  if (!published.spread) return 0.0;
  if (published.spread_kind != SpreadKind::standard_deviation) return *published.spread;
  return *published.spread / std::sqrt(static_cast<double>(published.folds));
}

std::string word(Agreement agreement) {
  static constexpr const char* kWords[] = {"reproduced", "marginal", "inconclusive", "not reproduced"};
  return kWords[static_cast<int>(agreement)];
}

std::string Verdict::z_text() const {
  return without_sign_of_zero(fmt::format("{:+.1f}", z));
}

std::string Verdict::text() const {
  return word(agreement) + (provisional ? " (provisional)" : "");
}

std::string Verdict::why_inconclusive() const {
  if (agreement != Agreement::inconclusive || !half_difference) return "";
  return fmt::format("u {:.3g} > D/2 {:.3g}", unit, *half_difference);
}

Verdict judge(const Ours& ours, const Published& published, std::optional<double> largest_difference) {
  const double sampling = ours.sd * std::sqrt(1.0 + 1.0 / static_cast<double>(ours.draws()));
  const double unit = std::max({sampling, published_standard_error(published), half_digit(published.text)});
  Verdict verdict;
  verdict.unit = unit;
  verdict.z = (ours.mean - published.value) / unit;
  verdict.provisional = ours.has_chance && ours.repetitions < 10;
  const double distance = std::abs(verdict.z) - kRounding;
  if (largest_difference) verdict.half_difference = 0.5 * *largest_difference;
  if (verdict.half_difference && unit > *verdict.half_difference) {
    verdict.agreement = Agreement::inconclusive;
  } else if (distance <= 2.0) {
    verdict.agreement = Agreement::reproduced;
  } else {
    verdict.agreement = distance <= 3.0 ? Agreement::marginal : Agreement::not_reproduced;
  }
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
  return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

}  // namespace preimage::suite::records
