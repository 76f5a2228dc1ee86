// Kernel ridge regression on landmarks at sizes where the Gram matrix does not fit: a million rows as they stream by, and
// Fashion-MNIST, beside scikit-learn's Nystroem + Ridge (peers/nystroem_ridge.py): same images, bandwidth and ridge, as many
// landmarks, one thread each. Seconds are of CPU.
#include <algorithm>
#include <cmath>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "experiments/benchmarks/benchmark.hpp"
#include "experiments/benchmarks/fashion_setup.hpp"
#include "experiments/benchmarks/landmark_fit.hpp"
#include "experiments/benchmarks/peer.hpp"
#include "preimage/base/random.hpp"
#include "preimage/models/sketched_kde.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/data/npy.hpp"
#include "suite/run/process_memory.hpp"
#include "testing/temporary_folder.hpp"

namespace preimage::experiments::benchmarks {

using namespace suite;
using models::LandmarkSolver;
using regression::LandmarkRule;

Benchmark make_landmarks_benchmark();  // called by the generated table

namespace {

constexpr arma::uword kMillion = 1000000, kStreamWidth = 50, kStreamLandmarks = 2000, kStreamRows = 1000;
constexpr double kStreamSigma = 7.0, kStreamRidge = 1.0, kStreamNoise = 0.1;
constexpr double kStreamSeconds = 180.0, kStreamMiB = 2048.0;
constexpr arma::uword kFashionLandmarks = 5000, kPeerLandmarks = 2000;
constexpr double kFashionRidge = 0.01, kFashionSeconds = 25.0;
constexpr double kEqual = 0.5;  // points of accuracy within which two draws of landmarks count as equal

struct Rows {
  arma::mat X, Y;
};

/// Block b of the stream: standard normal inputs, and sines of two directions with noise. Always the same.
Rows stream_block(arma::uword b) {
  base::Random random(base::derive_seed({"landmarks bench", std::to_string(b)}));
  Rows rows{arma::mat(kStreamRows, kStreamWidth), arma::mat(kStreamRows, 1)};
  rows.X.imbue([&] { return random.gaussian(); });
  const arma::vec first = arma::sum(rows.X.head_cols(10), 1), second = arma::sum(rows.X.tail_cols(10), 1);
  rows.Y.col(0) = arma::sin(0.3 * first) + arma::cos(0.2 * second);
  rows.Y.for_each([&](double& value) { value += kStreamNoise * random.gaussian(); });
  return rows;
}

/// Landmarks are the first rows of every so many blocks: rows of the stream are independent, so any are as good as drawn ones.
arma::mat stream_landmarks() {
  constexpr arma::uword kFromEach = 2;
  arma::mat landmarks(kStreamLandmarks, kStreamWidth);
  for (arma::uword b = 0; b < kStreamLandmarks / kFromEach; ++b)
    landmarks.rows(b * kFromEach, b * kFromEach + kFromEach - 1) = stream_block(b).X.head_rows(kFromEach);
  return landmarks;
}

bool run_stream(std::ostream& out) {
  const RowBlocks rows = [](const auto& use) {
    for (arma::uword b = 0; b < kMillion / kStreamRows; ++b) {
      const Rows block = stream_block(b);
      use(block.X, block.Y);
    }
  };
  LandmarkFit fit;
  const double seconds = seconds_of(
      [&] { fit = fit_landmarks(stream_landmarks(), kMillion, 1, rows, kStreamSigma, {kStreamRidge}); });
  const Rows test = stream_block(kMillion);
  const arma::mat errors = predict(fit, 0, test.X, kStreamSigma) - test.Y;
  const double peak = static_cast<double>(run::peak_memory_kib()) / 1024.0;
  const bool is_met = seconds < kStreamSeconds && peak < kStreamMiB;
  out << fmt::format(
      "stream of {} rows x {}, {} landmarks: {:.1f} s (target < {:.0f}), peak {:.0f} MiB (target < "
      "{:.0f}){}\n"
      "  {:.3g} kernel values, trace error {:.4f}, error {:.3f} of outputs with standard deviation {:.3f} "
      "and noise {}\n",
      kMillion, kStreamWidth, kStreamLandmarks, seconds, kStreamSeconds, peak, kStreamMiB,
      is_met ? "" : "  missed", fit.kernel_values, fit.trace_error,
      std::sqrt(arma::accu(arma::square(errors)) / static_cast<double>(kStreamRows)),
      arma::stddev(arma::vec(test.Y.col(0))), kStreamNoise);
  return is_met;
}

struct Timed {
  double fit = 0.0, predict = 0.0, accuracy = 0.0, peak_mib = 0.0, residual = 0.0;
  arma::uword iterations = 0;
  std::string software;
};

Timed ours(const FashionSetup& setup, arma::uword landmarks, LandmarkSolver solver) {
  const regression::LandmarkChoice choice{LandmarkRule::uniform, landmarks, 1};
  const LandmarkFit fit =
      solver == LandmarkSolver::direct
          ? fit_landmarks(choice, setup.train, setup.targets, kFashionSigma, {kFashionRidge})
          : fit_held_landmarks(choice, setup.train, setup.targets, kFashionSigma, kFashionRidge);
  Timed timed;
  timed.iterations = fit.iterations;
  timed.residual = fit.residual;
  timed.fit = fit.seconds;
  arma::mat predicted;
  timed.predict = seconds_of([&] { predicted = predict(fit, 0, setup.test, kFashionSigma); });
  timed.accuracy = accuracy_of(setup, predicted);
  timed.peak_mib = static_cast<double>(run::peak_memory_kib()) / 1024.0;
  return timed;
}

Timed nystroem(const FashionSetup& setup, arma::uword landmarks) {
  const testing::TemporaryFolder folder;
  data::write_npy(folder.path() / "train.npy", setup.train);
  data::write_npy(folder.path() / "test.npy", setup.test);
  data::write_npy(folder.path() / "targets.npy", setup.targets);
  data::write_npy(folder.path() / "settings.npy",
                  {{static_cast<double>(landmarks), kFashionSigma, kFashionRidge, 1.0}});
  Timed timed;
  run_peer_script("nystroem_ridge.py", folder.path(), [&](const std::string& line) {
    std::istringstream words(line);
    std::string key;
    words >> key >> std::ws;
    if (key == "software") std::getline(words, timed.software);
    if (key == "seconds") words >> timed.fit >> timed.predict;
    if (key == "peak_kib" && words >> timed.peak_mib) timed.peak_mib /= 1024.0;
  });
  timed.accuracy = accuracy_of(setup, read_peer_matrix(folder.path() / "predictions.csv"));
  return timed;
}

void print_row(std::ostream& out, const std::string& what, arma::uword landmarks, const Timed& timed) {
  out << fmt::format("{:<26}{:>7}{:>10.1f}{:>10.1f}{:>9.2f}%{:>12.0f}\n", what, landmarks, timed.fit,
                     timed.predict, 100.0 * timed.accuracy, timed.peak_mib)
      << std::flush;
}

bool run_fashion(std::ostream& out) {
  const FashionSetup setup = fashion_setup(out);
  out << fmt::format("{:<26}{:>7}{:>10}{:>10}{:>10}{:>12}\n", "one thread each", "M", "fit s", "predict s",
                     "accuracy", "peak MiB");
  const Timed small = ours(setup, kPeerLandmarks, LandmarkSolver::direct);
  print_row(out, "landmarks, uniform", kPeerLandmarks, small);
  bool agree = true;
  if (has_python_module("sklearn")) {
    const Timed peer = nystroem(setup, kPeerLandmarks);
    print_row(out, "Nystroem + Ridge", kPeerLandmarks, peer);
    agree = std::abs(peer.accuracy - small.accuracy) <= 0.01 * kEqual;
    out << fmt::format("  {}\n  ratio {:.1f} at accuracies that differ by {:.2f} points (at most {})\n",
                       peer.software, (peer.fit + peer.predict) / (small.fit + small.predict),
                       100.0 * std::abs(peer.accuracy - small.accuracy), kEqual);
  } else {
    out << "Nystroem + Ridge: " << no_python_module_text("sklearn") << "\n";
  }
  print_row(out, "landmarks, direct", kFashionLandmarks,
            ours(setup, kFashionLandmarks, LandmarkSolver::direct));
  const Timed large = ours(setup, kFashionLandmarks, LandmarkSolver::conjugate_gradient);
  print_row(out, "the same, iterated", kFashionLandmarks, large);
  out << fmt::format("  {} conjugate gradients, residual {:.1e}\n", large.iterations, large.residual);
  const double seconds = large.fit + large.predict;
  out << fmt::format("{} landmarks in {:.1f} s (target < {:.0f}){}\n", kFashionLandmarks, seconds,
                     kFashionSeconds, seconds < kFashionSeconds ? "" : "  missed");
  return agree;
}

int run_landmarks(std::ostream& out) {
  const bool streams = run_stream(out);
  return run_fashion(out) && streams ? cli::kOk : cli::kRegression;
}

}  // namespace

Benchmark make_landmarks_benchmark() {
  return {"landmarks",
          "kernel ridge regression on landmarks: a million rows as they stream by; Fashion-MNIST, and "
          "scikit-learn's "
          "Nystroem",
          run_landmarks};
}

}  // namespace preimage::experiments::benchmarks
