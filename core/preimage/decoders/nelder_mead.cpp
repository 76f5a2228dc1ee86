#include "preimage/decoders/nelder_mead.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "preimage/base/cpu.hpp"
#include "preimage/base/error.hpp"
#include "preimage/linalg/exponential.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::decoders {

namespace {

using Objective = std::function<double(const arma::vec& point, const arma::vec& image)>;

/// mean = (total - worst) / d and its reflection 2 mean - worst, of n numbers
PREIMAGE_AVX2_CLONES
void mean_and_reflection(const double* total, const double* worst, double d, double* mean, double* reflected,
                         arma::uword n) {
  for (arma::uword i = 0; i < n; ++i) {
    mean[i] = (total[i] - worst[i]) / d;
    reflected[i] = 2.0 * mean[i] - worst[i];
  }
}

/// total += column - old; old = column
PREIMAGE_AVX2_CLONES
void exchange(double* total, const double* column, double* old, arma::uword n) {
  for (arma::uword i = 0; i < n; ++i) {
    total[i] += column[i] - old[i];
    old[i] = column[i];
  }
}

/// total += column
PREIMAGE_AVX2_CLONES
void add(double* total, const double* column, arma::uword n) {
  for (arma::uword i = 0; i < n; ++i) total[i] += column[i];
}

/// d + 1 vertices with their values, best first. A column holds a point and, below it, its image.
class Simplex {
 public:
  Simplex(const Objective& objective, const arma::vec& start, const arma::mat& A)
      : objective_(objective),
        d_(start.n_elem),
        n_(start.n_elem + A.n_rows),
        columns_(n_, d_ + 1),
        values_(d_ + 1),
        order_(d_ + 1),
        total_(n_),
        mean_(n_),
        reflected_(n_),
        tried_(n_) {
    std::iota(order_.begin(), order_.end(), std::uint32_t{0});
    for (arma::uword j = 0; j <= d_; ++j) {
      arma::vec point = start;
      if (j > 0) point(j - 1) = point(j - 1) != 0.0 ? 1.05 * point(j - 1) : 0.00025;
      columns_.col(j) = A.is_empty() ? point : arma::vec(arma::join_cols(point, A * point));
      values_(j) = evaluate(columns_.colptr(j));
    }
    sort_all();
  }

  void iterate() {
    const double best = values_(order_.front()), worst = values_(order_.back());
    const double* const worst_column = columns_.colptr(order_.back());
    mean_and_reflection(total_.memptr(), worst_column, static_cast<double>(d_), mean_.memptr(),
                        reflected_.memptr(), n_);
    const double reflected = evaluate(reflected_.memptr());
    if (reflected < best) {
      const double expanded = try_between(3.0, -2.0, worst_column);
      return expanded < reflected ? replace_worst(tried_, expanded) : replace_worst(reflected_, reflected);
    }
    if (reflected < values_(order_[d_ - 1])) return replace_worst(reflected_, reflected);
    const bool outside = reflected < worst;
    const double share = outside ? -0.5 : 0.5;
    const double contracted = try_between(1.0 - share, share, worst_column);
    if (outside ? contracted <= reflected : contracted < worst) return replace_worst(tried_, contracted);
    shrink();
  }

  bool is_done(const NelderMeadOptions& options) {
    return values_(order_.back()) - values_(order_.front()) <= options.value_tolerance &&
           is_within(options.x_tolerance);
  }

  SimplexResult result(bool converged) const {
    return {best_point(), values_(order_.front()), evaluations_, spread(), converged};
  }
  arma::uword evaluations() const { return evaluations_; }

 private:
  arma::vec best_point() const { return columns_.col(order_.front()).head(d_); }

  double spread() const {
    const arma::mat points = columns_.head_rows(d_);
    return arma::abs(points.each_col() - best_point()).max();
  }

  /// Whether spread() <= tolerance.  Begins at the vertex that was too far the last time: most often it still
  ///                                 is.
  bool is_within(double tolerance) {
    const double* const best = columns_.colptr(order_.front());
    for (arma::uword tried = 0; tried <= d_; ++tried) {
      const double* const column = columns_.colptr(far_);
      for (arma::uword i = 0; i < d_; ++i)
        if (std::abs(column[i] - best[i]) > tolerance) return false;
      far_ = far_ == d_ ? 0 : far_ + 1;
    }
    return true;
  }

