#include "preimage/kernels/indicator_kernels.hpp"

#include <map>
#include <vector>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/kernels/label_kernels.hpp"
#include "preimage/linalg/gaussian.hpp"

namespace preimage::kernels {

namespace {

arma::vec set_sizes(const LabelSets& sets) {
  arma::vec sizes(sets.size());
  for (std::size_t i = 0; i < sets.size(); ++i) sizes(i) = static_cast<double>(sets[i].size());
  return sizes;
}

}  // namespace

arma::mat IndicatorLinearKernel::cross_gram(const LabelSets& a, const LabelSets& b) const {
  std::map<int, std::vector<arma::uword>> members;  // of each class, the samples of a
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (const int label : a[i]) members[label].push_back(i);
  }
  arma::mat gram(a.size(), b.size(), arma::fill::zeros);
  for (std::size_t j = 0; j < b.size(); ++j) {
    for (const int label : b[j]) {
      const auto found = members.find(label);
      if (found == members.end()) continue;
      for (const arma::uword i : found->second) gram(i, j) += 1.0;
    }
  }
  return gram;
}

arma::vec IndicatorLinearKernel::diagonal(const LabelSets& a) const {
  return set_sizes(a);
}

std::optional<FeatureMap<LabelSets>> IndicatorLinearKernel::feature_map(const LabelSets& training) const {
  return [features = *LabelSetKernel().feature_map(training)](const LabelSets& a) -> arma::mat {
    return arma::sign(features(a));
  };
}

IndicatorGaussianKernel::IndicatorGaussianKernel(double sigma) : sigma_(sigma) {
  if (!(sigma > 0.0))
    throw NumericalError(fmt::format("Gaussian kernel of label sets: sigma is {}, expected > 0", sigma));
}

arma::mat IndicatorGaussianKernel::cross_gram(const LabelSets& a, const LabelSets& b) const {
  arma::mat values = IndicatorLinearKernel().cross_gram(a, b);
  if (values.is_empty()) return values;
  const arma::vec a_sizes = set_sizes(a), b_sizes = set_sizes(b);
  const arma::vec distances = arma::regspace(0.0, a_sizes.max() + b_sizes.max());
  const arma::vec table = linalg::gaussian_of_squared_distances(distances, sigma_);
  for (arma::uword j = 0; j < values.n_cols; ++j) {
    double* column = values.colptr(j);
    for (arma::uword i = 0; i < values.n_rows; ++i)
      column[i] = table[static_cast<arma::uword>(a_sizes[i] + b_sizes[j] - 2.0 * column[i])];
  }
  return values;
}

arma::vec IndicatorGaussianKernel::diagonal(const LabelSets& a) const {
  return arma::vec(a.size(), arma::fill::ones);
}

}  // namespace preimage::kernels
