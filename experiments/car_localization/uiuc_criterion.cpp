#include "experiments/car_localization/uiuc_criterion.hpp"

namespace preimage::experiments::car_localization {

bool matches_car(const samples::Box& found, const samples::Box& truth) {
  // Twice the distance of the centres is a whole number, so a box on the ellipse is decided exactly as far
  // as the quotients are.
  const double dx = (2 * (found.left - truth.left) + found.width - truth.width) / 2.0;
  const double dy = (2 * (found.top - truth.top) + found.height - truth.height) / 2.0;
  const double dw = found.width - truth.width;
  const double across = 0.25 * truth.width, down = 0.25 * truth.height;
  return (dx * dx + dw * dw) / (across * across) + dy * dy / (down * down) <= 1.0;
}

}  // namespace preimage::experiments::car_localization
