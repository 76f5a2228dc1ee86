#include "suite/own_data/median_distance.hpp"

#include <algorithm>
#include <armadillo>
#include <cmath>
#include <type_traits>
#include <utility>
#include <vector>

#include "preimage/base/random.hpp"
#include "preimage/kernels/points.hpp"
#include "preimage/samples/sample_set.hpp"
#include "preimage/samples/table.hpp"

namespace preimage::suite::own_data {

namespace {

arma::uvec drawn_samples(std::size_t n, std::uint64_t seed) {
  if (n <= kMaxCompared) return arma::regspace<arma::uvec>(0, n - 1);
  std::vector<std::size_t> order = base::Random(seed).permutation(n);
  order.resize(kMaxCompared);
  return arma::conv_to<arma::uvec>::from(order);
}

}  // namespace

template <class Samples>
MedianDistance median_distance(std::shared_ptr<const kernels::Kernel<Samples>> kernel, const Samples& all,
                               std::uint64_t seed) {
  using samples::sample_count;
  const auto drawn =
      std::make_shared<const Samples>(samples::select(all, drawn_samples(sample_count(all), seed)));
  const kernels::Points points = kernels::Points::of<Samples>(std::move(kernel), drawn);
  const arma::mat squared = points.squared_distances(points);
  const auto are_twins = [&](arma::uword i,
                             arma::uword j) {  // whose distance is rounding, under some kernels of strings
    if constexpr (std::is_same_v<Samples, kernels::Strings>) return (*drawn)[i] == (*drawn)[j];
    return false;
  };
  std::vector<double> distances;
  for (arma::uword j = 1; j < squared.n_cols; ++j) {
    for (arma::uword i = 0; i < j; ++i) distances.push_back(are_twins(i, j) ? 0.0 : std::sqrt(squared(i, j)));
  }
  MedianDistance result{0.0, squared.n_rows, false};
  if (distances.empty()) return result;
  result.value = arma::median(arma::vec(distances));
  if (result.value > 0.0) return result;
  // A bandwidth of 0 is none: twins say nothing about how far the others are.
  std::erase(distances, 0.0);
  result.of_different_only = true;
  if (!distances.empty()) result.value = arma::median(arma::vec(distances));
  return result;
}

template MedianDistance median_distance(std::shared_ptr<const kernels::Kernel<kernels::Vectors>>,
                                        const kernels::Vectors&, std::uint64_t);
template MedianDistance median_distance(std::shared_ptr<const kernels::Kernel<kernels::Strings>>,
                                        const kernels::Strings&, std::uint64_t);
template MedianDistance median_distance(std::shared_ptr<const kernels::Kernel<samples::Table>>,
                                        const samples::Table&, std::uint64_t);

}  // namespace preimage::suite::own_data
