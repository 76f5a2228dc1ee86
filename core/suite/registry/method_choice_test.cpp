// Numbers of a learner that are in lists: the same as so many learners, chosen among on inner folds.
#include <doctest/doctest.h>

#include "suite/registry/testing_runs.hpp"

using namespace preimage;
using namespace testing;

namespace {

std::string kde(const std::string& sigma, const std::string& components) {
  return "{method: kernel_dependency_estimation, ridge: [0.01, 1], n_components: " + components +
         ", decoder: {name: learned_preimage, sigma: " + sigma + ", ridge: 0.1}}";
}

}  // namespace

TEST_CASE("each combination of the lists of a learner and its decoder is a stretch of the grid, in order") {
  const testing::Problem problem = testing::toy_problem();
  const auto all = make_learner(kde("[0.5, 2]", "[2, 4]"), problem);
  REQUIRE(all->grid().size() == 8);
  const samples::Split split = strided_split(problem.size(), 4);
  std::vector<outputs::Prediction> found(8), held_out(8);
  all->predict_grid(split, [&](std::size_t g, const outputs::Prediction& p) { found.at(g) = p; });
  all->predict_folds({split},
                     [&](std::size_t, std::size_t g, const outputs::Prediction& p) { held_out.at(g) = p; });
  std::size_t g = 0;
  for (const char* sigma : {"0.5", "2"}) {  // the decoder is read before the components
    for (const char* components : {"2", "4"}) {
      const auto one = make_learner(kde(sigma, components), problem);
      for (std::size_t own = 0; own < 2; ++own, ++g) {
        CAPTURE(g);
        CHECK(same_prediction(found[g], one->predict(own, split), 0.0));
        CHECK(same_prediction(all->predict(g, split), one->predict(own, split), 0.0));
        CHECK(same_prediction(held_out[g], one->predict(own, split), 1e-8));
        base::Parameters expected = one->grid()[own];
        expected.emplace_back("decoder.sigma", std::stod(sigma));
        expected.emplace_back("n_components", std::stod(components));
        CHECK(all->grid()[g] == expected);
      }
    }
  }
}
