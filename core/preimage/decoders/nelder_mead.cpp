#include "preimage/decoders/nelder_mead.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "preimage/base/error.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::decoders {

namespace {

using Objective = std::function<double(const arma::vec&, const arma::vec&)>;

/// d + 1 vertices with their values, best first. A column holds a point and, below it, its image.
class Simplex {
 public:
  Simplex(const Objective& objective, const arma::vec& start, const arma::mat& A)
      : objective_(objective), d_(start.n_elem), columns_(start.n_elem + A.n_rows, start.n_elem + 1) {
    for (arma::uword j = 0; j <= d_; ++j) {
      arma::vec point = start;
      if (j > 0) point(j - 1) = point(j - 1) != 0.0 ? 1.05 * point(j - 1) : 0.00025;
      columns_.col(j) = A.is_empty() ? point : arma::vec(arma::join_cols(point, A * point));
      values_.push_back(evaluate_vertex(j));
    }
    sort_all();
  }

  void iterate() {
    const auto worst = columns_.col(order_.back());
    mean_ = (total_ - worst) / static_cast<double>(d_);  // of all but the worst
    const double best_value = values_[order_.front()];
    const double second_worst_value = values_[order_[d_ - 1]];
    const double worst_value = values_[order_.back()];
    reflected_ = 2.0 * mean_ - worst;
    const double reflected_value = evaluate(reflected_);
    if (reflected_value < best_value) {
      tried_ = 3.0 * mean_ - 2.0 * worst;
      const double expanded_value = evaluate(tried_);
      if (expanded_value < reflected_value) return replace_worst(tried_, expanded_value);
      return replace_worst(reflected_, reflected_value);
    }
    if (reflected_value < second_worst_value) return replace_worst(reflected_, reflected_value);
    const bool outside = reflected_value < worst_value;
    const double share = outside ? -0.5 : 0.5;
    tried_ = (1.0 - share) * mean_ + share * worst;
    const double contracted_value = evaluate(tried_);
    if (outside ? contracted_value <= reflected_value : contracted_value < worst_value) {
      return replace_worst(tried_, contracted_value);
    }
    shrink();
  }

  bool is_done(const NelderMeadOptions& options) const {
    const double value_spread = values_[order_.back()] - values_[order_.front()];
    return value_spread <= options.value_tolerance && spread() <= options.x_tolerance;
  }

  SimplexResult result(bool converged) const {
    return {best(), values_[order_.front()], evaluations_, spread(), converged};
  }
  arma::uword evaluations() const { return evaluations_; }

 private:
  arma::vec best() const { return columns_.col(order_.front()).head(d_); }

  double spread() const {
    const arma::mat points = columns_.head_rows(d_);
    return arma::abs(points.each_col() - best()).max();
  }

  /// Point and image are read where they lie: a copy of both would cost as much as the objective.
  double evaluate(arma::vec& column) {
    ++evaluations_;
    return objective_(arma::vec(column.memptr(), d_, false, true),
                      arma::vec(column.memptr() + d_, column.n_elem - d_, false, true));
  }

  double evaluate_vertex(arma::uword slot) {
    tried_ = columns_.col(slot);
    return evaluate(tried_);
  }

  /// The new vertex goes behind all of equal value, as a stable sort puts it.
  void replace_worst(const arma::vec& column, double value) {
    const arma::uword slot = order_.back();
    total_ += column - columns_.col(slot);
    columns_.col(slot) = column;
    values_[slot] = value;
    order_.pop_back();
    const auto place = std::upper_bound(order_.begin(), order_.end(), value,
                                        [&](double v, arma::uword other) { return v < values_[other]; });
    order_.insert(place, slot);
    if (++replaced_ % (d_ + 1) == 0) total_ = arma::sum(columns_, 1);  // so that rounding does not add up
  }

  void shrink() {
    const arma::vec best_column = columns_.col(order_.front());
    for (arma::uword j = 1; j <= d_; ++j) {
      const arma::uword slot = order_[j];
      columns_.col(slot) = best_column + 0.5 * (columns_.col(slot) - best_column);
      values_[slot] = evaluate_vertex(slot);
    }
    sort_all();
  }

  void sort_all() {
    if (order_.empty()) {
      order_.resize(d_ + 1);
      std::iota(order_.begin(), order_.end(), arma::uword{0});
    }
    std::stable_sort(order_.begin(), order_.end(),
                     [&](arma::uword a, arma::uword b) { return values_[a] < values_[b]; });
    total_ = arma::sum(columns_, 1);
  }

  const Objective& objective_;
  arma::uword d_;
  arma::mat columns_;
  std::vector<double> values_;
  std::vector<arma::uword> order_;
  arma::vec total_;  // of all columns
  arma::vec mean_, reflected_,
      tried_;  // kept from step to step: their allocation cost more than their arithmetic
  arma::uword evaluations_ = 0;
  arma::uword replaced_ = 0;
};

}  // namespace

SimplexResult nelder_mead(const Objective& objective, const arma::vec& start, const arma::mat& A,
                          const NelderMeadOptions& options) {
  linalg::require_finite(start, "start of the simplex search");
  if (start.is_empty()) throw NumericalError("simplex search: no coordinate to search in");
  const double cap = options.evaluations_per_coordinate * static_cast<double>(start.n_elem);
  Simplex simplex(objective, start, A);
  for (double iterations = 1.0; iterations < cap && static_cast<double>(simplex.evaluations()) < cap;
       ++iterations) {
    if (simplex.is_done(options)) return simplex.result(true);
    simplex.iterate();
  }
  return simplex.result(simplex.is_done(options));
}

Preimages nelder_mead(const GaussianObjective& objective, const arma::mat& L, const arma::mat& start,
                      const NelderMeadOptions& options) {
  const arma::mat& Y = objective.Y();
  const arma::vec Y_norms = arma::sum(arma::square(Y), 1);
  const arma::vec norms = arma::sum((objective.weights() * L) % objective.weights(), 1);
  // Written out, not by linalg's distances and Gaussian: the tens of thousands of steps of a search turn on
  // the last bit of each value, and so would the published numbers.
  const double g = 1.0 / (2.0 * objective.sigma() * objective.sigma());
  const arma::uword t = start.n_rows;
  Preimages result{start, arma::uvec(t, arma::fill::zeros), arma::uvec(t, arma::fill::zeros),
                   arma::vec(t, arma::fill::zeros)};
  for (arma::uword i = 0; i < t; ++i) {
    const arma::vec w = objective.weights().row(i).t();
    const auto squared_distance = [&](const arma::vec& z, const arma::vec& Yz) {
      return norms(i) + 1.0 - 2.0 * arma::dot(w, arma::exp(-g * (arma::dot(z, z) + Y_norms - 2.0 * Yz)));
    };
    const SimplexResult found = nelder_mead(squared_distance, start.row(i).t(), Y, options);
    result.outputs.row(i) = found.point.t();
    result.converged(i) = found.converged ? 1 : 0;
    result.iterations(i) = found.evaluations;
    result.residual(i) = found.spread;
  }
  return result;
}

DecoderRecipe nelder_mead_decoder(Start start, const NelderMeadOptions& options) {
  return search_decoder(
      "nelder_mead", start,
      [options](const GaussianObjective& objective, const arma::mat& L, const arma::mat& from) {
        return nelder_mead(objective, L, from, options);
      });
}

}  // namespace preimage::decoders
