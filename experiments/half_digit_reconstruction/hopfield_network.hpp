// The Hopfield baseline of the KDE papers: the analysis and synthesis of Li, Michel and Porod (1989), as
// MATLAB's newhop builds it and sim runs it.
#pragma once

#include <armadillo>

#include "preimage/base/lazy.hpp"
#include "preimage/models/method.hpp"
#include "preimage/regression/kept_arrays.hpp"

namespace preimage::experiments::half_digit_reconstruction {

struct HopfieldOptions {
  double tau = 10.0;  // attraction outside the span of the patterns (MATLAB: tau)
  double h = 0.15;    // sampling time of the continuous system (MATLAB: h)
};

/// A discrete-time network x <- clip(W x + b, -1, 1) meant to have the patterns t_1..t_Q as equilibria.
///   Y = [t_1 - t_Q, ..., t_{Q-1} - t_Q] = U S V';  K = rank;  TP = U_K U_K',  TM = I - TP
///   T = TP - tau TM;  I_tau = t_Q - T t_Q
///   W = expm(h T) = e^h TP + e^{-tau h} TM                       (TP, TM are orthogonal projectors)
///   b = (C1 TP + C2 TM) I_tau,  C1 = e^h - 1,  C2 = (1 - e^{-tau h}) / tau
/// On a pattern W t + b = e^h TP t + (1 + C2) TM t, which points outward and is clipped where the entries are
/// -1 or 1; a grey pattern is no equilibrium. The last pattern plays a special role, so the order of the
/// patterns matters a little.
class HopfieldNetwork {
 public:
  /// patterns  Q x d, one per row, in [-1, 1]; Q >= 2.  throws NumericalError;  cost O(d^2 Q)
  explicit HopfieldNetwork(const arma::mat& patterns, const HopfieldOptions& options = {},
                           const regression::KeptArrays& kept = {});

  struct Run {
    arma::mat states;           // t x d
    double largest_step = 0.0;  // of the last iteration: 0 at a true equilibrium
  };
  /// Iterates all start states (t x d) `steps` times.  cost at most O((steps t + d) d min(K, d - K)), memory
  /// d^2.
  /// The last bits of a sample depend on the others in its block of 64.
  Run run(const arma::mat& start, int steps) const;

  arma::mat weight_matrix() const;                 // W, d x d
  const arma::vec& bias() const { return bias_; }  // b

 private:
  /// `steps` iterations of all columns of `states` in place; returns the largest change of the last one.
  /// Where few entries move, B B'x is brought up to date by their columns of `projector` = B B' alone.
  double iterate(arma::mat& states, int steps, const base::Lazy<arma::mat>& projector) const;

  void fit(const arma::mat& patterns, const HopfieldOptions& options);

  // W = diagonal_ I + factor_ B B' with B (d x r) an orthonormal basis of the smaller of the two subspaces.
  arma::mat basis_;
  double diagonal_ = 0.0;
  double factor_ = 0.0;
  arma::vec bias_;
};

/// A form of outputs: what an associative memory stores, an input with its output.
struct CompletePatterns {
  arma::mat values;  // n x D
};
/// A form of inputs: what the memory is started from, the input with zeros for its output.
struct PartialPatterns {
  arma::mat values;  // n x D
};
inline std::size_t sample_count(const CompletePatterns& patterns) {
  return patterns.values.n_rows;
}
inline std::size_t sample_count(const PartialPatterns& patterns) {
  return patterns.values.n_rows;
}
inline CompletePatterns select(const CompletePatterns& patterns, const arma::uvec& positions) {
  return {patterns.values.rows(positions)};
}
inline PartialPatterns select(const PartialPatterns& patterns, const arma::uvec& positions) {
  return {patterns.values.rows(positions)};
}

struct HopfieldMethodOptions {
  HopfieldOptions network = {};
  int steps = 700;               // iterations of the network
  bool compare_complete = true;  // the final state with whole patterns; else with their output part
};

/// Stores the complete training patterns, starts at partial patterns, and answers with the training sample
/// nearest to the state of the network after `steps` iterations. "We then chose as output the pre-image from
/// the training data that is closest to this solution"
///                                                                      [TR-098, sec. 4.3]
models::MethodPtr hopfield_method(HopfieldMethodOptions options);

}  // namespace preimage::experiments::half_digit_reconstruction
