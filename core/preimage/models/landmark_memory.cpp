#include "preimage/models/landmark_memory.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "preimage/base/available_memory.hpp"

namespace preimage::models {

namespace {

using regression::LandmarkRule;

/// The largest number from 0 to `most` that fits, rounded down to two digits.
arma::uword most_fitting(const LandmarkSize& size, arma::uword most, std::uint64_t there) {
  arma::uword fits = 0;
  while (fits < most) {
    const arma::uword middle = fits + (most - fits + 1) / 2;
    if (landmark_bytes(size, middle) <= there) {
      fits = middle;
    } else {
      most = middle - 1;
    }
  }
  arma::uword unit = 1;
  while (fits / unit >= 100) unit *= 10;
  return fits / unit * unit;
}

}  // namespace

arma::uword landmark_rows_at_once(LandmarkSolver solver) {
  // More rows share what is computed of the landmarks; the direct way keeps the blocks, and so the last digits, that it always had.
  return solver == LandmarkSolver::direct ? 1024 : 4096;
}

std::uint64_t landmark_bytes(const LandmarkSize& size, arma::uword landmarks) {
  const std::uint64_t n = size.n_samples, m = landmarks, q = size.n_values;
  const std::uint64_t rows = std::min<std::uint64_t>(n, landmark_rows_at_once(size.solver));
  const bool has_weights = q >= n && size.solver == LandmarkSolver::direct;
  const bool is_drawn = size.rule == LandmarkRule::uniform || size.rule == LandmarkRule::kmeans;
  const std::uint64_t choice = is_drawn ? 0 : 2 * n * m;
  std::uint64_t solution = 3 * m * m + 3 * rows * m + (has_weights ? 3 * n * m : 4 * m * q);
  if (size.solver == LandmarkSolver::conjugate_gradient) solution += n * m + 2 * m * m;
  return sizeof(double) * std::max(choice, solution);
}

void require_landmark_memory(const LandmarkSize& size, arma::uword landmarks,
                             const std::optional<std::uint64_t>& allowed) {
  const std::uint64_t bytes = landmark_bytes(size, landmarks);
  const std::optional<std::uint64_t> there = base::too_little_memory(bytes, allowed);
  if (!there) return;
  throw LandmarkMemoryError(
      fmt::format("{} landmarks ({}) of {} training samples: {}", landmarks, regression::name_of(size.rule),
                  size.n_samples, base::memory_shortage(bytes, *there)),
      most_fitting(size, landmarks, *there));
}

}  // namespace preimage::models
