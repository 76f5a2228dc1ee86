// How much memory a map with landmarks takes: asked before any of it is allocated.
#pragma once

#include <armadillo>
#include <cstdint>
#include <optional>
#include <string>

#include "preimage/base/error.hpp"
#include "preimage/regression/landmarks.hpp"

namespace preimage::models {

/// How the coefficients of landmarks are found (regression/landmark_ridge.hpp, held_landmark_ridge.hpp).
enum class LandmarkSolver { direct, conjugate_gradient };

/// Rows of K_nM that are computed at a time.
arma::uword landmark_rows_at_once(LandmarkSolver solver);

struct LandmarkSize {
  arma::uword n_samples = 0;
  arma::uword n_values = 0;  // that are learned; as many as samples where these are weights of all outputs
  LandmarkSolver solver = LandmarkSolver::direct;
  regression::LandmarkRule rule = regression::LandmarkRule::uniform;
};

/// Bytes that are held at once: of the choice, or of the solution, whichever is more.
std::uint64_t landmark_bytes(const LandmarkSize& size, arma::uword landmarks);

/// More landmarks than there is memory for.
class LandmarkMemoryError : public MemoryError {
 public:
  LandmarkMemoryError(const std::string& what, arma::uword fitting) : MemoryError(what), fitting_(fitting) {}
  /// How many there is memory for, in two digits; 0: none.
  arma::uword fitting() const { return fitting_; }

 private:
  arma::uword fitting_;
};

/// allowed  as base::require_memory takes it
/// throws   LandmarkMemoryError "5000 landmarks (uniform) of 60000 training samples: needs 3.20 GB of memory, 1.10 GB are there"
void require_landmark_memory(const LandmarkSize& size, arma::uword landmarks,
                             const std::optional<std::uint64_t>& allowed);

}  // namespace preimage::models
