#include "preimage/regression/hard_margin.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "preimage/base/target_clones.hpp"

namespace preimage::regression {

namespace {

/// Four samples at a time: compilers do not find these loops' maxima on their own.
using Four [[gnu::vector_size(32)]] = double;
using FourFloats [[gnu::vector_size(16)]] = float;
constexpr arma::uword kAtOnce = 4;
constexpr double kNone = -std::numeric_limits<double>::infinity();
constexpr double kFlat = 1e-12;  // in place of a curvature that rounding has made 0 or less

/// State of one training. With y_t G_t, G the gradient of the dual, for G itself the signs are gone from all loops.
struct Duals {
  std::vector<double> y, alpha;
  std::vector<double> signed_gradient;  // y_t G_t
  std::vector<double> may_rise;         // y_t a_t may: 0, else -infinity; an addend
  std::vector<double> may_fall;
  std::vector<double> rises;      // -y_t G_t where a_t may rise so, else -infinity
  std::vector<double> decreases;  // of the objective by second order, with i given

  Duals(const std::vector<int>& signs, arma::uword stride)
      : y(stride, 0.0),
        alpha(stride, 0.0),
        signed_gradient(stride, 0.0),
        may_rise(stride, kNone),
        may_fall(stride, kNone),
        rises(stride, kNone),
        decreases(stride, kNone) {
    for (arma::uword t = 0; t < signs.size(); ++t) {
      y[t] = signs[t];
      signed_gradient[t] = -y[t];
      refresh(t);
      rises[t] = may_rise[t] - signed_gradient[t];
    }
  }

  void refresh(arma::uword t) {
    may_rise[t] = y[t] > 0.0 || alpha[t] > 0.0 ? 0.0 : kNone;
    may_fall[t] = y[t] < 0.0 || alpha[t] > 0.0 ? 0.0 : kNone;
  }
};

struct Violations {
  double rise = kNone;  // max of -y_t G_t over those that may rise
  double fall = kNone;  // max of y_t G_t over those that may fall
};

/// The vector at `from`, wherever it is aligned. A macro: vectors of functions' values warn of their calling convention.
#define PREIMAGE_LOAD(Vector, name, from) \
  Vector name;                            \
  std::memcpy(&name, from, sizeof(name))

#define PREIMAGE_LARGEST(v) std::max(std::max((v)[0], (v)[1]), std::max((v)[2], (v)[3]))

/// y_t G_t += K_it step_i + K_jt step_j; the violations of all that may rise, and the largest.
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

/// (y_i G_i - y_t G_t)^2 / |phi_i - phi_t|^2 of those that may fall and violate with i; returns the largest.
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

/// The last negative sample with this value, else the last positive one: libsvm's choice among equals.
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

#undef PREIMAGE_LOAD
#undef PREIMAGE_LARGEST

/// The exact minimum along a pair of duals, cut where one of them reaches 0.
void step_pair(Duals& duals, arma::uword i, arma::uword j, double curvature) {
  double &a_i = duals.alpha[i], &a_j = duals.alpha[j];
  const double g_i = duals.y[i] * duals.signed_gradient[i], g_j = duals.y[j] * duals.signed_gradient[j];
  if (duals.y[i] != duals.y[j]) {
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
    return;
  }
  const double delta = (g_i - g_j) / curvature;
  const double sum = a_i + a_j;
  a_i -= delta;
  a_j += delta;
  if (a_j < 0.0) {
    a_j = 0.0;
    a_i = sum;
  }
  if (a_i < 0.0) {
    a_i = 0.0;
    a_j = sum;
  }
}

/// y_t G_t at the support vectors; without any the middle of what the others allow.
double threshold(const Duals& duals, arma::uword m) {
  double sum = 0.0, upper = -kNone, lower = kNone;
  arma::uword free = 0;
  for (const double sign : {1.0, -1.0}) {  // libsvm's order of a sum
    for (arma::uword t = 0; t < m; ++t) {
      if (duals.y[t] != sign) continue;
      const double value = duals.signed_gradient[t];
      if (duals.alpha[t] > 0.0) {
        ++free;
        sum += value;
      } else if (sign > 0.0) {
        upper = std::min(upper, value);
      } else {
        lower = std::max(lower, value);
      }
    }
  }
  return free > 0 ? sum / static_cast<double>(free) : (upper + lower) / 2.0;
}

}  // namespace

HardMarginSolver::HardMarginSolver(const arma::mat& K, const arma::vec& diagonal, double tolerance)
    : m_(K.n_rows),
      stride_((m_ + kAtOnce - 1) / kAtOnce * kAtOnce),
      rows_(m_ * stride_, 0.0F),
      diagonal_(stride_, 1.0),
      tolerance_(tolerance) {
  for (arma::uword i = 0; i < m_; ++i) {
    float* const row = rows_.data() + i * stride_;
    std::transform(K.colptr(i), K.colptr(i) + m_, row, [](double k) { return static_cast<float>(k); });
    diagonal_[i] = K(i, i) + diagonal(i);
    row[i] = static_cast<float>(diagonal_[i]);
  }
}

DualFunction HardMarginSolver::train(const std::vector<int>& signs) const {
  Duals duals(signs, stride_);
  double* const gradient = duals.signed_gradient.data();
  const auto row = [&](arma::uword i) { return rows_.data() + i * stride_; };
  Violations worst{1.0, 1.0};  // of alpha = 0
  const arma::uword most = std::max<arma::uword>(10000000, 100 * m_);
  for (arma::uword step = 0; step < most; ++step) {
    const arma::uword i = last_with(duals.rises.data(), worst.rise, duals.y.data(), stride_);
    const double best = second_order(duals.decreases.data(), gradient, row(i), diagonal_.data(), diagonal_[i],
                                     worst.rise, duals.may_fall.data(), stride_);
    if (worst.rise + worst.fall < tolerance_ || best == kNone) break;
    const arma::uword j = last_with(duals.decreases.data(), best, duals.y.data(), stride_);
    const double curvature = diagonal_[i] + diagonal_[j] - 2.0 * static_cast<double>(row(i)[j]);
    const double before_i = duals.alpha[i], before_j = duals.alpha[j];
    step_pair(duals, i, j, curvature > 0.0 ? curvature : kFlat);
    duals.refresh(i);
    duals.refresh(j);
    worst =
        move(gradient, duals.rises.data(), row(i), row(j), duals.y[i] * (duals.alpha[i] - before_i),
             duals.y[j] * (duals.alpha[j] - before_j), duals.may_rise.data(), duals.may_fall.data(), stride_);
  }
  DualFunction function{arma::vec(m_), 0.0};
  for (arma::uword t = 0; t < m_; ++t)
    function.coefficients(t) = duals.alpha[t] > 0.0 ? duals.alpha[t] * duals.y[t] : 0.0;
  function.bias = -threshold(duals, m_);
  return function;
}

}  // namespace preimage::regression
