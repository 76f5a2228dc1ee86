// Interpolation of vectors that are known at some times, as a linear map from what is known: with the outputs
// Y of the knots in rows, S Y are the outputs at the queries. So one S serves every coordinate of an image.
#pragma once

#include <armadillo>
#include <string>
#include <utility>

#include "preimage/models/method.hpp"

namespace preimage::models {

/// Straight lines between neighbouring knots: with knots a <= t <= b around a query,
///   y(t) = ((b - t) y(a) + (t - a) y(b)) / (b - a)
/// knots    n >= 2 different times in any order;  queries  m times, none outside of the knots
/// returns  S, m x n, in the order given
/// throws   NumericalError (not finite, too few knots, a knot twice, a query outside)
/// cost     O((n + m) log n + m n)
arma::mat linear_interpolation(const arma::vec& knots, const arma::vec& queries);

/// The cubic spline through the knots with the not-a-knot end conditions: twice continuously differentiable,
/// cubic between neighbouring knots, and with one cubic for the first two intervals and one for the last two
/// [de Boor 1978, ch. IV]. n >= 4 knots, else as above
/// cost  O(n^3 + m n)
arma::mat cubic_spline(const arma::vec& knots, const arma::vec& queries);

/// knots, queries -> the weights of the knots' values, queries x knots: one of the two above
using InterpolationWeights = arma::mat (*)(const arma::vec& knots, const arma::vec& queries);

/// Predicts vectors over one input column by interpolation.
/// name  for messages
MethodPtr interpolation_method(std::string name, InterpolationWeights weights);

}  // namespace preimage::models
