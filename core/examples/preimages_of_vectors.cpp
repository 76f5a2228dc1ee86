// From a point in the output kernel's feature space back to a vector: the decoders side by side, on points of a spiral that are
// learned from noisy copies of their place along it. What each is, and what it needs, stands at its declaration.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "preimage/base/random.hpp"
#include "preimage/decoders/distance_constraint.hpp"
#include "preimage/decoders/fixed_point.hpp"
#include "preimage/decoders/gradient_descent.hpp"
#include "preimage/decoders/learned_preimage.hpp"
#include "preimage/decoders/nelder_mead.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/losses/losses.hpp"
#include "preimage/models/kernel_dependency_estimation.hpp"

using namespace preimage;
using kernels::GaussianKernel, kernels::Vectors;

namespace {

/// Points of a spiral in space, a row for each place along it.
Vectors spiral(const arma::vec& places) {
  return arma::join_rows(arma::join_rows(places % arma::cos(places), places % arma::sin(places)),
                         0.5 * places);
}

}  // namespace

int main() {
  base::Random random(1);
  const arma::vec places = arma::linspace(1.0, 9.0, 60), new_places = arma::linspace(1.3, 8.7, 25);
  arma::mat noise(60, 3);
  noise.imbue([&] { return 0.02 * random.gaussian(); });
  const Vectors outputs = spiral(places) + noise, truth = spiral(new_places);

  using decoders::Start;
  const double sigma = 3.0;  // of the output kernel, which all but the last decoder use
  const std::vector<std::pair<std::string, decoders::DecoderRecipe>> recipes = {
      {"candidates", decoders::candidate_decoder()},
      {"fixed_point", decoders::fixed_point_decoder(Start::nearest)},
      {"gradient_descent", decoders::gradient_descent_decoder(Start::nearest)},
      {"nelder_mead", decoders::nelder_mead_decoder(Start::nearest)},
      {"distance_constraint", decoders::distance_constraint_decoder(10)},
      {"learned_preimage", decoders::learned_preimage_decoder({.sigma = 1.0, .ridge = 1e-6})}};
  bool all_better = true;
  double of_candidates = 0.0;
  for (const auto& [name, recipe] : recipes) {
    const models::KernelDependencyEstimation<Vectors, Vectors> estimator(
        std::make_shared<GaussianKernel>(0.5), std::make_shared<GaussianKernel>(sigma),
        {.ridges = {1e-5}, .decoder = recipe});
    const models::Predictions<Vectors> found = estimator.fit(places, outputs)->predict(new_places);
    const double error = arma::mean(losses::squared_error(truth, found.outputs));
    const auto converged = found.diagnostics.find("converged");
    const std::string remark =
        converged == found.diagnostics.end()
            ? "nothing to iterate"
            : fmt::format("{:.0f} of {} converged", arma::accu(converged->second), truth.n_rows);
    fmt::print("{:<20} mean squared error {:.5f}, {}\n", name, error, remark);
    if (name == "candidates") of_candidates = error;
    if (name != "candidates") all_better = all_better && error < 0.2 * of_candidates;
  }
  return all_better ? 0 : 1;
}
