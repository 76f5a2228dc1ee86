#include "suite/figures/ticks.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "suite/figures/svg.hpp"

namespace preimage::suite::figures {

namespace {

/// digit * 10^exponent. 10^-3 is no double, so multiples are made by dividing by 10^3, which rounds once.
struct Step {
  int digit;
  int exponent;
  double times(double k) const {
    const double power = std::pow(10.0, std::abs(exponent));
    return exponent < 0 ? k * digit / power : k * digit * power;
  }
};

/// The step near `rough`, with Heckbert's bounds between 1, 2, 5 and 10.
Step nice_step(double rough) {
  const int exponent = static_cast<int>(std::floor(std::log10(rough)));
  const double leading = rough / std::pow(10.0, exponent);
  if (leading < 1.5) return {1, exponent};
  if (leading < 3.0) return {2, exponent};
  if (leading < 7.0) return {5, exponent};
  return {1, exponent + 1};
}

}  // namespace

Ticks linear_ticks(double lo, double hi, int count) {
  if (!std::isfinite(hi - lo) || lo > hi || count < 2) {
    throw std::invalid_argument(fmt::format("{} ticks from {} to {}", count, lo, hi));
  }
  // An axis without length has no step; neither has one shorter than the resolution of its numbers.
  const double size = std::max(std::abs(lo), std::abs(hi));
  if (hi - lo <= 1e-9 * size || size == 0.0) {
    const double half = size == 0.0 ? 1.0 : 0.1 * size;
    lo -= half;
    hi += half;
  }
  const Step step = nice_step((hi - lo) / (count - 1));
  const double unit = step.times(1.0);
  const double slack = 1e-9;  // in steps: 0.3 / 0.1 is a bit below 3
  const double last = std::ceil(hi / unit - slack);
  const int decimals = std::max(-step.exponent, 0);
  const double largest = std::max(std::abs(lo), std::abs(hi));
  const int digits = static_cast<int>(std::floor(std::log10(largest / unit))) + 2;
  Ticks ticks;
  const double first = std::floor(lo / unit + slack);
  const long steps = std::lround(last - first);
  for (long k = 0; k <= steps; ++k) {
    const double value = step.times(first + static_cast<double>(k)) + 0.0;  // + 0.0 turns -0.0 into 0.0
    ticks.values.push_back(value);
    ticks.labels.push_back(largest < 1e6 && decimals <= 4
                               ? fmt::format("{:.{}f}", value, decimals)
                               : fmt::format("{:.{}g}", value, std::max(digits, 1)));
  }
  return ticks;
}

Ticks log_ticks(double lo, double hi, Scale scale, int most) {
  if (!(lo > 0.0) || !std::isfinite(hi) || lo > hi || most < 2 || scale == Scale::linear) {
    throw std::invalid_argument(fmt::format("{} logarithmic ticks from {} to {}", most, lo, hi));
  }
  const int base = scale == Scale::log2 ? 2 : 10;
  const auto log = [&](double value) { return scale == Scale::log2 ? std::log2(value) : std::log10(value); };
  const double slack = 1e-9;  // in powers
  int first = static_cast<int>(std::floor(log(lo) + slack));
  int last = static_cast<int>(std::ceil(log(hi) - slack));
  if (first == last) {
    --first;
    ++last;
  }
  const int stride = (last - first + most - 2) / (most - 1);
  last = first + (last - first + stride - 1) / stride * stride;
  const double largest = std::pow(base, last);
  const bool plain = largest <= 9999.0 && first >= (base == 2 ? 0 : -3);
  Ticks ticks;
  for (int exponent = first; exponent <= last; exponent += stride) {
    const double power = std::pow(base, std::abs(exponent));
    const double value = exponent < 0 ? 1.0 / power : power;  // 0.001 and not its neighbour
    ticks.values.push_back(value);
    ticks.labels.push_back(plain ? fmt::format("{}", value) : fmt::format("{}^{}", base, exponent));
  }
  return ticks;
}

std::size_t label_stride(const std::vector<std::string>& labels, double spacing) {
  return std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil((widest(labels) + 8.0) / spacing)));
}

}  // namespace preimage::suite::figures
