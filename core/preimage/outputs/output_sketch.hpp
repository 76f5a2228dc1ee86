// Outputs projected on the span of a few random combinations of the training outputs, so that a regression
// learns as many numbers as there are combinations, and candidates are compared by them.
#pragma once

#include <armadillo>
#include <cstdint>

#include "preimage/kernels/points.hpp"
#include "preimage/regression/kept_arrays.hpp"

namespace preimage::outputs {

/// Rows of the p x n matrix S of a sketch.
///   subsample       p of the training outputs themselves, without replacement  [Williams and Seeger 2001]
///   p_sparsified_gaussian, p_sparsified_rademacher
///                   each entry with probability d / n a standard normal number, or 1 or -1 at random; else 0
///                                           [El Ahmad, Laforgue, d'Alche-Buc 2023, p-sparsified sketches]
enum class SketchKind { subsample, p_sparsified_gaussian, p_sparsified_rademacher };

struct OutputSketch {
  SketchKind kind = SketchKind::subsample;
  arma::uword size = 100;  // p
  double density = 20.0;   // d, entries per row on average, of the sparse kinds
  std::uint64_t seed = 1;
};

/// S, p x n; a row is never empty.
/// throws  std::invalid_argument where a subsample of more than n is asked for, or a density that is not
///         above 0
arma::sp_mat sketch_matrix(const OutputSketch& sketch, arma::uword n);

/// n training outputs phi(y_i) seen from the span of s_k = sum_i S_ki phi(y_i), in orthonormal coordinates of
/// it.
struct SketchedOutputs {
  arma::mat coordinates;    // n x r, r <= p: those of phi(y_i)
  arma::vec residual_norm;  // n: length of the part of phi(y_i) outside of the span
  arma::mat expansion;      // r x n: a point with coordinates f is sum_i (f' expansion)_i phi(y_i)
};

/// With S L S' = R R' (dependent combinations dropped): coordinates L S' R^-T, expansion R^-1 S.
///                                                       [El Ahmad et al. 2024, output sketch of IOKR]
/// y       n training outputs; kept  keeps the three arrays
/// throws  std::invalid_argument as above; NumericalError (kernel values not finite, nothing but zeros)
/// cost    n (number of columns of S that are not zero) kernel values, block by block, and O(n p^2); memory
///         O(n p) numbers
SketchedOutputs sketched_outputs(const OutputSketch& sketch, const kernels::Points& y,
                                 const regression::KeptArrays& kept = {});

}  // namespace preimage::outputs
