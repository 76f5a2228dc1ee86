#include "preimage/kernels/sparse_counts.hpp"

#include <cstdint>
#include <unordered_map>
#include <utility>

#include "preimage/linalg/symmetric.hpp"

namespace preimage::kernels {

namespace {

using Number = std::uint32_t;  // 2^32 views alone would take 64 GiB

struct Counted {
  Number which;  // a feature of a sample, or a sample that has a feature
  Number times;
};

/// Numbers features in the order in which they are met, so that each text is looked up once and all else is
/// arithmetic.
class FeatureCounter {
 public:
  /// The distinct features of one sample.
  std::vector<Counted> count_all(const Occurrences& sample) {
    std::vector<Counted> counts;
    for (const std::string_view text : sample) {
      const auto [found, is_new] = numbers_.try_emplace(text, static_cast<Number>(numbers_.size()));
      if (is_new) places_.push_back(0);
      count(found->second, counts);
    }
    return finished(std::move(counts));
  }
  /// Those of them that have been met before.
  std::vector<Counted> count_known(const Occurrences& sample) {
    std::vector<Counted> counts;
    for (const std::string_view text : sample) {
      if (const auto found = numbers_.find(text); found != numbers_.end()) count(found->second, counts);
    }
    return finished(std::move(counts));
  }

 private:
  void count(Number feature, std::vector<Counted>& counts) {
    if (places_[feature] == 0) {
      counts.push_back({feature, 0});
      places_[feature] = counts.size();
    }
    ++counts[places_[feature] - 1].times;
  }
  std::vector<Counted> finished(std::vector<Counted> counts) {
    for (const Counted& counted : counts) places_[counted.which] = 0;
    return counts;
  }

  std::unordered_map<std::string_view, Number> numbers_;
  std::vector<std::size_t> places_;  // of each feature in the sample that is being counted, from 1 on
};

/// The samples that have each feature.
class Postings {
 public:
  void add(Number sample, const std::vector<Counted>& features) {
    for (const Counted& feature : features) {
      if (feature.which >= samples_with_.size()) samples_with_.resize(feature.which + std::size_t{1});
      samples_with_[feature.which].push_back({sample, feature.times});
    }
  }
  /// products[j] += sum over u of (times u occurs here) (times u occurs in sample j)
  void add_products(const std::vector<Counted>& features, double* products) const {
    for (const Counted& feature : features) {
      const auto times = static_cast<double>(feature.times);
      for (const Counted& sample : samples_with_[feature.which])
        products[sample.which] += times * static_cast<double>(sample.times);
    }
  }

 private:
  std::vector<std::vector<Counted>> samples_with_;
};

}  // namespace

arma::mat count_products(const std::vector<Occurrences>& a, const std::vector<Occurrences>& b) {
  if (a.empty() || b.empty()) return arma::mat(a.size(), b.size());
  FeatureCounter counter;
  Postings postings;
  for (std::size_t j = 0; j < b.size(); ++j) postings.add(static_cast<Number>(j), counter.count_all(b[j]));
  arma::mat products(b.size(), a.size(), arma::fill::zeros);  // transposed: one column per sample of a
  for (std::size_t i = 0; i < a.size(); ++i)
    postings.add_products(counter.count_known(a[i]), products.colptr(i));
  return products.t();
}

arma::mat count_products(const std::vector<Occurrences>& a) {
  FeatureCounter counter;
  Postings postings;
  arma::mat products(a.size(), a.size(), arma::fill::zeros);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::vector<Counted> features = counter.count_all(a[i]);
    postings.add(static_cast<Number>(i), features);
    postings.add_products(features, products.colptr(i));
  }
  linalg::mirror_upper(products);
  return products;
}

arma::vec squared_counts(const std::vector<Occurrences>& a) {
  FeatureCounter counter;
  arma::vec squares(a.size(), arma::fill::zeros);
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (const Counted& feature : counter.count_all(a[i]))
      squares(i) += static_cast<double>(feature.times) * static_cast<double>(feature.times);
  }
  return squares;
}

}  // namespace preimage::kernels
