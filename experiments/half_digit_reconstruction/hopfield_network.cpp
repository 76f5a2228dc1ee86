#include "experiments/half_digit_reconstruction/hopfield_network.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>

#include <fmt/format.h>

#include "preimage/base/cpu.hpp"
#include "preimage/base/error.hpp"
#include "preimage/decoders/candidate_decoder.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::experiments::half_digit_reconstruction {

namespace {

constexpr arma::uword kAtOnce = 4;  // columns
constexpr arma::uword kCostOfMoved =
    4;  // of an entry that moved, in columns of the basis: measured at d = 256, r = 57

/// x := what the network makes of x and its projection y; by[i] is what entry i moved by.
PREIMAGE_AVX2_CLONES
void advance(double* x, const double* y, const double* bias, arma::uword d, double factor, double diagonal,
             double* by) {
  for (arma::uword i = 0; i < d; ++i) {
    double value = factor * y[i] + diagonal * x[i] + bias[i];
    value = value < -1.0 ? -1.0 : value;
    value = 1.0 < value ? 1.0 : value;
    by[i] = value - x[i];
    x[i] = value;
  }
}

/// y += a * column, for four columns at a time.
PREIMAGE_AVX2_CLONES
void add_four_columns(double* y, arma::uword d, const double* const* columns, const double* a) {
  for (arma::uword i = 0; i < d; ++i)
    y[i] += (a[0] * columns[0][i] + a[1] * columns[1][i]) + (a[2] * columns[2][i] + a[3] * columns[3][i]);
}

/// y += P by, of a P whose columns count where `by` is not zero.
void add_moved(double* y, const arma::mat& P, const double* by) {
  const double* columns[kAtOnce];
  double a[kAtOnce];
  arma::uword held = 0;
  for (arma::uword i = 0; i < P.n_cols; ++i) {
    if (by[i] == 0.0) continue;
    columns[held] = P.colptr(i);
    a[held++] = by[i];
    if (held < kAtOnce) continue;
    add_four_columns(y, P.n_rows, columns, a);
    held = 0;
  }
  for (arma::uword k = held; held > 0 && k < kAtOnce; ++k) {  // the last ones, filled up with nothing
    columns[k] = columns[0];
    a[k] = 0.0;
  }
  if (held > 0) add_four_columns(y, P.n_rows, columns, a);
}

}  // namespace

models::MethodPtr hopfield_method(HopfieldMethodOptions options) {
  return models::method_without_grid(
      [](const samples::DataSet& data) {
        if (!data.inputs.has<PartialPatterns>() || !data.outputs.has<CompletePatterns>())
          throw std::invalid_argument("method hopfield_network needs an experiment with partial patterns");
      },
      [options](const samples::DataSet& training, const regression::KeptArrays& kept) {
        const arma::mat patterns = training.outputs.get<CompletePatterns>().values;
        const arma::uword first =
            options.compare_complete ? 0 : patterns.n_cols - training.outputs.get<arma::mat>().n_cols;
        return models::fitted([patterns, first, steps = options.steps, numbers = training.outputs.numbers(),
                               network = HopfieldNetwork(patterns, options.network, kept)](
                                  const samples::SampleSet& inputs) -> outputs::Prediction {
          const auto run = network.run(inputs.get<PartialPatterns>().values, steps);
          const arma::uvec everyone(patterns.n_rows, arma::fill::ones);
          const decoders::Nearest nearest =
              decoders::nearest_by_coordinates(run.states.tail_cols(patterns.n_cols - first),
                                               patterns.tail_cols(patterns.n_cols - first), everyone);
          return {outputs::Chosen{numbers.elem(nearest.positions)},
                  {fmt::format("largest step of the last iteration {:.3g}", run.largest_step)}};
        });
      });
}

HopfieldNetwork::HopfieldNetwork(const arma::mat& patterns, const HopfieldOptions& options,
                                 const regression::KeptArrays& kept) {
  if (!kept.is_loading()) fit(patterns, options);
  const arma::uword d = patterns.n_cols;
  kept.field("network.basis", regression::Shape::up_to(d, d), basis_);
  kept.field("network.diagonal", diagonal_);
  kept.field("network.factor", factor_);
  kept.field("network.bias", {d, 1}, bias_);
}

