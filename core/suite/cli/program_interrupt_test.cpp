// An interrupt of a run.
#include <chrono>
#include <thread>

#include <doctest/doctest.h>

#include "testing/program.hpp"
#include "testing/temporary_folder.hpp"

using namespace preimage::testing;
namespace fs = std::filesystem;

TEST_CASE("an interrupt ends the run with exit code 130 and keeps what was finished") {
  const TemporaryFolder folder;
  const std::string config =
      folder
          .write("many.yaml",
                 "title: Many\nexperiment: digit_denoising\nseed: 1\n"
                 "dataset: {name: usps, per_class: 4, noise_sd: 0.5}\n"
                 "output_kernel: {name: gaussian, sigma: 8}\n"
                 "protocol: {outer: {folds: 2, train_on: first_fold, stratified: true}, inner: {folds: 2}}\n"
                 "learners:\n  kpca: {method: kernel_pca_denoising, n_components: 8, decoder: {name: "
                 "fixed_point}}\n"
                 "profiles: {quick: {repetitions: 3000, readings: all}}\n")
          .string();
  const fs::path out = folder.path() / "out";
  Child child({PREIMAGE_PROGRAM, "run", config, "--stand-in", "--jobs", "2", "--out", out.string()});
  for (int i = 0; i < 1200 && count_records(out) == 0; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  REQUIRE(count_records(out) > 0);
  child.interrupt();
  CHECK(child.wait() == 130);
  const std::size_t kept = count_records(out);
  CHECK(kept > 0);
  CHECK(kept < 3000);
}
