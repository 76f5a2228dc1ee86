#include "preimage/regression/landmarks.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include "preimage/base/random.hpp"
#include "preimage/linalg/block_cholesky.hpp"
#include "preimage/linalg/incomplete_cholesky.hpp"
#include "preimage/linalg/k_means.hpp"
#include "preimage/regression/greedy_basis.hpp"

namespace preimage::regression {

namespace {

constexpr std::size_t kLloydIterations = 10;
constexpr arma::uword kLargestBlock = 256;  // columns that are drawn at a time

/// A sample, with a probability proportional to its weight: the first whose sum with those before it exceeds the goal.
arma::uword drawn_sample(const arma::vec& sums, base::Random& random) {
  const double goal = random.uniform() * sums.back();
  return static_cast<arma::uword>(std::upper_bound(sums.begin(), sums.end() - 1, goal) - sums.begin());
}

/// n x |samples|
arma::mat columns_of(const kernels::Gram& K, const arma::uvec& samples) {
  return K.block(arma::regspace<arma::uvec>(0, K.n_rows() - 1), samples);
}

/// Of the draws of a block, made with what was left before it, each is taken with the share of that which is left now: so
/// every landmark is drawn as if it were drawn alone.
arma::uvec rpcholesky(const LandmarkChoice& choice, const kernels::Gram& K) {
  const arma::vec diagonal = K.diagonal();
  linalg::BlockCholesky cholesky(diagonal, choice.count);
  base::Random random(choice.seed);
  const arma::uword block = std::clamp(choice.count / 10, arma::uword{1}, kLargestBlock);
  const double enough = static_cast<double>(diagonal.n_elem) * arma::datum::eps * arma::accu(diagonal);
  arma::uvec chosen;
  while (cholesky.room() > 0 && arma::accu(cholesky.residual_diagonal()) > enough) {
    const arma::vec sums = arma::cumsum(cholesky.residual_diagonal());
    arma::uvec draws(block);
    draws.imbue([&] { return drawn_sample(sums, random); });
    const auto accept = [&](arma::uword, double remains, double before) {
      return random.uniform() * before < remains;
    };
    chosen = arma::join_cols(chosen, draws.elem(cholesky.append(draws, columns_of(K, draws), accept)));
  }
  return chosen;
}

arma::uvec greedy(const LandmarkChoice& choice, const kernels::Gram& K) {
  const auto column = [&](arma::uword i) -> arma::vec { return columns_of(K, arma::uvec{i}); };
  return linalg::incomplete_cholesky(column, K.diagonal(), choice.count).pivots;
}

}  // namespace

std::string name_of(LandmarkRule rule) {
  constexpr std::array kNames = {"uniform", "rpcholesky", "greedy", "kmeans"};
  return kNames.at(static_cast<std::size_t>(rule));
}

void require_landmarks(const LandmarkChoice& choice, arma::uword n_samples) {
  if (choice.count >= 1 && choice.count <= n_samples) return;
  throw std::invalid_argument(fmt::format("{} landmarks ({}) of {} samples to train on, expected 1 to {}",
                                          choice.count, name_of(choice.rule), n_samples, n_samples));
}

arma::uvec chosen_landmarks(const LandmarkChoice& choice, const kernels::Gram& K) {
  require_landmarks(choice, K.n_rows());
  if (choice.rule == LandmarkRule::rpcholesky) return rpcholesky(choice, K);
  if (choice.rule == LandmarkRule::greedy) return greedy(choice, K);
  if (choice.rule == LandmarkRule::kmeans)
    throw std::invalid_argument("landmarks by kmeans are no samples: they need vectors");
  base::Random random(choice.seed);
  return random_basis(K.n_rows(), choice.count, random);
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
