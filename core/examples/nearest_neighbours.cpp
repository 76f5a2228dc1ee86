// The baseline: k nearest neighbours, k chosen by cross-validation on the samples, and decision values of the
// classes.
#include "preimage/models/nearest_neighbours.hpp"

#include <fmt/format.h>

#include "preimage/base/random.hpp"
#include "preimage/kernels/label_kernels.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/losses/loss.hpp"
#include "preimage/validation/cross_validate.hpp"

using namespace preimage;

int main() {
  // Two clouds of points that overlap, classes 0 and 1.
  base::Random random(1);
  kernels::Vectors points(200, 2);
  kernels::Labels classes;
  for (arma::uword i = 0; i < points.n_rows; ++i) {
    classes.push_back(static_cast<int>(i % 2));
    points(i, 0) = random.gaussian() + 2.0 * static_cast<double>(i % 2);
    points(i, 1) = random.gaussian();
  }
  const auto estimator =
      models::nearest_neighbours(kernels::linear(), kernels::same_class(), {.ks = {1, 3, 9, 25}});
  const auto honest = validation::cross_validate(estimator, points, classes, losses::zero_one_loss());
  fmt::print("new samples: {:.3f} +- {:.3f} wrong\n", honest.mean(), honest.standard_error());

  const auto search = validation::grid_search(estimator, points, classes, losses::zero_one_loss());
  for (const auto& point : search.grid)
    fmt::print("k = {:2.0f}: {:.3f} wrong\n", point.parameters.front().second, point.loss);
  const auto scores = search.model.scores(kernels::Vectors{{0.0, 0.0}, {2.0, 0.0}});
  fmt::print("k = {:.0f}; scores of class 0 in the middle of each cloud: {:.2f}, {:.2f}\n",
             search.parameters.front().second, scores.values(0, 0), scores.values(1, 0));
  return honest.mean() < 0.25 && search.parameters.front().second > 1.0 ? 0 : 1;
}
