#include "preimage/models/interpolation.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::models {

namespace {

/// Knots in ascending order, and where each stood.
struct Knots {
  arma::vec times;
  arma::uvec order;
};

Knots sorted_knots(const arma::vec& knots, arma::uword at_least, const char* what) {
  if (knots.n_elem < at_least) {
    throw NumericalError(fmt::format("{} needs at least {} knots, found {}", what, at_least, knots.n_elem));
  }
  linalg::require_finite(knots, "knots");
  Knots result;
  result.order = arma::stable_sort_index(knots);
  result.times = knots.elem(result.order);
  for (arma::uword i = 1; i < knots.n_elem; ++i) {
    if (result.times(i) == result.times(i - 1)) {
      throw NumericalError(fmt::format("{}: the knot {} is there twice", what, result.times(i)));
    }
  }
  return result;
}

/// j with times(j) <= query <= times(j + 1).
arma::uword interval_of(const arma::vec& times, double query, const char* what) {
  if (!(query >= times.front() && query <= times.back())) {
    throw NumericalError(fmt::format("{}: {} is outside of the knots, which go from {} to {}", what, query,
                                     times.front(), times.back()));
  }
  const auto above = std::upper_bound(times.begin(), times.end() - 1, query);
  return static_cast<arma::uword>(above - times.begin()) - 1;
}

/// The columns, which belong to sorted knots, in the order that the knots were given in.
arma::mat in_given_order(const arma::mat& weights, const arma::uvec& order) {
  arma::mat result(arma::size(weights));
  result.cols(order) = weights;
  return result;
}

/// Second derivatives at the sorted knots t as a linear map of the values there, n x n. With h_j = t_{j+1} -
/// t_j and s_j = (y_{j+1} - y_j) / h_j, inside:
///   h_{j-1} M_{j-1} + 2 (h_{j-1} + h_j) M_j + h_j M_{j+1} = 6 (s_j - s_{j-1})
/// and at the ends the third derivative does not jump at the second and the last but one knot:
///   h_1 M_0 - (h_0 + h_1) M_1 + h_0 M_2 = 0
arma::mat second_derivatives(const arma::vec& t) {
  const arma::uword n = t.n_elem;
  const arma::vec h = arma::diff(t);
  arma::mat left(n, n, arma::fill::zeros);
  arma::mat right(n, n, arma::fill::zeros);
  for (arma::uword j = 1; j + 1 < n; ++j) {
    left(j, j - 1) = h(j - 1);
    left(j, j) = 2.0 * (h(j - 1) + h(j));
    left(j, j + 1) = h(j);
    right(j, j - 1) = 6.0 / h(j - 1);
    right(j, j) = -6.0 / h(j - 1) - 6.0 / h(j);
    right(j, j + 1) = 6.0 / h(j);
  }
  for (const arma::uword middle : {arma::uword{1}, n - 2}) {
    const arma::uword row = middle == 1 ? 0 : n - 1;
    left(row, middle - 1) = h(middle);
    left(row, middle) = -h(middle - 1) - h(middle);
    left(row, middle + 1) = h(middle - 1);
  }
  return linalg::solve_square(left, right, "equations of the cubic spline");
}

}  // namespace

MethodPtr interpolation_method(std::string name, InterpolationWeights weights) {
  return method_without_grid(
      [name](const samples::DataSet& data) {
        if (!data.inputs.has<arma::mat>() || data.inputs.get<arma::mat>().n_cols != 1)
          throw std::invalid_argument("method " + name + " needs inputs that are one number each");
        if (!data.outputs.has<arma::mat>())
          throw std::invalid_argument("method " + name + " needs outputs that are vectors");
      },
      [weights](const samples::DataSet& training, const regression::KeptArrays& /*kept*/) {
        const arma::vec knots = training.inputs.get<arma::mat>().col(0);
        return fitted([knots, weights, Y = training.outputs.get<arma::mat>()](
                          const samples::SampleSet& inputs) -> outputs::Prediction {
          return {outputs::NewVectors{weights(knots, inputs.get<arma::mat>().col(0)) * Y}};
        });
      });
}

arma::mat linear_interpolation(const arma::vec& knots, const arma::vec& queries) {
  const Knots sorted = sorted_knots(knots, 2, "linear interpolation");
  const arma::vec& t = sorted.times;
  arma::mat weights(queries.n_elem, knots.n_elem, arma::fill::zeros);
  for (arma::uword i = 0; i < queries.n_elem; ++i) {
    const arma::uword j = interval_of(t, queries(i), "linear interpolation");
    const double b = (queries(i) - t(j)) / (t(j + 1) - t(j));
    weights(i, j) = 1.0 - b;
    weights(i, j + 1) = b;
  }
  return in_given_order(weights, sorted.order);
}

arma::mat cubic_spline(const arma::vec& knots, const arma::vec& queries) {
  const Knots sorted = sorted_knots(knots, 4, "cubic spline");
  const arma::vec& t = sorted.times;
  const arma::mat M = second_derivatives(t);
  arma::mat weights(queries.n_elem, knots.n_elem, arma::fill::zeros);
  // On [t_j, t_{j+1}] with b = (t - t_j) / h and a = 1 - b:
  //   y = a y_j + b y_{j+1} + h^2 / 6 ((a^3 - a) M_j + (b^3 - b) M_{j+1})
  for (arma::uword i = 0; i < queries.n_elem; ++i) {
    const arma::uword j = interval_of(t, queries(i), "cubic spline");
    const double h = t(j + 1) - t(j);
    const double b = (queries(i) - t(j)) / h, a = 1.0 - b;
    weights.row(i) = h * h / 6.0 * ((a * a * a - a) * M.row(j) + (b * b * b - b) * M.row(j + 1));
    weights(i, j) += a;
    weights(i, j + 1) += b;
  }
  return in_given_order(weights, sorted.order);
}

}  // namespace preimage::models
