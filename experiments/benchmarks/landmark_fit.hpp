// Kernel ridge regression on landmarks under a Gaussian, as the benchmarks of landmarks time it.
#pragma once

#include <armadillo>
#include <functional>
#include <vector>

#include "preimage/regression/landmarks.hpp"

namespace preimage::experiments::benchmarks {

struct LandmarkFit {
  arma::mat landmarks;                         // m x d
  std::vector<arma::mat> coefficients;         // of each ridge, m x q
  double trace_error = 0.0;                    // tr(K - K_nM K_MM^-1 K_Mn) / tr K
  double kernel_values = 0.0;                  // how many were computed
  double choice_seconds = 0.0, seconds = 0.0;  // of the choice; of everything
  arma::uword iterations = 0;                  // of conjugate gradients
  double residual = 0.0;
};

/// landmarks  M x d;  X, Y  n x d and n x q;  ridges  in descending order
LandmarkFit fit_landmarks(const arma::mat& landmarks, const arma::mat& X, const arma::mat& Y, double sigma,
                          const std::vector<double>& ridges);

/// The same of landmarks that are chosen first.
LandmarkFit fit_landmarks(const regression::LandmarkChoice& choice, const arma::mat& X, const arma::mat& Y,
                          double sigma, const std::vector<double>& ridges);

/// The same for one ridge by conjugate gradients (regression/landmark_ridge.hpp); the trace error is not
/// asked for.
LandmarkFit fit_held_landmarks(const regression::LandmarkChoice& choice, const arma::mat& X,
                               const arma::mat& Y, double sigma, double ridge);

/// t x q
arma::mat predict(const LandmarkFit& fit, std::size_t ridge, const arma::mat& X, double sigma);

/// Of this process's CPU, of which these benchmarks use one core: what others do on the machine counts
/// little.
double seconds_of(const std::function<void()>& work);

}  // namespace preimage::experiments::benchmarks
