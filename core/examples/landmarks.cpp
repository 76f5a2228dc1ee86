// More samples than have a Gram matrix of their own: the expansion is carried by some of them, the landmarks.
#include <cmath>

#include <fmt/format.h>

#include "preimage/base/random.hpp"
#include "preimage/decoders/fixed_point.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/models/sketched_kde.hpp"

using namespace preimage;
using kernels::Vectors;

int main() {
  // 20,000 noisy values of a wave: all kernel values between them would take 3.2 GB.
  base::Random random(1);
  Vectors x(20000, 1), y(20000, 1);
  for (arma::uword i = 0; i < x.n_rows; ++i) {
    x(i, 0) = 10.0 * random.uniform();
    y(i, 0) = std::sin(x(i, 0)) + 0.1 * random.gaussian();
  }
  const Vectors new_x = arma::linspace(0.5, 9.5, 50);
  double error = 0.0;
  for (const arma::uword count : {10, 100}) {
    const auto estimator = models::sketched_kde(kernels::gaussian(0.5), kernels::linear(),
                                                {.ridges = {0.1},
                                                 .landmarks = regression::LandmarkChoice{.count = count},
                                                 .decoder = decoders::closed_form_decoder()});
    const Vectors found = estimator.fit(x, y).predict(new_x).outputs;
    error = arma::abs(found - arma::sin(new_x)).max();
    fmt::print("{:3} landmarks: largest error {:.3f}\n", count, error);
  }
  return error < 0.05 ? 0 : 1;
}
