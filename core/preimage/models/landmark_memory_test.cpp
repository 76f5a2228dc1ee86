#include "preimage/models/landmark_memory.hpp"

#include <doctest/doctest.h>

#include "testing/thrown_message.hpp"

namespace preimage::models {

namespace {

constexpr std::uint64_t kGigabyte = 1'000'000'000;
const LandmarkSize kFashion{60000, 10, LandmarkSolver::direct, regression::LandmarkRule::uniform};

arma::uword fitting(const LandmarkSize& size, arma::uword landmarks, std::uint64_t allowed) {
  try {
    require_landmark_memory(size, landmarks, allowed);
  } catch (const LandmarkMemoryError& error) {
    return error.fitting();
  }
  return landmarks;
}

}  // namespace

TEST_CASE(
    "what is held: three squares of landmarks and a block, K_nM of conjugate gradients, weights of all "
    "outputs") {
  CHECK(landmark_bytes(kFashion, 5000) == 8 * (3 * 25'000'000ULL + 3 * 1024 * 5000 + 4 * 5000 * 10));
  LandmarkSize size = kFashion;
  size.solver = LandmarkSolver::conjugate_gradient;
  CHECK(landmark_bytes(size, 5000) > 8ULL * 60000 * 5000);
  size = kFashion;
  size.n_values = size.n_samples;
  CHECK(landmark_bytes(size, 5000) > 3 * 8ULL * 60000 * 5000);
  size = kFashion;
  size.rule = regression::LandmarkRule::rpcholesky;
  CHECK(landmark_bytes(size, 5000) == 2 * 8ULL * 60000 * 5000);
}

TEST_CASE("too many landmarks are refused, with what there is and how many fit") {
  CHECK(testing::thrown_message<LandmarkMemoryError>(
            [] { require_landmark_memory(kFashion, 20000, kGigabyte); }) ==
        "20000 landmarks (uniform) of 60000 training samples: needs 10.10 GB of memory, 1.00 GB are there");
  const arma::uword fits = fitting(kFashion, 20000, kGigabyte);
  CHECK(fits == 5900);
  CHECK(landmark_bytes(kFashion, fits) <= kGigabyte);
  CHECK(landmark_bytes(kFashion, fits + 100) > kGigabyte);
  CHECK(fitting(kFashion, fits, kGigabyte) == fits);
  CHECK(fitting(kFashion, 20000, 1000) == 0);
}

}  // namespace preimage::models
