// From a point in the output kernel's feature space back to a vector: the decoders side by side, on points of
// a spiral that are learned from noisy copies of their place along it. Each declaration says what it is and
// what it needs.
#include <algorithm>
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
using kernels::Vectors;

/// Points of a spiral in space, a row for each place along it.
static Vectors spiral(const arma::vec& places) {
  return arma::join_rows(arma::join_rows(places % arma::cos(places), places % arma::sin(places)),
                         0.5 * places);
}

int main() {
  base::Random random(1);
  const arma::vec places = arma::linspace(1.0, 9.0, 60), new_places = arma::linspace(1.3, 8.7, 25);
  arma::mat noise(60, 3);
  noise.imbue([&] { return 0.02 * random.gaussian(); });
  const Vectors outputs = spiral(places) + noise, truth = spiral(new_places);

  using decoders::Start;
  const std::vector<std::pair<std::string, decoders::DecoderRecipe>> recipes = {
      {"candidates", decoders::candidate_decoder()},
      {"fixed_point", decoders::fixed_point_decoder(Start::nearest)},
      {"gradient_descent", decoders::gradient_descent_decoder(Start::nearest)},
      {"nelder_mead", decoders::nelder_mead_decoder(Start::nearest)},
      {"distance_constraint", decoders::distance_constraint_decoder(10)},
      {"learned_preimage", decoders::learned_preimage_decoder({.sigma = 1.0, .ridge = 1e-6})}};
  std::vector<double> errors;
  for (const auto& [name, recipe] : recipes) {
    const auto estimator =
        models::kde(kernels::gaussian(0.5), kernels::gaussian(3.0), {.ridges = {1e-5}, .decoder = recipe});
    const models::Predictions<Vectors> found = estimator.fit(places, outputs).predict(new_places);
    const double error = arma::mean(losses::squared_error(truth, found.outputs));
    const auto converged = found.diagnostics.find("converged");
    fmt::print("{:<20} mean squared error {:.5f}, {}\n", name, error,
               converged == found.diagnostics.end()
                   ? "nothing to iterate"
                   : fmt::format("{:.0f} of {} converged", arma::accu(converged->second), truth.n_rows));
    errors.push_back(error);
  }
  return *std::max_element(errors.begin() + 1, errors.end()) < 0.2 * errors[0] ? 0 : 1;
}
