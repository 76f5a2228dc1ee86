#include "experiments/benchmarks/landmark_fit.hpp"

#include <algorithm>
#include <ctime>
#include <utility>

#include "preimage/linalg/distances.hpp"
#include "preimage/linalg/exponential.hpp"
#include "preimage/regression/landmark_ridge.hpp"

namespace preimage::experiments::benchmarks {

namespace {

constexpr arma::uword kLandmarkRows = 1024, kHeldRows = 4096;  // at a time

arma::mat gaussian(const arma::mat& A, const arma::mat& B, double sigma) {
  return linalg::gaussian_of_squared_distances(linalg::squared_distances_by_product(A, B), sigma);
}

struct Choice {
  arma::mat landmarks;
  double seconds = 0.0;
};

Choice chosen_of(const regression::LandmarkChoice& choice, const arma::mat& X) {
  Choice chosen;
  chosen.seconds = seconds_of([&] {
    chosen.landmarks = choice.rule == regression::LandmarkRule::kmeans
                           ? regression::k_means_landmarks(choice, X)
                           : arma::mat(X.rows(regression::uniform_landmarks(choice, X.n_rows)));
  });
  return chosen;
}

RowBlocks blocks_of(const arma::mat& X, const arma::mat& Y, arma::uword at_once) {
  return [&X, &Y, at_once](const auto& use) {
    for (arma::uword begin = 0; begin < X.n_rows; begin += at_once) {
      const arma::uword last = std::min(begin + at_once, X.n_rows) - 1;
      use(X.rows(begin, last), Y.rows(begin, last));
    }
  };
}

}  // namespace

double seconds_of(const std::function<void()>& work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

LandmarkFit fit_landmarks(const arma::mat& landmarks, arma::uword n, arma::uword n_outputs,
                          const RowBlocks& rows, double sigma, const std::vector<double>& ridges) {
  LandmarkFit fit;
  fit.seconds = seconds_of([&] {
    regression::LandmarkNormalEquations equations(gaussian(landmarks, landmarks, sigma), n, n_outputs,
                                                  ridges.back());
    fit.landmarks = landmarks.rows(equations.kept());
    rows(
        [&](const arma::mat& X, const arma::mat& Y) { equations.add(gaussian(X, fit.landmarks, sigma), Y); });
    const regression::LandmarkRidge solved = std::move(equations).solved();
    for (const double ridge : ridges) fit.coefficients.push_back(solved.coefficients(ridge));
    fit.trace_error = 1.0 - solved.explained_trace() / static_cast<double>(n);
  });
  const auto m = static_cast<double>(landmarks.n_rows);
  fit.kernel_values = m * (static_cast<double>(n) + m);
  return fit;
}

LandmarkFit fit_landmarks(const regression::LandmarkChoice& choice, const arma::mat& X, const arma::mat& Y,
                          double sigma, const std::vector<double>& ridges) {
  const Choice chosen = chosen_of(choice, X);
  LandmarkFit fit =
      fit_landmarks(chosen.landmarks, X.n_rows, Y.n_cols, blocks_of(X, Y, kLandmarkRows), sigma, ridges);
  fit.choice_seconds = chosen.seconds;
  fit.seconds += chosen.seconds;
  return fit;
}

LandmarkFit fit_held_landmarks(const regression::LandmarkChoice& choice, const arma::mat& X,
                               const arma::mat& Y, double sigma, double ridge) {
  const Choice chosen = chosen_of(choice, X);
  LandmarkFit fit;
  fit.choice_seconds = chosen.seconds;
  fit.seconds =
      chosen.seconds + seconds_of([&] {
        regression::HeldLandmarkRidge held(gaussian(chosen.landmarks, chosen.landmarks, sigma), Y.n_cols);
        fit.landmarks = chosen.landmarks.rows(held.kept());
        blocks_of(X, Y, kHeldRows)([&](const arma::mat& rows, const arma::mat& outputs) {
          held.add(gaussian(fit.landmarks, rows, sigma), outputs);
        });
        regression::IteratedCoefficients found = held.coefficients(ridge);
        fit.iterations = found.iterations;
        fit.residual = found.residual;
        fit.coefficients.push_back(std::move(found.values));
      });
  const auto m = static_cast<double>(chosen.landmarks.n_rows);
  fit.kernel_values = m * (static_cast<double>(X.n_rows) + m);
  return fit;
}

arma::mat predict(const LandmarkFit& fit, std::size_t ridge, const arma::mat& X, double sigma) {
  arma::mat predicted(X.n_rows, fit.coefficients[ridge].n_cols);
  for (arma::uword begin = 0; begin < X.n_rows; begin += kLandmarkRows) {
    const arma::uword last = std::min(begin + kLandmarkRows, X.n_rows) - 1;
    predicted.rows(begin, last) =
        gaussian(X.rows(begin, last), fit.landmarks, sigma) * fit.coefficients[ridge];
  }
  return predicted;
}

}  // namespace preimage::experiments::benchmarks
