#include "preimage/regression/landmarks.hpp"

#include <stdexcept>

#include <fmt/format.h>

#include "preimage/base/random.hpp"
#include "preimage/linalg/k_means.hpp"
#include "preimage/regression/greedy_basis.hpp"

namespace preimage::regression {

namespace {

constexpr std::size_t kLloydIterations = 10;
}  // namespace

std::string name_of(LandmarkRule rule) {
  return rule == LandmarkRule::uniform ? "uniform" : "kmeans";
}

void require_landmarks(const LandmarkChoice& choice, arma::uword n_samples) {
  if (choice.count >= 1 && choice.count <= n_samples) return;
  throw std::invalid_argument(fmt::format("{} landmarks ({}) of {} samples to train on, expected 1 to {}",
                                          choice.count, name_of(choice.rule), n_samples, n_samples));
}

arma::uvec uniform_landmarks(const LandmarkChoice& choice, arma::uword n_samples) {
  require_landmarks(choice, n_samples);
  base::Random random(choice.seed);
  return random_basis(n_samples, choice.count, random);
}

arma::mat k_means_landmarks(const LandmarkChoice& choice, const arma::mat& vectors) {
  require_landmarks(choice, vectors.n_rows);
  const arma::rowvec mean = arma::mean(vectors, 0);
  arma::mat samples = vectors;
  samples.each_row() -= mean;
  arma::inplace_trans(samples);
  base::Random random(choice.seed);
  const arma::mat start = linalg::drawn_centres(samples, choice.count, random);
  arma::mat centres = linalg::k_means(samples, start, kLloydIterations).t();
  centres.each_row() += mean;
  return centres;
}

}  // namespace preimage::regression
