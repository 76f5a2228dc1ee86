#include "preimage/regression/smo_steps.hpp"

#include <cmath>

#include "preimage/base/cpu.hpp"

namespace preimage::regression::smo {

namespace {

using base::FourDoubles;

constexpr double kFlat = 1e-12;  // in place of a curvature that rounding has made 0 or less

template <class Real>
[[gnu::always_inline]] inline Violations move_all(Duals& duals, const Real* row_i, const Real* row_j,
                                                  double step_i, double step_j) {
  double* const gradient = duals.gradient.data();
  double* const rises = duals.rises.data();
  const double* const may_rise = duals.may_rise.data();
  const double* const may_fall = duals.may_fall.data();
  const arma::uword stride = duals.stride;
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

template <class Real>
[[gnu::always_inline]] inline double second_order_of_all(Duals& duals, const Real* row_i,
                                                         const double* diagonal, double diagonal_i) {
  double* const decreases = duals.decreases.data();
  const double* const gradient = duals.gradient.data();
  const double* const may_fall = duals.may_fall.data();
  const double rise = duals.worst.rise;
  const arma::uword stride = duals.stride;
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

}  // namespace

double scale_to_float(double largest) {
  constexpr double kSmall = 1e-20, kLarge = 1e20;  // products of their differences are normal numbers, too
  if (!(largest > 0.0) || (largest >= kSmall && largest <= kLarge)) return 1.0;
  return std::ldexp(1.0, -std::ilogb(largest));
}

Duals::Duals(const std::vector<double>& signs, const std::vector<double>& given_linear, double upper_bound)
    : n(signs.size()),
      stride(whole_blocks(n)),
      y(signs),
      linear(given_linear),
      may_rise(stride, kNone),
      may_fall(stride, kNone),
      rises(stride, kNone),
      decreases(stride, kNone),
      upper(upper_bound),
      has_only_positive(std::all_of(signs.begin(), signs.end(), [](double sign) { return sign > 0.0; })) {
  y.resize(stride, 0.0);
  linear.resize(stride, 0.0);
  reset();
}

void Duals::reset() {
  alpha.assign(stride, 0.0);
  gradient = linear;
  restart();
}

void Duals::restart() {
  worst = {};
  for (arma::uword t = 0; t < n; ++t) {
    refresh(t);
    rises[t] = may_rise[t] - gradient[t];
    worst.rise = std::max(rises[t], worst.rise);
    worst.fall = std::max(may_fall[t] + gradient[t], worst.fall);
  }
}

void Duals::refresh(arma::uword t) {
  may_rise[t] = (y[t] > 0.0 ? alpha[t] < upper : alpha[t] > 0.0) ? 0.0 : kNone;
  may_fall[t] = (y[t] < 0.0 ? alpha[t] < upper : alpha[t] > 0.0) ? 0.0 : kNone;
}

void Duals::step(arma::uword i, arma::uword j, double curvature) {
  was_not_convex = was_not_convex || !(curvature > 0.0);
  if (!(curvature > 0.0)) curvature = kFlat;
  double &a_i = alpha[i], &a_j = alpha[j];
  const double g_i = y[i] * gradient[i], g_j = y[j] * gradient[j];
  if (y[i] != y[j]) {
    const double delta = (-g_i - g_j) / curvature;
    const double difference = a_i - a_j;
    a_i += delta;
    a_j += delta;
    if (difference > 0.0 && a_j < 0.0) {
      a_j = 0.0;
      a_i = difference;
    } else if (!(difference > 0.0) && a_i < 0.0) {
      a_i = 0.0;
      a_j = -difference;
    }
    if (difference > 0.0 && a_i > upper) {
      a_i = upper;
      a_j = upper - difference;
    } else if (!(difference > 0.0) && a_j > upper) {
      a_j = upper;
      a_i = upper + difference;
    }
  } else {
    const double delta = (g_i - g_j) / curvature;
    const double sum = a_i + a_j;
    a_i -= delta;
    a_j += delta;
    if (sum > upper && a_i > upper) {
      a_i = upper;
      a_j = sum - upper;
    } else if (!(sum > upper) && a_j < 0.0) {
      a_j = 0.0;
      a_i = sum;
    }
    if (sum > upper && a_j > upper) {
      a_j = upper;
      a_i = sum - upper;
    } else if (!(sum > upper) && a_i < 0.0) {
      a_i = 0.0;
      a_j = sum;
    }
  }
  refresh(i);
  refresh(j);
}

PREIMAGE_AVX2_CLONES
Violations move(Duals& duals, const float* row_i, const float* row_j, double step_i, double step_j) {
  return move_all(duals, row_i, row_j, step_i, step_j);
}

PREIMAGE_AVX2_CLONES
Violations move(Duals& duals, const double* row_i, const double* row_j, double step_i, double step_j) {
  return move_all(duals, row_i, row_j, step_i, step_j);
}

PREIMAGE_AVX2_CLONES
double second_order(Duals& duals, const float* row_i, const double* diagonal, double diagonal_i) {
  return second_order_of_all(duals, row_i, diagonal, diagonal_i);
}

PREIMAGE_AVX2_CLONES
double second_order(Duals& duals, const double* row_i, const double* diagonal, double diagonal_i) {
  return second_order_of_all(duals, row_i, diagonal, diagonal_i);
}

PREIMAGE_AVX2_CLONES
arma::uword last_with(const std::vector<double>& values, double wanted, const Duals& duals) {
  const double* const first = values.data();
  const double* const y = duals.y.data();
  const bool takes_any = duals.has_only_positive;
  arma::uword positive = duals.stride;
  for (arma::uword end = duals.stride; end > 0; end -= kAtOnce) {
    FourDoubles value;
    base::load_four(first + end - kAtOnce, value);
    const auto hit = value == wanted;
    if ((hit[0] | hit[1] | hit[2] | hit[3]) == 0) continue;
    for (arma::uword t = end; t-- > end - kAtOnce;) {
      if (first[t] != wanted) continue;
      if (takes_any || y[t] < 0.0) return t;
      if (positive == duals.stride) positive = t;
    }
  }
  return positive;
}

PREIMAGE_AVX2_CLONES
void add_row(const float* row, double factor, arma::uword stride, double* gradient) {
  for (arma::uword t = 0; t < stride; ++t) gradient[t] += factor * static_cast<double>(row[t]);
}

}  // namespace preimage::regression::smo
