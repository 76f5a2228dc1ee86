// A one-class machine on histograms of boxes, ready to score very many boxes.
#pragma once

#include <armadillo>
#include <functional>
#include <memory>
#include <optional>

#include "kernels/chi_square_tables.hpp"
#include "validation/localization.hpp"

namespace preimage::validation {

/// The base of the localisation kernel.
enum class BoxKernel { linear, chi_square };

/// throws  NumericalError for chi_square of counts: it is a kernel of distributions, and its tables end at 1
std::unique_ptr<const images::LocalizationKernel> make_localization_kernel(BoxKernel base,
                                                                           images::BoxHistogram histogram);

using BoxScore = std::function<double(const data::Box&)>;

/// f(x, y) = sum_i a_i k((x_i, y_i), (x, y))               [Lampert and Blaschko 2008, eq. (4)]
/// Linear: w . phi(x, y) with w = sum_i a_i phi(x_i, y_i), by integral images, exact to rounding. Chi-square:
/// by a table per bin, with the error of kernels::ChiSquareTables.
class BoxMachine {
 public:
  /// pairs         m, (x_i, y_i);  coefficients  m, a_i, of which those that are 0 cost nothing
  /// throws  as make_localization_kernel;  cost  chi-square: that of the tables
  BoxMachine(BoxKernel base, images::BoxHistogram histogram, const images::ImageRegions& pairs,
             const arma::vec& coefficients);

  /// f on the boxes of one image; words and machine must outlive it, and it is not for two threads.
  BoxScore on(const images::WordMap& words) const;
  /// f without an error of a table in it.
  arma::vec exact(const images::ImageRegions& regions) const;
  std::size_t n_support() const { return coefficients_.n_elem; }

 private:
  images::BoxHistogram histogram_;
  arma::mat support_;       // histograms, one row per pair that carries the machine
  arma::vec coefficients_;  // theirs
  std::unique_ptr<const kernels::Kernel<kernels::Vectors>> kernel_;
  arma::vec weights_;                               // linear
  std::optional<kernels::ChiSquareTables> tables_;  // chi-square
};

}  // namespace preimage::validation
