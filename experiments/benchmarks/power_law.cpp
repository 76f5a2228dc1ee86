#include "experiments/benchmarks/power_law.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>

#include <fmt/format.h>

namespace preimage::experiments::benchmarks {

namespace {

void require_measurements(const std::vector<double>& n, const std::vector<double>& y) {
  const auto is_no_size = [](double value) { return !(value > 0.0) || !std::isfinite(value); };
  if (n.size() != y.size() || n.size() < 2)
    throw std::invalid_argument(fmt::format("power law: {} sizes and {} costs", n.size(), y.size()));
  if (std::any_of(n.begin(), n.end(), is_no_size) || std::any_of(y.begin(), y.end(), is_no_size))
    throw std::invalid_argument("power law: a size or cost has no logarithm");
  if (std::adjacent_find(n.begin(), n.end(), std::greater_equal<>()) != n.end())
    throw std::invalid_argument("power law: the sizes do not ascend");
}

}  // namespace

std::string PowerLaw::growth() const {
  return fmt::format("n^{:.2f}", std::round(100.0 * exponent) / 100.0 + 0.0);  // never "-0.00"
}

std::string PowerLaw::text() const {
  return fmt::format("{} over {:g} to {:g}", growth(), from, to);
}

PowerLaw fitted_power_law(const std::vector<double>& n, const std::vector<double>& y) {
  require_measurements(n, y);
  const std::size_t count = std::max<std::size_t>(2, (n.size() + 1) / 2), first = n.size() - count;
  double mean_x = 0.0, mean_y = 0.0;
  for (std::size_t i = first; i < n.size(); ++i) {
    mean_x += std::log(n[i]) / static_cast<double>(count);
    mean_y += std::log(y[i]) / static_cast<double>(count);
  }
  double products = 0.0, squares = 0.0;
  for (std::size_t i = first; i < n.size(); ++i) {
    const double x = std::log(n[i]) - mean_x;
    products += x * (std::log(y[i]) - mean_y);
    squares += x * x;
  }
  const double exponent = products / squares;
  return {exponent, std::exp(mean_y - exponent * mean_x), n[first], n.back()};
}

}  // namespace preimage::experiments::benchmarks
