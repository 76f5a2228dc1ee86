#include "preimage/models/nearest_neighbours.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/kernels/label_kernels.hpp"
#include "preimage/kernels/subsequence_kernel.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/kernels/wrappers.hpp"
#include "preimage/outputs/forms.hpp"
#include "testing/toy_data.hpp"

namespace preimage::models {

namespace {

samples::SampleSet inputs_of(const arma::mat& X) {
  return outputs::with_input_kernel<kernels::Vectors>(std::make_shared<const kernels::LinearKernel>(), X);
}

/// The class that most of the k nearest have; of several the one that occurs first in the training set.
int vote(const arma::rowvec& x, const arma::mat& X, const kernels::Labels& labels, std::size_t k) {
  std::vector<std::pair<double, arma::uword>> order;
  for (arma::uword j = 0; j < X.n_rows; ++j) order.emplace_back(arma::accu(arma::square(X.row(j) - x)), j);
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(k), order.end());
  std::map<int, int> votes;
  for (std::size_t c = 0; c < k; ++c) ++votes[labels[order[c].second]];
  int most = 0;
  for (const auto& entry : votes) most = std::max(most, entry.second);
  return *std::find_if(labels.begin(), labels.end(), [&](int label) { return votes[label] == most; });
}

}  // namespace

TEST_CASE("more distances than are held at a time: every sample has the class of most of its neighbours") {
  const arma::uword m = 1200, t = 14003;  // 2^24 distances are 13,981 rows
  const arma::mat X = testing::gaussian_matrix(m, 2, 3), new_X = testing::gaussian_matrix(t, 2, 4);
  kernels::Labels labels;
  for (arma::uword i = 0; i < m; ++i) labels.push_back((X(i, 0) > 0.1) + 2 * (X(i, 1) > -0.2));
  const samples::DataSet training{inputs_of(X), outputs::with_output_kernel<kernels::Labels>(
                                                    std::make_shared<const kernels::ClassKernel>(), labels)};
  for (const std::size_t k : {std::size_t{1}, std::size_t{4}}) {
    CAPTURE(k);
    const auto fitted = NearestNeighbourMethod({.ks = {k}}).fit(0, training);
    const outputs::Prediction found = fitted->predict(inputs_of(new_X));
    const arma::uvec chosen = std::get<outputs::Chosen>(found.value).samples;
    REQUIRE(chosen.n_elem == t);
    std::vector<arma::uword> rows = {0, 1, 13979, 13980, 13981, 13982, t - 1};
    for (arma::uword i = 100; i < t; i += 997) rows.push_back(i);
    for (const arma::uword i : rows) {
      CAPTURE(i);
      CHECK(labels[chosen(i)] == vote(new_X.row(i), X, labels, k));
    }
  }
}

TEST_CASE(
    "strings of one repeated symbol are equally near, however long: of them the first are the neighbours") {
  // Normalised, all of them are the same point, but for the last bits of their kernel values.
  const kernels::Strings words = {"ccccccccccc", "abab",    "ccccc",       "cccccccccccccc",
                                  "bbbb",        "ccccccc", "cccccccccccc"};
  const auto kernel = std::make_shared<const kernels::NormalisedKernel<kernels::Strings>>(
      std::make_shared<const kernels::SubsequenceKernel>(3, 0.01));
  const samples::DataSet training{
      outputs::with_input_kernel<kernels::Strings>(kernel, words),
      outputs::with_output_kernel<kernels::Labels>(std::make_shared<const kernels::ClassKernel>(),
                                                   kernels::Labels{3, 0, 2, 1, 0, 1, 1})};
  const samples::SampleSet test =
      outputs::with_input_kernel<kernels::Strings>(kernel, kernels::Strings{"ccbacccccc", "ccabcccccccc"});
  // k = 1: the first. k = 3: samples 0, 2 and 3, of which each has another class, so the first. k = 4: 5 votes as 3 does.
  const std::pair<arma::uword, arma::uword> kCases[] = {{1, 0}, {3, 0}, {4, 3}};
  for (const auto& [neighbours, chosen] : kCases) {
    const arma::uword k = neighbours;
    CAPTURE(k);
    const outputs::Prediction found = NearestNeighbourMethod({.ks = {k}}).fit(0, training)->predict(test);
    CHECK(arma::all(std::get<outputs::Chosen>(found.value).samples == chosen));
  }
}

}  // namespace preimage::models
