// Sequential minimal optimisation of the duals of machines on precomputed Gram matrices: of the pair of the largest violation i and
// the j of the largest second-order decrease.                    [Fan, Chen, Lin 2005, "WSS 2"; what libsvm does]
#pragma once

#include <algorithm>
#include <armadillo>
#include <limits>
#include <vector>

namespace preimage::regression::smo {

/// Arrays over duals go on to whole blocks; what is beyond the last dual neither rises nor falls.
inline constexpr arma::uword kAtOnce = 4;
inline constexpr double kNone = -std::numeric_limits<double>::infinity();

inline constexpr arma::uword whole_blocks(arma::uword m) {
  return (m + kAtOnce - 1) / kAtOnce * kAtOnce;
}

/// 1 where numbers up to `largest` lie well inside the range of single precision, else the power of 2 that brings it to [1, 2).
double scale_to_float(double largest);

struct Violations {
  double rise = kNone;  // max of -y_t G_t over those that may rise
  double fall = kNone;  // max of y_t G_t over those that may fall
};

/// State of one training of n duals:
///   min 1/2 a'Qa + p'a   s.t.  y'a stays as it is, 0 <= a_t <= upper;   G = Qa + p
/// With y_t G_t for G itself the signs are gone from all loops.
struct Duals {
  /// signs   n, each 1 or -1
  /// linear  y_t p_t, n
  /// upper   infinite for a machine without a bound
  Duals(const std::vector<double>& signs, const std::vector<double>& linear, double upper);

  /// After alpha and gradient were set: which duals may rise and fall, and the largest violations.
  void restart();
  /// alpha = 0
  void reset();
  double violation() const { return worst.rise + worst.fall; }
  /// The exact minimum along a pair, cut at the bounds.  curvature  of the objective; 0 or less is taken for 1e-12
  void step(arma::uword i, arma::uword j, double curvature);

  arma::uword n, stride;
  std::vector<double> y, linear, alpha;
  std::vector<double> gradient;            // y_t G_t
  std::vector<double> may_rise, may_fall;  // y_t a_t may: 0, else kNone; an addend
  std::vector<double> rises;               // -y_t G_t where a_t may rise so, else kNone
  std::vector<double> decreases;           // of the objective by second order, with i given
  double upper;
  Violations worst;
  bool has_only_positive;       // signs
  bool was_not_convex = false;  // a pair had a curvature of 0 or less

 private:
  void refresh(arma::uword t);
};

/// y_t G_t += K_it step_i + K_jt step_j; the violations of all that may rise, and the largest.
Violations move(Duals& duals, const float* row_i, const float* row_j, double step_i, double step_j);
Violations move(Duals& duals, const double* row_i, const double* row_j, double step_i, double step_j);

/// (y_i G_i - y_t G_t)^2 / |phi_i - phi_t|^2 of those that may fall and violate with i; returns the largest.
double second_order(Duals& duals, const float* row_i, const double* diagonal, double diagonal_i);
double second_order(Duals& duals, const double* row_i, const double* diagonal, double diagonal_i);

/// The last negative dual with this value, else the last positive one: libsvm's choice among equals.
arma::uword last_with(const std::vector<double>& values, double wanted, const Duals& duals);

/// gradient += factor row
void add_row(const float* row, double factor, arma::uword stride, double* gradient);

/// Steps until the optimality conditions hold to `tolerance`.
/// row       row(t, 0) and row(t, 1): pointers to row t of K, n entries in whole blocks, for the first and the second of a pair
/// diagonal  of K, in whole blocks
/// give_up   of a number of steps: whether to stop there
/// returns   whether the conditions hold; not after max(10^7, 100 n) steps, nor where a gradient is no number
/// cost      O(n) a step
template <class Row, class GiveUp>
bool solve(Duals& duals, const Row& row, const std::vector<double>& diagonal, double tolerance,
           const GiveUp& give_up) {
  const arma::uword most = std::max<arma::uword>(10000000, 100 * duals.n);
  for (arma::uword step = 0; step < most && duals.worst.rise > kNone; ++step) {
    if (duals.violation() < tolerance) return true;
    const arma::uword i = last_with(duals.rises, duals.worst.rise, duals);
    const auto* const row_i = row(i, 0);
    const double best = second_order(duals, row_i, diagonal.data(), diagonal[i]);
    if (best == kNone || give_up(step)) return false;
    const arma::uword j = last_with(duals.decreases, best, duals);
    const auto* const row_j = row(j, 1);
    const double before_i = duals.alpha[i], before_j = duals.alpha[j];
    duals.step(i, j, diagonal[i] + diagonal[j] - 2.0 * static_cast<double>(row_i[j]));
    duals.worst = move(duals, row_i, row_j, duals.y[i] * (duals.alpha[i] - before_i),
                       duals.y[j] * (duals.alpha[j] - before_j));
  }
  return false;
}

}  // namespace preimage::regression::smo
