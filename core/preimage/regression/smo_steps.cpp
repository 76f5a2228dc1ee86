#include "preimage/regression/smo_steps.hpp"

#include <algorithm>
#include <cmath>

#include "preimage/base/cpu.hpp"

namespace preimage::regression::smo {

namespace {

using base::FourDoubles;

}  // namespace

double scale_to_float(double largest) {
  constexpr double kSmall = 1e-20, kLarge = 1e20;  // products of their differences are normal numbers, too
  if (!(largest > 0.0) || (largest >= kSmall && largest <= kLarge)) return 1.0;
  return std::ldexp(1.0, -std::ilogb(largest));
}

PREIMAGE_AVX2_CLONES
Violations move(double* gradient, double* rises, const float* row_i, const float* row_j, double step_i,
                double step_j, const double* may_rise, const double* may_fall, arma::uword stride) {
  FourDoubles rise = {kNone, kNone, kNone, kNone}, fall = rise;
  for (arma::uword t = 0; t < stride; t += kAtOnce) {
    FourDoubles k_i, k_j, moved, up, down;
    base::load_four(row_i + t, k_i);
    base::load_four(row_j + t, k_j);
    base::load_four(gradient + t, moved);
    base::load_four(may_rise + t, up);
    base::load_four(may_fall + t, down);
    moved += k_i * step_i + k_j * step_j;
    base::store_four(moved, gradient + t);
    up -= moved;
    down += moved;
    base::store_four(up, rises + t);
    rise = rise < up ? up : rise;
    fall = fall < down ? down : fall;
  }
  return {base::largest_of_four(rise), base::largest_of_four(fall)};
}

PREIMAGE_AVX2_CLONES
double second_order(double* decreases, const double* gradient, const float* row_i, const double* diagonal,
                    double diagonal_i, double rise, const double* may_fall, arma::uword stride) {
  const FourDoubles none = {kNone, kNone, kNone, kNone}, flat = {kFlat, kFlat, kFlat, kFlat};
  FourDoubles best = none;
  for (arma::uword t = 0; t < stride; t += kAtOnce) {
    FourDoubles k_i, violation, curvature, down;
    base::load_four(row_i + t, k_i);
    base::load_four(gradient + t, violation);
    base::load_four(diagonal + t, curvature);
    base::load_four(may_fall + t, down);
    violation = down + (rise + violation);
    curvature = (diagonal_i + curvature) - 2.0 * k_i;
    curvature = curvature > 0.0 ? curvature : flat;
    const FourDoubles gain = violation * violation / curvature;
    const FourDoubles decrease = violation > 0.0 ? gain : none;
    base::store_four(decrease, decreases + t);
    best = best < decrease ? decrease : best;
  }
  return base::largest_of_four(best);
}

PREIMAGE_AVX2_CLONES
arma::uword last_with(const double* values, double wanted, const double* y, arma::uword stride) {
  arma::uword positive = stride;
  for (arma::uword end = stride; end > 0; end -= kAtOnce) {
    FourDoubles value;
    base::load_four(values + end - kAtOnce, value);
    const auto hit = value == wanted;
    if ((hit[0] | hit[1] | hit[2] | hit[3]) == 0) continue;
    for (arma::uword t = end; t-- > end - kAtOnce;) {
      if (values[t] != wanted) continue;
      if (y[t] < 0.0) return t;
      if (positive == stride) positive = t;
    }
  }
  return positive;
}

PREIMAGE_AVX2_CLONES
arma::uword last_with(const double* values, double wanted, arma::uword stride) {
  for (arma::uword end = stride; end > 0; end -= kAtOnce) {
    FourDoubles value;
    base::load_four(values + end - kAtOnce, value);
    const auto hit = value == wanted;
    if ((hit[0] | hit[1] | hit[2] | hit[3]) == 0) continue;
    for (arma::uword t = end; t-- > end - kAtOnce;) {
      if (values[t] == wanted) return t;
    }
  }
  return stride;
}

PREIMAGE_AVX2_CLONES
void add_row(const float* row, double factor, arma::uword stride, double* gradient) {
  for (arma::uword t = 0; t < stride; ++t) gradient[t] += factor * static_cast<double>(row[t]);
}

}  // namespace preimage::regression::smo
