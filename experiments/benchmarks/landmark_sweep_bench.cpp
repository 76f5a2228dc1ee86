// Which landmarks, and how many: rules x M on Fashion-MNIST.
#include <algorithm>
#include <ostream>
#include <vector>

#include <fmt/format.h>

#include "experiments/benchmarks/benchmark.hpp"
#include "experiments/benchmarks/fashion_setup.hpp"
#include "experiments/benchmarks/landmark_fit.hpp"
#include "suite/cli/exit_code.hpp"

namespace preimage::experiments::benchmarks {

using namespace suite;
using regression::LandmarkRule;

Benchmark make_landmark_sweep_benchmark();  // called by the generated table

namespace {

const std::vector<double> kSweepRidges = {10.0, 1.0, 0.1, 0.01};
constexpr arma::uword kSweepImages = 20000;  // the first ones: with all of them the sweep takes many minutes

int run_sweep(std::ostream& out) {
  const FashionSetup setup = fashion_setup(out);
  const arma::mat X = setup.train.head_rows(kSweepImages), Y = setup.targets.head_rows(kSweepImages);
  out << fmt::format(
      "the first {} to train; sigma {} of bytes, the best of ridges {} to {}; one run of each, seed 1; "
      "seconds of CPU\n",
      kSweepImages, kFashionSigma, kSweepRidges.back(), kSweepRidges.front());
  out << fmt::format("{:<12}{:>7}{:>10}{:>8}{:>13}{:>10}{:>10}{:>15}\n", "rule", "M", "accuracy", "ridge",
                     "trace error", "choice s", "all s", "kernel values");
  for (const arma::uword M : {arma::uword{250}, arma::uword{500}, arma::uword{1000}}) {
    for (const LandmarkRule rule : {LandmarkRule::uniform, LandmarkRule::kmeans}) {
      const LandmarkFit fit = fit_landmarks({rule, M, 1}, X, Y, kFashionSigma, kSweepRidges);
      double best = 0.0, ridge = 0.0;
      for (std::size_t r = 0; r < kSweepRidges.size(); ++r) {
        const double accuracy = accuracy_of(setup, predict(fit, r, setup.test, kFashionSigma));
        if (accuracy <= best) continue;
        best = accuracy;
        ridge = kSweepRidges[r];
      }
      out << fmt::format("{:<12}{:>7}{:>9.2f}%{:>8}{:>13.5f}{:>10.1f}{:>10.1f}{:>15.3e}\n", name_of(rule), M,
                         100.0 * best, ridge, fit.trace_error, fit.choice_seconds, fit.seconds,
                         fit.kernel_values)
          << std::flush;
    }
  }
  return cli::kOk;
}

}  // namespace

Benchmark make_landmark_sweep_benchmark() {
  return {"landmark-sweep",
          "landmarks by two rules on Fashion-MNIST: accuracy, trace error, seconds, kernel values",
          run_sweep};
}

}  // namespace preimage::experiments::benchmarks
