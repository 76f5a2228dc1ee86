// Kernel ridge regression on 5,000 landmarks of Fashion-MNIST by both solvers: seconds of CPU, accuracy,
// memory. What fewer landmarks cost beside scikit-learn's Nystroem + Ridge: scaling_vectors.cpp.
#include <cmath>
#include <ostream>
#include <string>

#include <fmt/format.h>

#include "experiments/benchmarks/benchmark.hpp"
#include "experiments/benchmarks/fashion_setup.hpp"
#include "experiments/benchmarks/landmark_fit.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/run/process_memory.hpp"

namespace preimage::experiments::benchmarks {

using namespace suite;

Benchmark make_landmarks_benchmark();  // called by the generated table

namespace {

constexpr double kFashionRidge = 0.01;
constexpr double kEqual = 0.0005;  // share of images on which two solvers of one problem may differ

/// Prints what it took.  returns  its accuracy
double timed(const std::string& what, const FashionSetup& setup, const LandmarkFit& fit, std::ostream& out) {
  arma::mat predicted;
  const double seconds = seconds_of([&] { predicted = predict(fit, 0, setup.test, kFashionSigma); });
  const double accuracy = accuracy_of(setup, predicted);
  out << fmt::format("{:<20}{:>10.1f}{:>10.1f}{:>9.2f}%{:>12.0f}\n", what, fit.seconds, seconds,
                     100.0 * accuracy, static_cast<double>(run::peak_memory_kib()) / 1024.0)
      << std::flush;
  return accuracy;
}

int run_landmarks(std::ostream& out) {
  const FashionSetup setup = fashion_setup(out);
  const regression::LandmarkChoice choice{regression::LandmarkRule::uniform, 5000, 1};
  out << fmt::format("{:<20}{:>10}{:>10}{:>10}{:>12}\n", "5,000 landmarks", "fit s", "predict s", "accuracy",
                     "peak MiB");
  const LandmarkFit direct =
      fit_landmarks(choice, setup.train, setup.targets, kFashionSigma, {kFashionRidge});
  const double right = timed("direct", setup, direct, out);
  const LandmarkFit iterated =
      fit_held_landmarks(choice, setup.train, setup.targets, kFashionSigma, kFashionRidge);
  const double also_right = timed("conjugate_gradient", setup, iterated, out);
  out << fmt::format("{} conjugate gradients, residual {:.1e}\n", iterated.iterations, iterated.residual);
  return std::abs(right - also_right) <= kEqual ? cli::kOk : cli::kRegression;
}

}  // namespace

Benchmark make_landmarks_benchmark() {
  return {"landmarks", "kernel ridge regression on 5,000 landmarks of Fashion-MNIST, by both solvers",
          run_landmarks};
}

}  // namespace preimage::experiments::benchmarks
