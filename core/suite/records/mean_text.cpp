#include "suite/records/mean_text.hpp"

#include <cmath>

#include <fmt/format.h>

namespace preimage::suite::records {

namespace {

/// Whether four decimals would say nothing, or hundreds of digits too much.
bool is_extreme(double value) {
  return value != 0.0 && (std::abs(value) < 1e-3 || std::abs(value) >= 1e9);
}

}  // namespace

std::string mean_text(double value) {
  return is_extreme(value) ? fmt::format("{:.3e}", value) : fmt::format("{:.4f}", value);
}

std::string spread_text(double mean, double spread) {
  return is_extreme(mean) ? fmt::format("{:.0e}", spread) : fmt::format("{:.4f}", spread);
}

}  // namespace preimage::suite::records
