#include "preimage/regression/support_vector_solver.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "preimage/base/cpu.hpp"
#include "preimage/base/error.hpp"

namespace preimage::regression {

namespace {

using base::FourDoubles;

/// Arrays over duals go on to whole blocks; what is beyond the last dual neither rises nor falls.
constexpr arma::uword kAtOnce = 4;
constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kNone = -kInfinite;
constexpr double kFlat = 1e-12;   // in place of a curvature that rounding has made 0 or less
constexpr double kAllowed = 1.5;  // times the tolerance, of a violation
constexpr double kWorthIt = 4.0;  // two bits of the 24 of single precision
constexpr double kRoundingOfRows = std::numeric_limits<float>::epsilon() / 2.0;
constexpr double kRoundingOfGram = std::numeric_limits<double>::epsilon() / 2.0;

/// 1 where numbers up to `largest` lie well inside the range of single precision, else the power of 2 that
/// brings it to [1, 2).
double scale_to_float(double largest) {
  constexpr double kSmall = 1e-20, kLarge = 1e20;  // products of their differences are normal numbers, too
  if (!(largest > 0.0) || (largest >= kSmall && largest <= kLarge)) return 1.0;
  return std::ldexp(1.0, -std::ilogb(largest));
}

}  // namespace

/// State of one training. Dual t is of sample t % stride in group t / stride.
struct SupportVectorSolver::Duals {
  Duals(const BoxDual& problem, const SupportVectorSolver& solver)
      : m(solver.K_.n_rows),
        stride(solver.stride_),
        n(problem.start.n_cols * stride),
        value(n, 0.0),
        linear(n, 0.0),
        lower(n, 0.0),
        upper(n, 0.0),
        may_rise(n, kNone),
        may_fall(n, kNone),
        rises(n, kNone),
        decreases(n, kNone),
        has_bias(solver.has_bias_) {
    const double scale = solver.scale_;
    for (arma::uword group = 0; group < problem.start.n_cols; ++group) {
      for (arma::uword i = 0; i < m; ++i) {
        const arma::uword t = group * stride + i;
        value[t] = problem.start.at(i, group) / scale;
        linear[t] = problem.linear.at(i, group);
        lower[t] = problem.lower.at(i, group) / scale;
        upper[t] = problem.upper.at(i, group) / scale;
        may_be_negative = may_be_negative || lower[t] < 0.0;
      }
    }
    if (!has_bias) {  // a sample whose kernel values are 0 takes what the sum of the others is
      lower[m] = kNone;
      upper[m] = kInfinite;
      may_be_negative = true;
    }
    gradient = linear;
  }

  /// After values and gradients were set: which duals may rise and fall, and the largest violations.
  void restart() {
    most_rise = most_fall = kNone;
    for (arma::uword t = 0; t < n; ++t) {
      refresh(t);
      rises[t] = may_rise[t] - gradient[t];
      most_rise = std::max(rises[t], most_rise);
      most_fall = std::max(may_fall[t] + gradient[t], most_fall);
    }
  }
  void refresh(arma::uword t) {
    may_rise[t] = value[t] < upper[t] ? 0.0 : kNone;
    may_fall[t] = value[t] > lower[t] ? 0.0 : kNone;
  }
  double violation() const { return most_rise + most_fall; }
  /// The exact minimum along b_i + s, b_j - s, cut at the bounds.  curvature  of the objective; 0 or less is
  /// taken for 1e-12
  void step(arma::uword i, arma::uword j, double curvature) {
    was_not_convex = was_not_convex || !(curvature > 0.0);
    const double change = (gradient[j] - gradient[i]) / (curvature > 0.0 ? curvature : kFlat);
    const double sum = value[i] + value[j];
    value[i] += change;
    value[j] -= change;
    if (value[i] > upper[i]) {
      value[i] = upper[i];
      value[j] = sum - upper[i];
    }
    if (value[j] < lower[j]) {
      value[j] = lower[j];
      value[i] = sum - lower[j];
    }
    refresh(i);
    refresh(j);
  }
  template <class Use>
  void for_each(const Use& use) const {
    for (arma::uword first = 0; first < n; first += stride)
      for (arma::uword i = 0; i < m; ++i) use(first + i);
  }
  arma::vec coefficients(double scale) const {
    arma::vec sums(m, arma::fill::zeros);
    for_each([&](arma::uword t) { sums(t % stride) += value[t] * scale; });
    return sums;
  }
  double sum_of_sizes() const {
    double sum = 0.0;
    for_each([&](arma::uword t) { sum += std::abs(value[t]); });
    return sum;
  }
  /// G_t at the duals inside their bounds; without any the middle of what the others allow.
  double threshold() const {
    double sum = 0.0, highest = kInfinite, lowest = kNone;
    arma::uword inside = 0;
    if (!has_bias) return 0.0;
    for (const bool is_negative : {false, true}) {  // libsvm's order of a sum
      for_each([&](arma::uword t) {
        if ((lower[t] < 0.0) != is_negative) return;
        if (value[t] > lower[t] && value[t] < upper[t]) {
          ++inside;
          sum += gradient[t];
        } else if (value[t] > lower[t]) {
          lowest = std::max(lowest, gradient[t]);
        } else {
          highest = std::min(highest, gradient[t]);
        }
      });
    }
    if (inside > 0) return sum / static_cast<double>(inside);
    if (std::isinf(highest)) return lowest;
    return std::isinf(lowest) ? highest : (highest + lowest) / 2.0;
  }

