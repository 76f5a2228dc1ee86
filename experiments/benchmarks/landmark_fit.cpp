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

/// use(first, last) for one block of rows after the other.
template <class Use>
void by_blocks(arma::uword n, arma::uword at_once, const Use& use) {
  for (arma::uword begin = 0; begin < n; begin += at_once) use(begin, std::min(begin + at_once, n) - 1);
}

double values_of(const arma::mat& landmarks, const arma::mat& X) {
  return static_cast<double>(landmarks.n_rows) * static_cast<double>(X.n_rows + landmarks.n_rows);
}

}  // namespace

double seconds_of(const std::function<void()>& work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

LandmarkFit fit_landmarks(const arma::mat& landmarks, const arma::mat& X, const arma::mat& Y, double sigma,
                          const std::vector<double>& ridges) {
  LandmarkFit fit;
  fit.seconds = seconds_of([&] {
    regression::LandmarkNormalEquations equations(gaussian(landmarks, landmarks, sigma), X.n_rows, Y.n_cols,
                                                  ridges.back());
    fit.landmarks = landmarks.rows(equations.kept());
    by_blocks(X.n_rows, kLandmarkRows, [&](arma::uword first, arma::uword last) {
      equations.add(gaussian(X.rows(first, last), fit.landmarks, sigma), Y.rows(first, last));
    });
    const regression::LandmarkRidge solved = std::move(equations).solved();
    for (const double ridge : ridges) fit.coefficients.push_back(solved.coefficients(ridge));
    fit.trace_error = 1.0 - solved.explained_trace() / static_cast<double>(X.n_rows);
  });
  fit.kernel_values = values_of(landmarks, X);
  return fit;
}

LandmarkFit fit_landmarks(const regression::LandmarkChoice& choice, const arma::mat& X, const arma::mat& Y,
                          double sigma, const std::vector<double>& ridges) {
  const Choice chosen = chosen_of(choice, X);
  LandmarkFit fit = fit_landmarks(chosen.landmarks, X, Y, sigma, ridges);
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
        by_blocks(X.n_rows, kHeldRows, [&](arma::uword first, arma::uword last) {
          held.add(gaussian(fit.landmarks, X.rows(first, last), sigma), Y.rows(first, last));
        });
        regression::IteratedCoefficients found = held.coefficients(ridge);
        fit.iterations = found.iterations;
        fit.residual = found.residual;
        fit.coefficients.push_back(std::move(found.values));
      });
  fit.kernel_values = values_of(chosen.landmarks, X);
  return fit;
}

arma::mat predict(const LandmarkFit& fit, std::size_t ridge, const arma::mat& X, double sigma) {
  arma::mat predicted(X.n_rows, fit.coefficients[ridge].n_cols);
  by_blocks(X.n_rows, kLandmarkRows, [&](arma::uword first, arma::uword last) {
    predicted.rows(first, last) =
        gaussian(X.rows(first, last), fit.landmarks, sigma) * fit.coefficients[ridge];
  });
  return predicted;
}

}  // namespace preimage::experiments::benchmarks
