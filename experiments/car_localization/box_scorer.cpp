#include "experiments/car_localization/box_scorer.hpp"

#include "preimage/base/error.hpp"
#include "preimage/kernels/chi_square_kernel.hpp"
#include "preimage/kernels/vector_kernels.hpp"

namespace preimage::experiments::car_localization {

namespace {

void require_shares(BoxHistogram histogram) {
  if (histogram == BoxHistogram::shares) return;
  throw NumericalError("chi-square scores of boxes: histograms of counts, expected shares");
}

ImageRegions chosen(const ImageRegions& regions, const arma::uvec& which) {
  ImageRegions result;
  for (const arma::uword i : which) result.push_back(regions[i]);
  return result;
}

}  // namespace

kernels::KernelPtr<kernels::Vectors> make_base_kernel(BoxKernel base, BoxHistogram histogram) {
  if (base == BoxKernel::linear) return std::make_unique<kernels::LinearKernel>();
  require_shares(histogram);
  return std::make_unique<kernels::ChiSquareKernel>();
}

BoxScorer::BoxScorer(BoxKernel base, BoxHistogram histogram, const ImageRegions& pairs,
                     const arma::vec& coefficients)
    : histogram_(histogram) {
  const arma::uvec carried = arma::find(coefficients);
  n_support_ = carried.n_elem;
  const arma::mat support = box_histograms(chosen(pairs, carried), histogram);
  const arma::vec a = coefficients.elem(carried);
  if (base == BoxKernel::linear) {
    weights_ = support.t() * a;
    return;
  }
  require_shares(histogram);
  expansion_ = std::make_unique<kernels::ChiSquareExpansion>(support, a);
  tables_ = std::make_unique<ChiSquareTables>(*expansion_, support.n_cols / kPyramidCells);
}

BoxScore BoxScorer::on(const WordMap& words) const {
  if (tables_) {
    // Shared, because a std::function is copied.
    const auto scorer = std::make_shared<ChiSquareBoxScorer>(*tables_, words);
    return [scorer](const PyramidEdges& columns, const PyramidEdges& rows) {
      return scorer->score(columns, rows);
    };
  }
  return linear_score(words, weights_, histogram_);
}

}  // namespace preimage::experiments::car_localization
