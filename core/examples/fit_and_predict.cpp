// Kernel dependency estimation with the library alone: points on a circle are learned from their angle, and
// found again for angles that were not seen.
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "preimage/decoders/fixed_point.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/models/kernel_dependency_estimation.hpp"

using namespace preimage;
using kernels::Vectors;

int main() {
  // 24 training samples, one per row: an angle, and the point of the unit circle there.
  const Vectors angles = arma::linspace(0.0, 2.0 * std::numbers::pi, 24);
  const Vectors points = arma::join_rows(arma::cos(angles), arma::sin(angles));

  // A kernel on the inputs, one on the outputs, a ridge, and how a prediction in the feature space of the
  // output kernel becomes a point: by iteration from the nearest training output.
  const auto estimator =
      models::kde(kernels::gaussian(0.5), kernels::gaussian(1.0),
                  {.ridges = {1e-6}, .decoder = decoders::fixed_point_decoder(decoders::Start::nearest)});
  const auto model = estimator.fit(angles, points);

  const Vectors new_angles = arma::vec{0.4, 1.9, 4.4};
  const models::Predictions<Vectors> found = model.predict(new_angles);
  double largest_error = 0.0;
  for (arma::uword i = 0; i < new_angles.n_rows; ++i) {
    const double x = found.outputs(i, 0), y = found.outputs(i, 1);
    fmt::print("angle {:.1f}: ({:+.3f}, {:+.3f})\n", new_angles(i, 0), x, y);
    largest_error =
        std::max(largest_error, std::hypot(x - std::cos(new_angles(i, 0)), y - std::sin(new_angles(i, 0))));
  }
  fmt::print("converged: {} of 3, largest error {:.4f}\n", arma::accu(found.diagnostics.at("converged")),
             largest_error);

  // A model is one file. Kernels and decoder may be code of yours: load() is asked of an estimator that has
  // them.
  model.save("circle.pim");
  const Vectors loaded = estimator.load("circle.pim").predict(new_angles).outputs;
  const bool is_same = arma::approx_equal(loaded, found.outputs, "absdiff", 0.0);
  fmt::print("read again from circle.pim it predicts {}\n", is_same ? "the same" : "something else");
  return largest_error < 0.01 && is_same ? 0 : 1;
}
