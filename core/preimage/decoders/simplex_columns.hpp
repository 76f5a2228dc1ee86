// Arithmetic on the columns of a simplex search, the same bits on every CPU. Columns have n numbers.
#pragma once

#include <armadillo>

namespace preimage::decoders {

/// mean = (total - worst) / d and its reflection 2 mean - worst, in one pass over memory.  A product with 1 / d has the same
/// bits where d is a power of two.
void mean_and_reflection(const double* total, const double* worst, double d, double* mean, double* reflected,
                         arma::uword n);

/// out = a x + b y
void combine(double a, const double* x, double b, const double* y, double* out, arma::uword n);

/// total += column - old; old = column
void exchange(double* total, const double* column, double* old, arma::uword n);

/// total = the sum of the `count` columns, added from first to last.
void add_columns(const double* columns, arma::uword n, arma::uword count, double* total);

}  // namespace preimage::decoders
