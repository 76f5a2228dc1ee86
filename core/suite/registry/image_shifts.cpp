#include "suite/registry/image_shifts.hpp"

#include <algorithm>
#include <set>

namespace preimage::suite::registry {

std::vector<int> parse_shift_steps(const config::Reader& reader, arma::uword size) {
  const long most = static_cast<long>(size) - 1;
  std::vector<int> steps;
  for (const long step : reader.integers("shift", -most, most)) steps.push_back(static_cast<int>(step));
  const std::set<int> different(steps.begin(), steps.end());
  if (different.size() != steps.size()) reader.fail("shift", "a step occurs twice");
  if (!different.contains(0)) reader.fail("shift", "expected 0 among the steps: the image as it is");
  return steps;
}

std::optional<samples::ImageShifts> parse_image_shifts(const config::Reader& root, arma::uword width,
                                                       arma::uword height, double background) {
  if (!root.has("virtual_examples")) return std::nullopt;
  const config::Reader reader = root.map("virtual_examples");
  samples::ImageShifts shifts{width, height, parse_shift_steps(reader, std::min(width, height)), 0.0};
  shifts.background = reader.number("background", config::kAny, background);
  return shifts;
}

}  // namespace preimage::suite::registry
