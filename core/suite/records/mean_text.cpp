#include "suite/records/mean_text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace preimage::suite::records {

namespace {

/// Whether four decimals would say nothing, or hundreds of digits too much.
bool is_extreme(double value) {
  return value != 0.0 && (std::abs(value) < 1e-3 || std::abs(value) >= 1e9);
}

}  // namespace

std::string without_sign_of_zero(std::string text) {
  const std::size_t exponent = std::min(text.find_first_of("eE"), text.size());
  const bool is_signed = text.starts_with('-') || text.starts_with('+');
  if (is_signed && text.size() > 1 && text.find_first_not_of("0.", 1) >= exponent) text.erase(0, 1);
  return text;
}

std::string mean_text(double value) {
  return without_sign_of_zero(is_extreme(value) ? fmt::format("{:.3e}", value)
                                                : fmt::format("{:.4f}", value));
}

std::string spread_text(double mean, double spread) {
  return is_extreme(mean) ? fmt::format("{:.0e}", spread) : fmt::format("{:.4f}", spread);
}

}  // namespace preimage::suite::records
