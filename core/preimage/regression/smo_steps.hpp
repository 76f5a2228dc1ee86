// The loops over samples of sequential minimal optimisation, for machines on precomputed Gram matrices: of the pair of the
// largest violation i and the j of the largest second-order decrease.         [Fan, Chen, Lin 2005, "WSS 2"; what libsvm does]
#pragma once

#include <armadillo>
#include <limits>

namespace preimage::regression::smo {

/// Arrays over samples go on to whole blocks; what is beyond the last sample neither rises nor falls.
inline constexpr arma::uword kAtOnce = 4;
inline constexpr double kNone = -std::numeric_limits<double>::infinity();
inline constexpr double kFlat = 1e-12;  // in place of a curvature that rounding has made 0 or less

inline constexpr arma::uword whole_blocks(arma::uword m) {
  return (m + kAtOnce - 1) / kAtOnce * kAtOnce;
}

/// 1 where numbers up to `largest` lie well inside the range of single precision, else the power of 2 that brings it to [1, 2).
double scale_to_float(double largest);

struct Violations {
  double rise = kNone;  // max of -y_t G_t over those that may rise
  double fall = kNone;  // max of y_t G_t over those that may fall
};

/// y_t G_t += K_it step_i + K_jt step_j; the violations of all that may rise, and the largest.
/// may_rise, may_fall  0 or kNone
Violations move(double* gradient, double* rises, const float* row_i, const float* row_j, double step_i,
                double step_j, const double* may_rise, const double* may_fall, arma::uword stride);

/// (y_i G_i - y_t G_t)^2 / |phi_i - phi_t|^2 of those that may fall and violate with i; returns the largest.
double second_order(double* decreases, const double* gradient, const float* row_i, const double* diagonal,
                    double diagonal_i, double rise, const double* may_fall, arma::uword stride);

/// The last negative sample with this value, else the last positive one: libsvm's choice among equals.
arma::uword last_with(const double* values, double wanted, const double* y, arma::uword stride);
/// The same where all are positive.
arma::uword last_with(const double* values, double wanted, arma::uword stride);

/// gradient += factor row
void add_row(const float* row, double factor, arma::uword stride, double* gradient);

}  // namespace preimage::regression::smo
