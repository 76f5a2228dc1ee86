#include "validation/box_machine.hpp"

#include "base/error.hpp"
#include "kernels/chi_square_kernel.hpp"
#include "kernels/vector_kernels.hpp"
#include "validation/chi_square_boxes.hpp"

namespace preimage::validation {

using images::BoxHistogram;

namespace {

kernels::KernelPtr<kernels::Vectors> make_base(BoxKernel base, BoxHistogram histogram) {
  if (base == BoxKernel::linear) return std::make_unique<kernels::LinearKernel>();
  if (histogram != BoxHistogram::shares)
    throw NumericalError("chi-square scores of boxes: histograms of counts, expected shares");
  return std::make_unique<kernels::ChiSquareKernel>();
}

images::ImageRegions chosen(const images::ImageRegions& regions, const arma::uvec& which) {
  images::ImageRegions result;
  for (const arma::uword i : which) result.push_back(regions[i]);
  return result;
}

}  // namespace

std::unique_ptr<const images::LocalizationKernel> make_localization_kernel(BoxKernel base,
                                                                           BoxHistogram histogram) {
  return std::make_unique<images::LocalizationKernel>(make_base(base, histogram), histogram);
}

BoxMachine::BoxMachine(BoxKernel base, BoxHistogram histogram, const images::ImageRegions& pairs,
                       const arma::vec& coefficients)
    : histogram_(histogram), kernel_(make_base(base, histogram)) {
  const arma::uvec carried = arma::find(coefficients);
  support_ = images::box_histograms(chosen(pairs, carried), histogram);
  coefficients_ = coefficients.elem(carried);
  if (base == BoxKernel::linear) {
    weights_ = support_.t() * coefficients_;
  } else {
    tables_.emplace(support_, coefficients_, 1.0);
  }
}

BoxScore BoxMachine::on(const images::WordMap& words) const {
  if (tables_) {
    const auto scorer = std::make_shared<ChiSquareBoxScorer>(words, *tables_);
    return [scorer](const data::Box& box) { return scorer->score(box); };
  }
  const auto scorer = std::make_shared<const images::LinearBoxScorer>(words, weights_);
  if (histogram_ == BoxHistogram::shares)
    return [scorer](const data::Box& box) { return scorer->score_of_shares(box); };
  return [scorer](const data::Box& box) { return scorer->score(box); };
}

arma::vec BoxMachine::exact(const images::ImageRegions& regions) const {
  return kernel_->cross_gram(support_, images::box_histograms(regions, histogram_)).t() * coefficients_;
}

}  // namespace preimage::validation
