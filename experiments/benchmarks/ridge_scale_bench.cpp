// Kernel ridge regression on one fold of the OCR letters and its predictions for the other nine, against
// scikit-learn's KernelRidge (peers/kernel_ridge_sklearn.py): same letters, kernel and ridge, one thread
// each.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "experiments/benchmarks/benchmark.hpp"
#include "experiments/benchmarks/benchmark_data.hpp"
#include "experiments/benchmarks/peer.hpp"
#include "experiments/ocr_transduction/ocr_words.hpp"
#include "preimage/kernels/points.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/regression/kernel_ridge.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/data/npy.hpp"
#include "suite/run/process_memory.hpp"
#include "suite/study/options.hpp"
#include "testing/temporary_folder.hpp"

namespace preimage::experiments::benchmarks {

using namespace suite;

Benchmark make_ridge_scale_benchmark();  // called by the generated table

namespace {

using namespace ocr_transduction;

constexpr int kRounds = 3;
constexpr long kDegree = 3;
constexpr double kOffset = 1.0;
constexpr double kRidge = 0.01;
constexpr arma::uword kOutputs = 26;
constexpr double kTargetRatio = 3.0;
constexpr double kTolerance = 1e-8;  // of a prediction, relative to the largest of its sample
constexpr double kMaxPeakMiB = 1000.0;

struct Setup {
  arma::mat train, test;  // letters of fold 0; of the others
  arma::mat targets;      // one-hot letters of the training samples
  std::string source;
};

struct Outcome {
  double fit_seconds = 0.0, predict_seconds = 0.0;
  double peak_mib = 0.0;
  arma::mat predictions;
  std::string software;
  double seconds() const { return fit_seconds + predict_seconds; }
};

Setup make_setup() {
  const auto load = [](const data::DataSource& source) {
    return load_ocr(source, {605});  // words per fold of the stand-in: about as many letters
  };
  const auto [letters, source] = real_data_or_stand_in("OCR", "stroke_words", load);
  Setup setup;
  setup.source = source;
  std::vector<arma::uword> train, test, targets;
  for (const ocr_transduction::OcrWord& word : letters.words) {
    for (std::size_t i = 0; i < word.text.size(); ++i) {
      (word.fold == 0 ? train : test).push_back(word.first + i);
      if (word.fold == 0) targets.push_back(static_cast<arma::uword>(word.text[i] - 'a'));
    }
  }
  setup.train = letters.pixels.rows(arma::uvec(train));
  setup.test = letters.pixels.rows(arma::uvec(test));
  setup.targets.zeros(train.size(), kOutputs);
  for (std::size_t i = 0; i < targets.size(); ++i) setup.targets(i, targets[i]) = 1.0;
  return setup;
}

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

Outcome run_ours(const Setup& setup) {
  const auto points_of = [](const arma::mat& samples) {
    return kernels::Points::by_block<kernels::Vectors>(
        std::make_shared<const kernels::PolynomialKernel>(kDegree, kOffset),
        std::make_shared<const kernels::Vectors>(samples));
  };
  const kernels::Points train = points_of(setup.train), test = points_of(setup.test);
  Outcome outcome;
  const auto start = Clock::now();
  const arma::mat alpha = regression::fit_ridge(train.against(train), setup.targets, kRidge).coefficients;
  outcome.fit_seconds = seconds_since(start);
  const auto fitted = Clock::now();
  outcome.predictions = regression::predict_by_blocks(test.against(train), alpha);
  outcome.predict_seconds = seconds_since(fitted);
  return outcome;
}

Outcome run_peer(const std::filesystem::path& folder) {
  Outcome outcome;
  run_peer_script("kernel_ridge_sklearn.py", folder, [&](const std::string& line) {
    std::istringstream words(line);
    std::string key;
    words >> key >> std::ws;
    if (key == "software") std::getline(words, outcome.software);
    if (key == "seconds") words >> outcome.fit_seconds >> outcome.predict_seconds;
    if (key == "peak_kib" && words >> outcome.peak_mib) outcome.peak_mib /= 1024.0;
  });
  return outcome;
}

/// 1e9 floating-point operations of the factorisation, the solution and the predictions.
double algebra_gigaflops(const Setup& setup) {
  const auto m = static_cast<double>(setup.train.n_rows), t = static_cast<double>(setup.test.n_rows);
  const auto q = static_cast<double>(kOutputs);
  return 1e-9 * (m * m * m / 3.0 + 2.0 * m * m * q + 2.0 * t * m * q);
}

/// Those of the Gram matrices' inner products (half of the training block), which our side does not compute
/// as such where the samples are bits.
double gram_gigaflops(const Setup& setup) {
  const auto m = static_cast<double>(setup.train.n_rows), t = static_cast<double>(setup.test.n_rows);
  return 1e-9 * (m * m + 2.0 * t * m) * static_cast<double>(setup.train.n_cols);
}

/// 1e9 operations per second of a large matrix product: the best of a few.
double dgemm_peak() {
  constexpr arma::uword kSize = 1500;
  const arma::mat A(kSize, kSize, arma::fill::ones);
  arma::mat product;
  double best = 0.0;
  for (int round = 0; round < 5; ++round) {
    const auto start = Clock::now();
    product = A * A;
    best = std::max(best, 2e-9 * std::pow(static_cast<double>(kSize), 3) / seconds_since(start));
  }
  return best;
}

void print_row(std::ostream& out, const std::string& what, const std::vector<Outcome>& outcomes, double ratio,
               double peak_mib) {
  std::vector<double> fit, predict, all;
  for (const Outcome& outcome : outcomes) {
    fit.push_back(outcome.fit_seconds);
    predict.push_back(outcome.predict_seconds);
    all.push_back(outcome.seconds());
  }
  out << fmt::format("{:<26}{:>10.2f}{:>10.2f}{:>10.2f}{:>10}{:>12.0f}\n", what, median(fit), median(predict),
                     median(all), ratio > 0.0 ? fmt::format("{:.1f}", ratio) : "", peak_mib);
}

double median_seconds(const std::vector<Outcome>& outcomes) {
  std::vector<double> all;
  for (const Outcome& outcome : outcomes) all.push_back(outcome.seconds());
  return median(all);
}

void print_share_of_peak(const Setup& setup, double seconds, std::ostream& out) {
  const double peak = dgemm_peak(), algebra = algebra_gigaflops(setup) / seconds;
  const double all = algebra + gram_gigaflops(setup) / seconds;
  out << fmt::format(
      "dgemm reaches {:.1f} GFlop/s here; ours {:.1f} ({:.0f} % of it) without the inner products"
      " of the Gram matrices, which are counted bits; {:.1f} ({:.0f} %) with them\n",
      peak, algebra, 100.0 * algebra / peak, all, 100.0 * all / peak);
}

/// Whether the two agree and the memory holds; the speed is only reported.
int report(const Setup& setup, const std::vector<Outcome>& ours, const std::vector<Outcome>& peer,
           double difference, std::ostream& out) {
  const double peak_mib = ours.front().peak_mib;
  if (!peer.empty()) {
    const double ratio = median_seconds(peer) / median_seconds(ours);
    out << "peer: " << peer.front().software << "\n";
    out << fmt::format("{:<26}{:>10}{:>10}{:>10}{:>10}{:>12}\n", "seconds", "fit", "predict", "both", "ratio",
                       "peak MiB");
    print_row(out, "KernelRidge", peer, 0.0, peer.front().peak_mib);
    print_row(out, "blocked_kernel_ridge", ours, ratio, peak_mib);
    out << fmt::format("ratio {:.1f} (target >= {}){}\n", ratio, kTargetRatio,
                       ratio >= kTargetRatio ? "" : "  missed");
    out << fmt::format("largest relative difference {:.1e} (target {:.0e})\n", difference, kTolerance);
  }
  print_share_of_peak(setup, median_seconds(ours), out);
  out << fmt::format("peak memory {:.0f} MiB (target < {:.0f})\n", peak_mib, kMaxPeakMiB);
  const bool agree = peer.empty() || difference <= kTolerance;  // false for NaN
  return agree && peak_mib < kMaxPeakMiB ? cli::kOk : cli::kRegression;
}

int run(std::ostream& out) {
  const Setup setup = make_setup();
  out << fmt::format(
      "Cubic kernel ridge regression: {} letters, {} pixels, {} outputs, predictions for {}; median of {}\n",
      setup.train.n_rows, setup.train.n_cols, kOutputs, setup.test.n_rows, kRounds);
  out << "letters: " << setup.source << "\n";
  const bool has_peer = has_python_module("sklearn");
  if (!has_peer) out << no_python_module_text("sklearn") << "\n";
  const testing::TemporaryFolder folder;
  if (has_peer) {
    data::write_npy(folder.path() / "train.npy", setup.train);
    data::write_npy(folder.path() / "test.npy", setup.test);
    data::write_npy(folder.path() / "targets.npy", setup.targets);
    data::write_npy(folder.path() / "settings.npy", {{static_cast<double>(kDegree), kOffset, kRidge}});
  }
  std::vector<Outcome> ours, peer;
  for (int round = 0; round < kRounds; ++round) {
    ours.push_back(run_ours(setup));
    // With the data and, on the way here, the text that they were read from.
    ours.back().peak_mib = static_cast<double>(run::peak_memory_kib()) / 1024.0;
    if (has_peer) peer.push_back(run_peer(folder.path()));
  }
  const double difference =
      has_peer ? largest_relative_difference(ours.front().predictions,
                                             read_peer_matrix(folder.path() / "predictions.csv"))
               : arma::datum::nan;
  return report(setup, ours, peer, difference, out);
}

}  // namespace

Benchmark make_ridge_scale_benchmark() {
  return {"ridge-scale",
          "kernel ridge regression on 4,617 OCR letters, predictions for 47,535, and scikit-learn", run};
}

}  // namespace preimage::experiments::benchmarks
