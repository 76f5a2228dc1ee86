#include "preimage/kernels/label_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/kernels/vector_kernels.hpp"
#include "testing/is_close.hpp"

using preimage::testing::is_close;
namespace kernels = preimage::kernels;

TEST_CASE("the squared distance of the class kernel is the zero-one loss") {
  const kernels::Labels labels = {7, -1, 7, 0};
  const kernels::ClassKernel kernel;
  const arma::mat distances = kernels::squared_distances(kernel.gram(labels));
  for (std::size_t i = 0; i < labels.size(); ++i) {
    for (std::size_t j = 0; j < labels.size(); ++j) {
      CHECK(distances(i, j) == (labels[i] == labels[j] ? 0.0 : 1.0));
    }
  }
  CHECK(kernel.cross_gram({7}, {7})(0, 0) == 0.5);
}

TEST_CASE("class features are one-hot in ascending order of the classes present, times sqrt(1/2)") {
  const arma::mat features = *kernels::ClassKernel().features({7, -1, 7});
  CHECK(is_close(features, std::sqrt(0.5) * arma::mat{{0.0, 1.0}, {1.0, 0.0}, {0.0, 1.0}}, 1e-16));
}

TEST_CASE("the squared distance of the label set kernel is half the symmetric difference") {
  const kernels::LabelSets sets = {{1, 2, 3}, {2, 3, 4, 5}, {}, {9}, {1, 2, 3}};
  const arma::mat distances = kernels::squared_distances(kernels::LabelSetKernel().gram(sets));
  for (std::size_t i = 0; i < sets.size(); ++i) {
    for (std::size_t j = 0; j < sets.size(); ++j) {
      std::vector<int> difference;
      std::set_symmetric_difference(sets[i].begin(), sets[i].end(), sets[j].begin(), sets[j].end(),
                                    std::back_inserter(difference));
      CHECK(distances(i, j) == 0.5 * static_cast<double>(difference.size()));
    }
  }
}

TEST_CASE("label set features hold sqrt(1/2) at each class of the set") {
  const arma::mat features = *kernels::LabelSetKernel().features({{4, 2}, {}, {9}});
  CHECK(is_close(features, std::sqrt(0.5) * arma::mat{{1.0, 1.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 1.0}},
                 1e-16));
}

TEST_CASE("a kernel of levels is the base kernel of their places from 1, features and distances, too") {
  const auto gaussian = std::make_shared<const kernels::GaussianKernel>(2.0);
  const kernels::Labels levels = {0, 3, 1, 3}, others = {2, 0};
  const arma::mat K = kernels::LevelKernel(gaussian).cross_gram(levels, others);
  for (std::size_t i = 0; i < levels.size(); ++i) {
    for (std::size_t j = 0; j < others.size(); ++j)
      CHECK(is_close(K(i, j), std::exp(-std::pow(levels[i] - others[j], 2) / 8.0), 1e-14));
  }
  const kernels::LevelKernel linear(std::make_shared<const kernels::LinearKernel>());
  CHECK(is_close(linear.diagonal(levels), arma::vec{1, 16, 4, 16}, 0.0));
  CHECK(is_close(*linear.features(levels), arma::vec{1, 4, 2, 4}, 0.0));
  CHECK(kernels::squared_distances(linear, levels)(0, 3) == 9.0);
  CHECK(linear.description() == "levels(linear)");
}
