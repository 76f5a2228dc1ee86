// A one-class machine on (image, box) pairs, ready to score very many boxes.
#pragma once

#include <armadillo>
#include <memory>

#include "experiments/car_localization/chi_square_boxes.hpp"
#include "experiments/car_localization/localization.hpp"
#include "preimage/kernels/kernel.hpp"

namespace preimage::experiments::car_localization {

/// The base of the localisation kernel.
enum class BoxKernel { linear, chi_square };

/// The localisation kernel is a restriction kernel, which compares what the boxes cut out of their images:
///   k((x, y), (x', y')) = base(x|y, x'|y'),  x|y the histogram of the box.
///                                  [Blaschko and Lampert 2008, eq. (8); Lampert and Blaschko 2008, sec. 3.1]
/// returns  the base
/// throws   NumericalError for chi_square of counts: it is a kernel of distributions
kernels::KernelPtr<kernels::Vectors> make_base_kernel(BoxKernel base, BoxHistogram histogram);

/// f(x, y) = sum_i a_i k((x_i, y_i), (x, y))               [Lampert and Blaschko 2008, eq. (4): its argmax]
/// Linear: w . phi(x, y) with w = sum_i a_i phi(x_i, y_i), by integral images. Chi-square: by
/// ChiSquareBoxScorer. Both exact to rounding.
class BoxScorer {
 public:
  /// pairs         m, (x_i, y_i);  coefficients  m, a_i, of which those that are 0 cost nothing
  /// throws  as make_base_kernel
  BoxScorer(BoxKernel base, BoxHistogram histogram, const ImageRegions& pairs, const arma::vec& coefficients);

  /// f on the boxes of one image; words and machine must outlive it. A function of one thread; several may
  /// have one each.
  BoxScore on(const WordMap& words) const;
  std::size_t n_support() const { return n_support_; }

 private:
  BoxHistogram histogram_;
  std::size_t n_support_;
  arma::vec weights_;                                             // linear
  std::unique_ptr<const kernels::ChiSquareExpansion> expansion_;  // chi-square
  std::unique_ptr<ChiSquareTables> tables_;
};

}  // namespace preimage::experiments::car_localization
