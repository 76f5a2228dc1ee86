#include "suite/registry/image_shifts.hpp"

#include <algorithm>
#include <set>

namespace preimage::suite::registry {

std::optional<models::ImageShifts> parse_image_shifts(const config::Reader& root, arma::uword width,
                                                      arma::uword height, double background) {
  if (!root.has("virtual_examples")) return std::nullopt;
  const config::Reader reader = root.map("virtual_examples");
  const long most = static_cast<long>(std::min(width, height)) - 1;
  models::ImageShifts shifts{width, height, {}, 0.0};
  for (const long step : reader.integers("shift", -most, most))
    shifts.steps.push_back(static_cast<int>(step));
  const std::set<int> different(shifts.steps.begin(), shifts.steps.end());
  if (different.size() != shifts.steps.size()) reader.fail("shift", "a step occurs twice");
  if (!different.contains(0)) reader.fail("shift", "expected 0 among the steps: the image as it is");
  shifts.background = reader.number("background", config::kAny, background);
  return shifts;
}

}  // namespace preimage::suite::registry
