#include "preimage/samples/folds.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include <fmt/format.h>

namespace preimage::samples {

namespace {

/// The samples in random order; with strata, class by class, so that dealing them out in turn spreads each
/// class.
std::vector<arma::uword> dealing_order(const arma::uvec& samples, const std::vector<int>& strata,
                                       base::Random& random) {
  std::map<int, std::vector<arma::uword>> by_class;
  for (std::size_t position : random.permutation(samples.n_elem)) {
    by_class[strata.empty() ? 0 : strata[position]].push_back(samples(position));
  }
  std::vector<arma::uword> order;
  for (const auto& [label, members] : by_class) order.insert(order.end(), members.begin(), members.end());
  return order;
}

arma::uvec joined_without(const std::vector<arma::uvec>& parts, std::size_t left_out) {
  arma::uvec joined;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    if (p != left_out) joined = arma::join_cols(joined, parts[p]);
  }
  return joined;
}

}  // namespace

std::vector<arma::uvec> cut_into_folds(const arma::uvec& samples, std::size_t folds,
                                       const std::vector<int>& strata, base::Random& random) {
  if (folds < 2)
    throw std::invalid_argument(fmt::format("cross-validation needs at least 2 folds, not {}", folds));
  if (folds > samples.n_elem) {
    throw std::invalid_argument(
        fmt::format("more folds than samples: {} folds, {} samples", folds, samples.n_elem));
  }
  if (!strata.empty() && strata.size() != samples.n_elem) {
    throw std::invalid_argument(
        fmt::format("{} classes for {} samples to be cut into folds", strata.size(), samples.n_elem));
  }
  std::vector<std::vector<arma::uword>> parts(folds);
  const std::vector<arma::uword> order = dealing_order(samples, strata, random);
  for (std::size_t i = 0; i < order.size(); ++i) parts[i % folds].push_back(order[i]);
  std::vector<arma::uvec> result;
  for (const auto& part : parts) result.push_back(arma::conv_to<arma::uvec>::from(part));
  return result;
}

std::vector<Split> make_splits(const std::vector<arma::uvec>& parts, TrainOn train_on) {
  std::vector<Split> splits;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    Split split{joined_without(parts, p), parts[p]};
    if (train_on != TrainOn::the_rest) std::swap(split.train, split.test);
    splits.push_back(std::move(split));
    if (train_on == TrainOn::first_fold) break;
  }
  return splits;
}

}  // namespace preimage::samples