  arma::uword m, stride, n;
  std::vector<double> value, linear, lower, upper, gradient;
  std::vector<double> may_rise, may_fall;  // a dual may: 0, else kNone; an addend
  std::vector<double> rises;               // -G_t where it may rise, else kNone
  std::vector<double> decreases;           // of the objective by second order, with i given
  double most_rise = kNone,
         most_fall = kNone;  // max of -G_t over those that may rise, of G_t over those that may fall
  bool has_bias;
  bool may_be_negative = false;  // a dual
  bool was_not_convex = false;   // a pair had a curvature of 0 or less
};

/// Rows of scale K', made where they are read.
class SupportVectorSolver::RowsInDouble {
 public:
  explicit RowsInDouble(const SupportVectorSolver& solver)
      : solver_(solver), rows_{arma::vec(solver.stride_), arma::vec(solver.stride_)} {}

  const double* operator()(arma::uword i, std::size_t which) const {
    arma::vec& row = rows_[which];
    const arma::uword m = solver_.K_.n_rows;
    row.zeros();
    for (arma::uword j = 0; i < m && j < m; ++j) row[j] = solver_.value(j, i) * solver_.scale_;
    row[i] = solver_.diagonal_[i];
    return row.memptr();
  }

 private:
  const SupportVectorSolver& solver_;
  mutable std::array<arma::vec, 2> rows_;
};

namespace {

struct Violations {
  double rise, fall;
};

/// What a step has to do with all duals: n of them, in groups of `stride`.
struct Arrays {
  arma::uword n, stride;
  double* gradient;
  double* rises;
  double* decreases;
  const double* may_rise;
  const double* may_fall;
  const double* lower;
  double most_rise;
};

template <class Real>
[[gnu::always_inline]] inline Violations move_all(const Arrays& duals, const Real* row_i, const Real* row_j,
                                                  double step_i, double step_j) {
  FourDoubles rise = {kNone, kNone, kNone, kNone}, fall = rise;
  for (arma::uword first = 0; first < duals.n; first += duals.stride) {
    double* const gradient = duals.gradient + first;
    double* const rises = duals.rises + first;
    const double* const may_rise = duals.may_rise + first;
    const double* const may_fall = duals.may_fall + first;
    const arma::uword stride = duals.stride;
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
  }
  return {base::largest_of_four(rise), base::largest_of_four(fall)};
}

template <class Real>
[[gnu::always_inline]] inline double second_order_of_all(const Arrays& duals, const Real* row_i,
                                                         const double* diagonal, double diagonal_i) {
  const FourDoubles none = {kNone, kNone, kNone, kNone}, flat = {kFlat, kFlat, kFlat, kFlat};
  const double most_rise = duals.most_rise;
  FourDoubles best = none;
  for (arma::uword first = 0; first < duals.n; first += duals.stride) {
    double* const decreases = duals.decreases + first;
    const double* const gradient = duals.gradient + first;
    const double* const may_fall = duals.may_fall + first;
    const arma::uword stride = duals.stride;
    for (arma::uword t = 0; t < stride; t += kAtOnce) {
      FourDoubles k_i, violation, curvature, down;
      base::load_four(row_i + t, k_i);
      base::load_four(gradient + t, violation);
      base::load_four(diagonal + t, curvature);
      base::load_four(may_fall + t, down);
      violation = down + (most_rise + violation);
      curvature = (diagonal_i + curvature) - 2.0 * k_i;
      curvature = curvature > 0.0 ? curvature : flat;
      const FourDoubles gain = violation * violation / curvature;
      const FourDoubles decrease = violation > 0.0 ? gain : none;
      base::store_four(decrease, decreases + t);
      best = best < decrease ? decrease : best;
    }
  }
  return base::largest_of_four(best);
}

/// G_t += K_it step_i + K_jt step_j; the violations of all that may rise, and the largest.
PREIMAGE_AVX2_CLONES
Violations move(const Arrays& duals, const float* row_i, const float* row_j, double step_i, double step_j) {
  return move_all(duals, row_i, row_j, step_i, step_j);
}

PREIMAGE_AVX2_CLONES
Violations move(const Arrays& duals, const double* row_i, const double* row_j, double step_i, double step_j) {
  return move_all(duals, row_i, row_j, step_i, step_j);
}

/// (G_i - G_t)^2 / |phi_i - phi_t|^2 of those that may fall and violate with i; returns the largest.
PREIMAGE_AVX2_CLONES
double second_order(const Arrays& duals, const float* row_i, const double* diagonal, double diagonal_i) {
  return second_order_of_all(duals, row_i, diagonal, diagonal_i);
}

PREIMAGE_AVX2_CLONES
double second_order(const Arrays& duals, const double* row_i, const double* diagonal, double diagonal_i) {
  return second_order_of_all(duals, row_i, diagonal, diagonal_i);
}

[[gnu::always_inline]] inline bool are_all_other(const double* values, double wanted) {
  FourDoubles a, b, c, d;
  base::load_four(values, a);
  base::load_four(values + kAtOnce, b);
  base::load_four(values + 2 * kAtOnce, c);
  base::load_four(values + 3 * kAtOnce, d);
  const auto hit = (a == wanted) | (b == wanted) | (c == wanted) | (d == wanted);
  return (hit[0] | hit[1] | hit[2] | hit[3]) == 0;
}

/// The last dual with this value that may be negative, else the last one: libsvm's choice among equals.
PREIMAGE_AVX2_CLONES
arma::uword last_with(const double* values, double wanted, const Arrays& duals, bool takes_any) {
  arma::uword positive = duals.n;
  constexpr arma::uword kBlock = 4 * kAtOnce;
  for (arma::uword end = duals.n; end > 0; end -= kAtOnce) {
    while (end >= kBlock && are_all_other(values + end - kBlock, wanted)) end -= kBlock;
    if (end == 0) break;
    FourDoubles value;
    base::load_four(values + end - kAtOnce, value);
    const auto hit = value == wanted;
    if ((hit[0] | hit[1] | hit[2] | hit[3]) == 0) continue;
    for (arma::uword t = end; t-- > end - kAtOnce;) {
      if (values[t] != wanted) continue;
      if (takes_any || duals.lower[t] < 0.0) return t;
      if (positive == duals.n) positive = t;
    }
  }
  return positive;
}

/// gradient += factor row
PREIMAGE_AVX2_CLONES
void add_row(const float* row, double factor, arma::uword stride, double* gradient) {
  for (arma::uword t = 0; t < stride; ++t) gradient[t] += factor * static_cast<double>(row[t]);
}

/// Steps until the optimality conditions hold to `tolerance`.
/// row       row(i, 0) and row(i, 1): pointers to row i of K', for the first and the second of a pair
/// give_up   of a number of steps: whether to stop there
/// returns   whether the conditions hold; not after max(10^7, 100 m) steps, nor where a gradient is no number
template <class Duals, class Row, class GiveUp>
bool solve(Duals& duals, const Row& row, const std::vector<double>& diagonal, double tolerance,
           const GiveUp& give_up) {
  const arma::uword most = std::max<arma::uword>(10000000, 100 * duals.m), stride = duals.stride;
  Arrays arrays{duals.n,
                stride,
                duals.gradient.data(),
                duals.rises.data(),
                duals.decreases.data(),
                duals.may_rise.data(),
                duals.may_fall.data(),
                duals.lower.data(),
                kNone};
  const bool takes_any = !duals.may_be_negative;
  const auto sample_of = [stride](arma::uword t) {
    return t < stride ? t : t % stride;
  };  // a division is slow
  for (arma::uword step = 0; step < most; ++step) {
    if (duals.violation() < tolerance) return true;
    if (!(duals.most_rise > kNone)) return false;
    arrays.most_rise = duals.most_rise;
    const arma::uword i = last_with(arrays.rises, duals.most_rise, arrays, takes_any), of_i = sample_of(i);
    const auto* const row_i = row(of_i, 0);
    const double best = second_order(arrays, row_i, diagonal.data(), diagonal[of_i]);
    if (best == kNone || give_up(step)) return false;
    const arma::uword j = last_with(arrays.decreases, best, arrays, takes_any), of_j = sample_of(j);
    const auto* const row_j = row(of_j, 1);
    const double before_i = duals.value[i], before_j = duals.value[j];
    duals.step(i, j, diagonal[of_i] + diagonal[of_j] - 2.0 * static_cast<double>(row_i[of_j]));
    const Violations left = move(arrays, row_i, row_j, duals.value[i] - before_i, duals.value[j] - before_j);
    duals.most_rise = left.rise;
    duals.most_fall = left.fall;
  }
  return false;
}

PREIMAGE_AVX2_CLONES
double largest_size(const std::vector<float>& values) {
  FourDoubles most = {};
  for (std::size_t i = 0; i < values.size(); i += kAtOnce) {
    FourDoubles value;
    base::load_four(values.data() + i, value);
    value = value < 0.0 ? -value : value;
    most = most < value ? value : most;
  }
  return base::largest_of_four(most);
}

}  // namespace

arma::vec common_part(const arma::mat& K) {
  arma::vec common = arma::mean(K, 0).t();
  common -= arma::mean(common) / 2.0;
  if (kWorthIt * (K.diag() - 2.0 * common).max() > K.diag().max()) common.zeros();
  return common;
}

SupportVectorSolver::SupportVectorSolver(const arma::mat& K, arma::vec added, arma::vec common, bool has_bias)
    : K_(K),
      added_(std::move(added)),
      common_(std::move(common)),
      scale_(scale_to_float(std::max(K.diag().max(), added_.max()))),
      has_bias_(has_bias),
      stride_((K.n_rows + (has_bias ? 0 : 1) + kAtOnce - 1) / kAtOnce * kAtOnce),
      rows_((K.n_rows + (has_bias ? 0 : 1)) * stride_, 0.0F),
      diagonal_(stride_, 0.0) {
  for (arma::uword i = 0; i < K.n_rows; ++i) {
    float* const own = rows_.data() + i * stride_;
    for (arma::uword j = 0; j < K.n_rows; ++j) own[j] = static_cast<float>(value(j, i) * scale_);
    diagonal_[i] = (value(i, i) + added_(i)) * scale_;
    own[i] = static_cast<float>(diagonal_[i]);
  }
  largest_ = largest_size(rows_);
}

void SupportVectorSolver::renew_gradient(Duals& duals) const {
  const arma::vec c = duals.coefficients(scale_);
  const arma::vec product = K_ * c - common_ * arma::accu(c) - arma::dot(common_, c) + added_ % c;
  duals.gradient = duals.linear;
  duals.for_each([&](arma::uword t) { duals.gradient[t] += product(t % stride_); });
  duals.restart();
  if (!product.is_finite()) duals.most_rise = kInfinite;
}

void SupportVectorSolver::train_in_double(Duals& duals, double tolerance) const {
  solve(duals, RowsInDouble(*this), diagonal_, tolerance, [](arma::uword) { return false; });
  renew_gradient(duals);
}

DualFunction SupportVectorSolver::train(const BoxDual& problem) const {
  const double tolerance = problem.tolerance;
  Duals duals(problem, *this);
  duals.for_each([&](arma::uword t) {
    if (duals.value[t] == 0.0) return;
    for (arma::uword first = 0; first < duals.n; first += stride_)
      add_row(row(t % stride_), duals.value[t], stride_, duals.gradient.data() + first);
  });
  duals.restart();
  const double at_start = duals.violation();
  const auto may_be_wrong = [&] {  // rows are rounded: by how much a gradient may be off
    return duals.was_not_convex || !(kRoundingOfRows * largest_ * duals.sum_of_sizes() < tolerance / 4.0);
  };
  const auto holds = [&] { return duals.violation() < kAllowed * tolerance; };
  const arma::uword patience = 100000 + 100 * K_.n_rows;
  const bool is_solved = solve(
      duals, [&](arma::uword i, int) { return row(i); }, diagonal_, tolerance,
      [&](arma::uword step) { return step >= patience && may_be_wrong(); });
  if (!is_solved || may_be_wrong()) {
    renew_gradient(duals);
    if (!holds()) {
      if (!(duals.violation() < at_start)) {  // then what single precision found is worth nothing
        duals = Duals(problem, *this);
        renew_gradient(duals);
      }
      train_in_double(duals, tolerance);
    }
  }
  DualFunction function{duals.coefficients(scale_)};
  const arma::vec& c = function.coefficients;
  function.bias = -duals.threshold() - arma::dot(common_, c);
  const double rounding = kRoundingOfGram * arma::abs(K_.diag()).max() * arma::accu(arma::abs(c));
  function.converged = holds() && rounding < tolerance / 2.0;
  if (!c.is_finite() || !std::isfinite(function.bias))
    throw NumericalError(
        "support vector machine: its dual variables left the range of numbers; raise the ridge, or scale the "
        "inputs to a mean of 0");
  return function;
}

}  // namespace preimage::regression
