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
  const arma::uword m = 1200, t = 14003;  // 2^23 distances are 6,990 rows
  const arma::mat X = testing::gaussian_matrix(m, 2, 3), new_X = testing::gaussian_matrix(t, 2, 4);
  kernels::Labels labels;
  for (arma::uword i = 0; i < m; ++i) labels.push_back((X(i, 0) > 0.1) + 2 * (X(i, 1) > -0.2));
  const samples::DataSet training{inputs_of(X), outputs::with_output_kernel<kernels::Labels>(
                                                    std::make_shared<const kernels::ClassKernel>(), labels)};
  for (const std::size_t k : {std::size_t{1}, std::size_t{4}}) {
    CAPTURE(k);
    const auto fitted = nearest_neighbour_method({.ks = {k}})->fit(0, training);
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
  // k = 1: the first. k = 3: samples 0, 2 and 3, of which each has another class, so the first. k = 4: 5
  // votes as 3 does.
  const std::pair<arma::uword, arma::uword> kCases[] = {{1, 0}, {3, 0}, {4, 3}};
  for (const auto& [neighbours, chosen] : kCases) {
    const arma::uword k = neighbours;
    CAPTURE(k);
    const outputs::Prediction found = nearest_neighbour_method({.ks = {k}})->fit(0, training)->predict(test);
    CHECK(arma::all(std::get<outputs::Chosen>(found.value).samples == chosen));
  }
}

TEST_CASE(
    "one neighbour of inputs that lie 10^6 away in one column is the nearest; only equal distances tie") {
  for (const arma::uword width : {2, 30}) {
    CAPTURE(width);
    arma::mat X(4, width, arma::fill::zeros), new_X(1, width, arma::fill::zeros);
    X.col(0) = arma::vec{2.0, 1.5, 1.0, -1.0};  // squared distances 10^12 and 4, 2.25, 1, 1
    new_X(0, 1) = 1e6;
    const samples::DataSet data{inputs_of(X),
                                outputs::with_output_kernel<kernels::Labels>(
                                    std::make_shared<const kernels::ClassKernel>(), {0, 1, 2, 3})};
    const auto chosen = nearest_neighbour_method({{1}})->fit(0, data)->predict(inputs_of(new_X));
    CHECK(std::get<outputs::Chosen>(chosen.value).samples(0) == 2);
  }
}

TEST_CASE("half way between two of a scaled grid the first in the data is nearest, whatever scaling rounds") {
  for (const arma::uword width : {1, 20}) {
    CAPTURE(width);
    const double mean = 499.5, deviation = 288.67499025720957;  // of 0 ... 999
    arma::mat X(1000, width, arma::fill::zeros), new_X(999, width, arma::fill::zeros);
    for (arma::uword i = 0; i < 1000; ++i) X(i, 0) = (static_cast<double>(i) - mean) / deviation;
    for (arma::uword i = 0; i < 999; ++i) new_X(i, 0) = (static_cast<double>(i) + 0.5 - mean) / deviation;
    kernels::Labels labels;
    for (int i = 0; i < 1000; ++i) labels.push_back(i);
    const samples::DataSet data{inputs_of(X), outputs::with_output_kernel<kernels::Labels>(
                                                  std::make_shared<const kernels::ClassKernel>(), labels)};
    const auto chosen = nearest_neighbour_method({{1}})->fit(0, data)->predict(inputs_of(new_X));
    CHECK(arma::all(std::get<outputs::Chosen>(chosen.value).samples == arma::regspace<arma::uvec>(0, 998)));
  }
}

}  // namespace preimage::models