void HopfieldNetwork::fit(const arma::mat& patterns, const HopfieldOptions& options) {
  if (patterns.n_rows < 2) throw NumericalError("a Hopfield network needs at least two patterns");
  linalg::require_finite(patterns, "Hopfield patterns");
  const arma::vec last = patterns.tail_rows(1).t();
  arma::mat Y = patterns.head_rows(patterns.n_rows - 1).t();
  Y.each_col() -= last;

  arma::mat U;
  arma::vec singular_values;
  arma::mat V;
  if (!arma::svd(U, singular_values, V, Y))
    throw NumericalError("Hopfield patterns: the SVD did not converge");
  // MATLAB's rank(): singular values above max(size) * eps(largest).
  const double largest = singular_values.is_empty() ? 0.0 : singular_values(0);
  const double tolerance = static_cast<double>(std::max(Y.n_rows, Y.n_cols)) * arma::datum::eps * largest;
  const arma::uword rank = arma::accu(singular_values > tolerance);

  const double grow = std::exp(options.h);
  const double decay = std::exp(-options.tau * options.h);
  const arma::mat span = U.head_cols(rank);
  const arma::mat rest = U.tail_cols(U.n_cols - rank);
  const bool span_is_smaller = rank <= rest.n_cols;
  basis_ = span_is_smaller ? span : rest;
  diagonal_ = span_is_smaller ? decay : grow;
  factor_ = span_is_smaller ? grow - decay : decay - grow;

  const arma::vec in_span = span * (span.t() * last);
  const arma::vec in_rest = last - in_span;
  const arma::vec I_tau = last - (in_span - options.tau * in_rest);
  const arma::vec I_span = span * (span.t() * I_tau);
  bias_ = (grow - 1.0) * I_span + (1.0 - decay) / options.tau * (I_tau - I_span);
}

double HopfieldNetwork::iterate(arma::mat& states, int steps, const base::Lazy<arma::mat>& projector) const {
  const arma::uword d = states.n_rows;
  arma::mat projected = basis_ * arma::mat(basis_.t() * states), by(arma::size(states));
  for (int s = 0; s < steps; ++s) {
    for (arma::uword j = 0; j < states.n_cols; ++j)  // one pass over memory, not four
      advance(states.colptr(j), projected.colptr(j), bias_.memptr(), d, factor_, diagonal_, by.colptr(j));
    if (s + 1 == steps) break;
    const auto moved = static_cast<arma::uword>(
        std::count_if(by.begin(), by.end(), [](double change) { return change != 0.0; }));
    if (moved * kCostOfMoved > states.n_cols * basis_.n_cols) {
      projected = basis_ * arma::mat(basis_.t() * states);
    } else {  // most entries have reached -1 or 1, and stay there
      for (arma::uword j = 0; j < states.n_cols; ++j)
        add_moved(projected.colptr(j), *projector, by.colptr(j));
    }
  }
  return arma::abs(by).max();
}

HopfieldNetwork::Run HopfieldNetwork::run(const arma::mat& start, int steps) const {
  constexpr arma::uword kBlock = 64;  // samples whose states stay in the second-level cache over all steps
  Run result;
  linalg::require_finite(start, "Hopfield start states");
  result.states.set_size(start.n_rows, start.n_cols);
  const base::Lazy<arma::mat> projector([&]() -> arma::mat { return basis_ * basis_.t(); });
  for (arma::uword first = 0; first < start.n_rows; first += kBlock) {
    const arma::span rows(first, std::min(first + kBlock, start.n_rows) - 1);
    arma::mat states = start(rows, arma::span::all).t();  // d x block: one column per sample
    result.largest_step = std::max(result.largest_step, iterate(states, steps, projector));
    result.states(rows, arma::span::all) = states.t();
  }
  return result;
}

arma::mat HopfieldNetwork::weight_matrix() const {
  arma::mat W = factor_ * basis_ * basis_.t();
  W.diag() += diagonal_;
  return W;
}

}  // namespace preimage::experiments::half_digit_reconstruction
