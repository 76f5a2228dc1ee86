#include "preimage/regression/smo_steps.hpp"

#include <algorithm>
#include <cstring>

#include "preimage/base/target_clones.hpp"

namespace preimage::regression::smo {

namespace {

/// Four samples at a time: compilers do not find these loops' maxima on their own.
using Four [[gnu::vector_size(32)]] = double;
using FourFloats [[gnu::vector_size(16)]] = float;

}  // namespace

/// The vector at `from`, wherever it is aligned. A macro: vectors of functions' values warn of their calling convention.
#define PREIMAGE_LOAD(Vector, name, from) \
  Vector name;                            \
  std::memcpy(&name, from, sizeof(name))

#define PREIMAGE_LARGEST(v) std::max(std::max((v)[0], (v)[1]), std::max((v)[2], (v)[3]))

PREIMAGE_AVX2_CLONES
Violations move(double* gradient, double* rises, const float* row_i, const float* row_j, double step_i,
                double step_j, const double* may_rise, const double* may_fall, arma::uword stride) {
  Four rise = {kNone, kNone, kNone, kNone}, fall = rise;
  for (arma::uword t = 0; t < stride; t += kAtOnce) {
    PREIMAGE_LOAD(FourFloats, k_i, row_i + t);
    PREIMAGE_LOAD(FourFloats, k_j, row_j + t);
    PREIMAGE_LOAD(Four, moved, gradient + t);
    PREIMAGE_LOAD(Four, up, may_rise + t);
    PREIMAGE_LOAD(Four, down, may_fall + t);
    moved += __builtin_convertvector(k_i, Four) * step_i + __builtin_convertvector(k_j, Four) * step_j;
    std::memcpy(gradient + t, &moved, sizeof(moved));
    up -= moved;
    down += moved;
    std::memcpy(rises + t, &up, sizeof(up));
    rise = rise < up ? up : rise;
    fall = fall < down ? down : fall;
  }
  return {PREIMAGE_LARGEST(rise), PREIMAGE_LARGEST(fall)};
}

PREIMAGE_AVX2_CLONES
double second_order(double* decreases, const double* gradient, const float* row_i, const double* diagonal,
                    double diagonal_i, double rise, const double* may_fall, arma::uword stride) {
  const Four none = {kNone, kNone, kNone, kNone}, flat = {kFlat, kFlat, kFlat, kFlat};
  Four best = none;
  for (arma::uword t = 0; t < stride; t += kAtOnce) {
    PREIMAGE_LOAD(FourFloats, k_i, row_i + t);
    PREIMAGE_LOAD(Four, violation, gradient + t);
    PREIMAGE_LOAD(Four, curvature, diagonal + t);
    PREIMAGE_LOAD(Four, down, may_fall + t);
    violation = down + (rise + violation);
    curvature = (diagonal_i + curvature) - 2.0 * __builtin_convertvector(k_i, Four);
    curvature = curvature > 0.0 ? curvature : flat;
    const Four gain = violation * violation / curvature;
    const Four decrease = violation > 0.0 ? gain : none;
    std::memcpy(decreases + t, &decrease, sizeof(decrease));
    best = best < decrease ? decrease : best;
  }
  return PREIMAGE_LARGEST(best);
}

PREIMAGE_AVX2_CLONES
arma::uword last_with(const double* values, double wanted, const double* y, arma::uword stride) {
  arma::uword positive = stride;
  for (arma::uword end = stride; end > 0; end -= kAtOnce) {
    PREIMAGE_LOAD(Four, value, values + end - kAtOnce);
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
    PREIMAGE_LOAD(Four, value, values + end - kAtOnce);
    const auto hit = value == wanted;
    if ((hit[0] | hit[1] | hit[2] | hit[3]) == 0) continue;
    for (arma::uword t = end; t-- > end - kAtOnce;) {
      if (values[t] == wanted) return t;
    }
  }
  return stride;
}

#undef PREIMAGE_LOAD
#undef PREIMAGE_LARGEST

PREIMAGE_AVX2_CLONES
void add_row(const float* row, double factor, arma::uword stride, double* gradient) {
  for (arma::uword t = 0; t < stride; ++t) gradient[t] += factor * static_cast<double>(row[t]);
}

}  // namespace preimage::regression::smo
