#include "preimage/kernels/label_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace preimage::kernels {

namespace {

std::size_t intersection_size(const std::set<int>& a, const std::set<int>& b) {
  return static_cast<std::size_t>(
      std::count_if(a.begin(), a.end(), [&](int label) { return b.contains(label); }));
}

LabelSets as_sets(const Labels& labels) {
  LabelSets sets;
  for (const int label : labels) sets.push_back({label});
  return sets;
}

Vectors as_numbers(const Labels& levels) {
  return arma::conv_to<arma::vec>::from(levels) + 1.0;
}

}  // namespace

arma::mat ClassKernel::cross_gram(const Labels& a, const Labels& b) const {
  arma::mat gram(a.size(), b.size());
  for (std::size_t j = 0; j < b.size(); ++j) {
    for (std::size_t i = 0; i < a.size(); ++i) gram(i, j) = a[i] == b[j] ? 0.5 : 0.0;
  }
  return gram;
}

arma::vec ClassKernel::diagonal(const Labels& a) const {
  arma::vec norms(a.size());
  norms.fill(0.5);
  return norms;
}

std::optional<FeatureMap<Labels>> ClassKernel::feature_map(const Labels& training) const {
  return
      [sets = *LabelSetKernel().feature_map(as_sets(training))](const Labels& a) { return sets(as_sets(a)); };
}

std::string LevelKernel::description() const {
  return "levels(" + base_->description() + ")";
}

arma::mat LevelKernel::cross_gram(const Labels& a, const Labels& b) const {
  return base_->cross_gram(as_numbers(a), as_numbers(b));
}

arma::vec LevelKernel::diagonal(const Labels& a) const {
  return base_->diagonal(as_numbers(a));
}

std::optional<FeatureMap<Labels>> LevelKernel::feature_map(const Labels& training) const {
  std::optional<FeatureMap<Vectors>> map = base_->feature_map(as_numbers(training));
  if (!map) return std::nullopt;
  return [map = *std::move(map)](const Labels& a) { return map(as_numbers(a)); };
}

arma::mat LabelSetKernel::cross_gram(const LabelSets& a, const LabelSets& b) const {
  arma::mat gram(a.size(), b.size());
  for (std::size_t j = 0; j < b.size(); ++j) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      gram(i, j) = 0.5 * static_cast<double>(intersection_size(a[i], b[j]));
    }
  }
  return gram;
}

arma::vec LabelSetKernel::diagonal(const LabelSets& a) const {
  arma::vec norms(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) norms(i) = 0.5 * static_cast<double>(a[i].size());
  return norms;
}

std::optional<FeatureMap<LabelSets>> LabelSetKernel::feature_map(const LabelSets& training) const {
  std::set<int> classes;
  for (const std::set<int>& labels : training) classes.insert(labels.begin(), labels.end());
  return [classes](const LabelSets& a) {
    arma::mat features(a.size(), classes.size(), arma::fill::zeros);
    for (std::size_t i = 0; i < a.size(); ++i) {
      for (const int label : a[i]) {
        const auto place = classes.find(label);
        if (place == classes.end()) continue;
        features(i, static_cast<arma::uword>(std::distance(classes.begin(), place))) = std::sqrt(0.5);
      }
    }
    return features;
  };
}

}  // namespace preimage::kernels