  double evaluate(const double* column) {
    ++evaluations_;
    double* const memory = const_cast<double*>(column);  // Armadillo reads in place what it may write alone
    return objective_(arma::vec(memory, d_, false, true), arma::vec(memory + d_, n_ - d_, false, true));
  }

  /// The value at of_mean mean + of_worst worst, which is left in tried_.
  double try_between(double of_mean, double of_worst, const double* worst) {
    for (arma::uword i = 0; i < n_; ++i) tried_(i) = of_mean * mean_(i) + of_worst * worst[i];
    return evaluate(tried_.memptr());
  }

  /// The new vertex goes behind all of equal value, as a stable sort puts it.
  void replace_worst(const arma::vec& column, double value) {
    const std::uint32_t slot = order_.back();
    exchange(total_.memptr(), column.memptr(), columns_.colptr(slot), n_);
    values_(slot) = value;
    order_.pop_back();
    const auto place =
        std::upper_bound(order_.begin(), order_.end(), slot,
                         [&](std::uint32_t a, std::uint32_t b) { return values_(a) < values_(b); });
    order_.insert(place, slot);
    if (++replaced_ % (d_ + 1) == 0) add_all();  // so that rounding does not add up
  }

  void shrink() {
    const arma::vec best_column = columns_.col(order_.front());
    for (arma::uword j = 1; j <= d_; ++j) {
      const arma::uword slot = order_[j];
      columns_.col(slot) = best_column + 0.5 * (columns_.col(slot) - best_column);
      values_(slot) = evaluate(columns_.colptr(slot));
    }
    sort_all();
  }

  void sort_all() {
    std::stable_sort(order_.begin(), order_.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return values_(a) < values_(b); });
    add_all();
  }

  void add_all() {
    total_.zeros();
    for (arma::uword j = 0; j <= d_; ++j) add(total_.memptr(), columns_.colptr(j), n_);
  }

  const Objective& objective_;
  arma::uword d_, n_;
  arma::mat columns_;
  arma::vec values_;
  std::vector<std::uint32_t> order_;  // of the columns; short, for it is moved in every step
  arma::vec total_;                   // of all columns
  arma::vec mean_, reflected_, tried_;
  arma::uword evaluations_ = 0;
  arma::uword replaced_ = 0;
  arma::uword far_ = 0;  // of is_within
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
  const arma::vec norms = arma::sum((objective.weights() * L) % objective.weights(), 1);
  const double g = 1.0 / (2.0 * objective.sigma() * objective.sigma());
  return from_search_origin(objective.Y(), start, [&](const arma::mat& Y, const arma::mat& starts) {
    const arma::vec Y_norms = arma::sum(arma::square(Y), 1);
    const arma::uword t = starts.n_rows;
    Preimages result{starts, arma::uvec(t, arma::fill::zeros), arma::uvec(t, arma::fill::zeros),
                     arma::vec(t, arma::fill::zeros)};
    arma::vec gaussians(Y.n_rows);
    for (arma::uword i = 0; i < t; ++i) {
      const arma::vec weights = objective.weights().row(i).t();
      // Written out, not by linalg's distances and Gaussian: the tens of thousands of steps of a search turn
      // on the last bit of each value, and so would the published numbers.
      const auto squared_distance = [&](const arma::vec& z, const arma::vec& Yz) {
        gaussians = -g * (arma::dot(z, z) + Y_norms - 2.0 * Yz);
        linalg::exponentials_in_place(gaussians.memptr(), gaussians.n_elem);
        return norms(i) + 1.0 - 2.0 * arma::dot(weights, gaussians);
      };
      const SimplexResult found = nelder_mead(squared_distance, starts.row(i).t(), Y, options);
      result.outputs.row(i) = found.point.t();
      result.converged(i) = found.converged ? 1 : 0;
      result.iterations(i) = found.evaluations;
      result.residual(i) = found.spread;
    }
    return result;
  });
}

DecoderRecipe nelder_mead_decoder(Start start, const NelderMeadOptions& options) {
  return search_decoder(
      "nelder_mead", start,
      [options](const GaussianObjective& objective, const arma::mat& L, const arma::mat& from) {
        return nelder_mead(objective, L, from, options);
      },
      fmt::format(", x_tolerance = {}, value_tolerance = {}, evaluations_per_coordinate = {}",
                  options.x_tolerance, options.value_tolerance, options.evaluations_per_coordinate));
}

}  // namespace preimage::decoders
