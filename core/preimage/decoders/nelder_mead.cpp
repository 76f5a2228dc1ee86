#include "preimage/decoders/nelder_mead.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "preimage/base/error.hpp"
#include "preimage/decoders/gaussian_distance.hpp"
#include "preimage/decoders/simplex_columns.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::decoders {

namespace {

using Objective = std::function<double(const arma::vec&, const arma::vec&)>;

/// Any objective, as what a simplex asks for: its values are exact.
struct ExactObjective {
  const Objective& objective;
  arma::uword d, q;

  double exact(const double* column) const {
    double* const memory = const_cast<double*>(column);  // Armadillo reads in place what it may write alone
    return objective(arma::vec(memory, d, false, true), arma::vec(memory + d, q, false, true));
  }
  Estimate estimate(const double* column) const { return {exact(column), 0.0}; }
};

/// d + 1 vertices with their values, best first. A column holds a point and, below it, its image. Values are estimates;
/// where two lie too near for their errors, both are computed exactly, so that every step is that of exact values.
template <class Values>
class Simplex {
 public:
  Simplex(const Values& values, const arma::vec& start, const arma::mat& A)
      : values_(values),
        d_(start.n_elem),
        n_(start.n_elem + A.n_rows),
        columns_(n_, d_ + 1),
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
      vertices_.push_back({columns_.colptr(j), {0.0, 0.0}});
      evaluate_exactly(vertices_.back());
    }
    sort_all();
  }

  void iterate() {
    Vertex &best = vertices_[order_.front()], &worst = vertices_[order_.back()];
    mean_and_reflection(total_.memptr(), worst.column, static_cast<double>(d_), mean_.memptr(),
                        reflected_.memptr(), n_);
    Vertex reflected = evaluate(reflected_);
    if (is_below(reflected, best)) {
      Vertex expanded = evaluate(3.0, -2.0, tried_);
      return replace_worst(is_below(expanded, reflected) ? expanded : reflected);
    }
    if (is_below(reflected, vertices_[order_[d_ - 1]])) return replace_worst(reflected);
    const bool outside = is_below(reflected, worst);
    const double share = outside ? -0.5 : 0.5;
    Vertex contracted = evaluate(1.0 - share, share, tried_);
    tell_apart(contracted, outside ? reflected : worst);
    if (outside ? contracted.known.value <= reflected.known.value
                : contracted.known.value < worst.known.value)
      return replace_worst(contracted);
    shrink();
  }

  bool is_done(const NelderMeadOptions& options) {
    Vertex &best = vertices_[order_.front()], &worst = vertices_[order_.back()];
    const double error = best.known.error + worst.known.error;
    if (!(std::abs(worst.known.value - best.known.value - options.value_tolerance) > error)) {
      make_exact(best);
      make_exact(worst);
    }
    return worst.known.value - best.known.value <= options.value_tolerance && is_within(options.x_tolerance);
  }

  SimplexResult result(bool converged) {
    make_exact(vertices_[order_.front()]);
    return {best_point(), vertices_[order_.front()].known.value, evaluations_, spread(), converged};
  }
  arma::uword evaluations() const { return evaluations_; }

 private:
  struct Vertex {
    const double* column = nullptr;
    Estimate known;
  };

  arma::vec best_point() const { return columns_.col(order_.front()).head(d_); }

  double spread() const {
    const arma::mat points = columns_.head_rows(d_);
    return arma::abs(points.each_col() - best_point()).max();
  }

  /// Whether spread() <= tolerance.  Begins at the vertex that was too far the last time: most often it still is.
  bool is_within(double tolerance) {
    const double* const best = vertices_[order_.front()].column;
    for (arma::uword tried = 0; tried <= d_; ++tried) {
      const double* const column = vertices_[far_].column;
      for (arma::uword i = 0; i < d_; ++i)
        if (std::abs(column[i] - best[i]) > tolerance) return false;
      far_ = far_ == d_ ? 0 : far_ + 1;
    }
    return true;
  }

  /// of_mean mean + of_worst worst, written to `column`.
  Vertex evaluate(double of_mean, double of_worst, arma::vec& column) {
    combine(of_mean, mean_.memptr(), of_worst, vertices_[order_.back()].column, column.memptr(), n_);
    return evaluate(column);
  }
  Vertex evaluate(const arma::vec& column) {
    ++evaluations_;
    return {column.memptr(), values_.estimate(column.memptr())};
  }

  void evaluate_exactly(Vertex& vertex) {
    ++evaluations_;
    vertex.known = {values_.exact(vertex.column), 0.0};
  }

  void make_exact(Vertex& vertex) const {
    if (vertex.known.error != 0.0) vertex.known = {values_.exact(vertex.column), 0.0};
  }

  /// After it the values of both compare as exact ones do.
  void tell_apart(Vertex& a, Vertex& b) const {
    if (std::abs(a.known.value - b.known.value) > a.known.error + b.known.error) return;
    make_exact(a);
    make_exact(b);
  }

  bool is_below(Vertex& a, Vertex& b) const {
    tell_apart(a, b);
    return a.known.value < b.known.value;
  }

  /// The new vertex goes behind all of equal value, as a stable sort puts it.
  void replace_worst(Vertex vertex) {
    const std::uint32_t slot = order_.back();
    exchange(total_.memptr(), vertex.column, columns_.colptr(slot), n_);
    order_.pop_back();
    const auto place = std::upper_bound(
        order_.begin(), order_.end(), slot,
        [&](std::uint32_t /*slot*/, std::uint32_t other) { return is_below(vertex, vertices_[other]); });
    order_.insert(place, slot);
    vertices_[slot].known = vertex.known;
    if (++replaced_ % (d_ + 1) == 0) add_all();  // so that rounding does not add up
  }

  void shrink() {
    const arma::vec best_column = columns_.col(order_.front());
    for (arma::uword j = 1; j <= d_; ++j) {
      const arma::uword slot = order_[j];
      columns_.col(slot) = best_column + 0.5 * (columns_.col(slot) - best_column);
      evaluate_exactly(vertices_[slot]);
    }
    make_exact(vertices_[order_.front()]);
    sort_all();
  }

  /// Requires exact values.
  void sort_all() {
    std::stable_sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return vertices_[a].known.value < vertices_[b].known.value;
    });
    add_all();
  }

  void add_all() { add_columns(columns_.memptr(), n_, d_ + 1, total_.memptr()); }

  const Values& values_;
  arma::uword d_, n_;
  arma::mat columns_;
  std::vector<Vertex> vertices_;
  std::vector<std::uint32_t> order_;  // of the columns; short, for it is moved in every step
  arma::vec total_;                   // of all columns
  arma::vec mean_, reflected_,
      tried_;  // kept from step to step: their allocation cost more than their arithmetic
  arma::uword evaluations_ = 0;
  arma::uword replaced_ = 0;
  arma::uword far_ = 0;  // of is_within
};

template <class Values>
SimplexResult search(const Values& values, const arma::vec& start, const arma::mat& A,
                     const NelderMeadOptions& options) {
  const double cap = options.evaluations_per_coordinate * static_cast<double>(start.n_elem);
  Simplex<Values> simplex(values, start, A);
  for (double iterations = 1.0; iterations < cap && static_cast<double>(simplex.evaluations()) < cap;
       ++iterations) {
    if (simplex.is_done(options)) return simplex.result(true);
    simplex.iterate();
  }
  return simplex.result(simplex.is_done(options));
}

void require_start(const arma::vec& start) {
  linalg::require_finite(start, "start of the simplex search");
  if (start.is_empty()) throw NumericalError("simplex search: no coordinate to search in");
}

}  // namespace

SimplexResult nelder_mead(const Objective& objective, const arma::vec& start, const arma::mat& A,
                          const NelderMeadOptions& options) {
  require_start(start);
  return search(ExactObjective{objective, start.n_elem, A.n_rows}, start, A, options);
}

Preimages nelder_mead(const GaussianObjective& objective, const arma::mat& L, const arma::mat& start,
                      const NelderMeadOptions& options) {
  const arma::vec norms = arma::sum((objective.weights() * L) % objective.weights(), 1);
  return from_search_origin(objective.Y(), start, [&](const arma::mat& Y, const arma::mat& starts) {
    const arma::vec Y_norms = arma::sum(arma::square(Y), 1);
    const arma::uword t = starts.n_rows;
    Preimages result{starts, arma::uvec(t, arma::fill::zeros), arma::uvec(t, arma::fill::zeros),
                     arma::vec(t, arma::fill::zeros)};
    for (arma::uword i = 0; i < t; ++i) {
      const arma::vec from = starts.row(i).t();
      require_start(from);
      const GaussianDistance distance(objective.weights().row(i).t(), norms(i), Y_norms, from.n_elem,
                                      objective.sigma());
      const SimplexResult found = search(distance, from, Y, options);
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
      });
}

}  // namespace preimage::decoders
