// Pre-images of 100 noisy digits by each decoder, against fminsearch's simplex search and against
// scikit-learn's KernelPCA.
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "experiments/benchmarks/benchmark.hpp"
#include "experiments/benchmarks/benchmark_data.hpp"
#include "experiments/benchmarks/peer.hpp"
#include "experiments/digit_denoising/noisy_digits.hpp"
#include "preimage/decoders/distance_constraint.hpp"
#include "preimage/decoders/fixed_point.hpp"
#include "preimage/decoders/gradient_descent.hpp"
#include "preimage/decoders/learned_preimage.hpp"
#include "preimage/decoders/nelder_mead.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/outputs/kernel_pca.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/data/npy.hpp"
#include "suite/study/options.hpp"
#include "testing/temporary_folder.hpp"

namespace preimage::experiments::benchmarks {

using namespace suite;

Benchmark make_preimage_benchmark();  // called by the generated table

namespace {

using namespace digit_denoising;

constexpr int kRounds = 7;
constexpr double kSigma = 8.0;
constexpr arma::uword kComponents = 80;
constexpr arma::uword kSlowDigits = 2;  // that the simplex search is timed on
constexpr double kTolerance = 1e-8;
constexpr double kTargetLearned = 1000.0;
constexpr double kTargetPeer = 2.0;

struct Setup {
  arma::mat train, test;  // clean digits; noisy ones
  std::string source;
};

Setup make_setup() {
  const auto draw = [](const data::DataSource& source) {
    base::Random random(base::derive_seed({"preimage"}));
    return draw_noisy_digits(source, {20, 0.75}, {}, random);
  };
  const auto [digits, source] = real_data_or_stand_in("USPS", "stroke_digits", draw);
  // Which digits they are does not matter to the time.
  return {digits.clean.pixels.head_rows(100), digits.observed.tail_rows(100), source};
}

/// What every decoder starts from.
struct Projection {
  arma::mat L, coordinates, weights;
  outputs::KernelPca pca;
  explicit Projection(const Setup& setup)
      : L(kernels::GaussianKernel(kSigma).gram(setup.train)), pca(L, {kComponents, {}}) {
    coordinates = pca.project(kernels::GaussianKernel(kSigma).cross_gram(setup.test, setup.train));
    weights = regression::with_centred_outputs(pca.expansion(coordinates));
  }
};

/// Kernel PCA, the learned map and 100 denoised digits, with scikit-learn's settings.
arma::mat denoise_as_sklearn(const Setup& setup) {
  const Projection projection(setup);
  const decoders::LearnedPreimage map(projection.pca.coordinates(), setup.train, {kSigma, 1.0});
  return map(projection.coordinates);
}

void time_decoders(const Setup& setup, std::ostream& out) {
  const Projection projection(setup);
  const decoders::GaussianObjective objective(projection.weights, setup.train, kSigma);
  const decoders::GaussianObjective few(projection.weights.head_rows(kSlowDigits), setup.train, kSigma);
  const arma::mat& L = projection.L;
  const std::vector<std::pair<std::string, std::function<void()>>> contenders = {
      {"Nelder-Mead (fminsearch)", [&] { decoders::nelder_mead(few, L, setup.test.head_rows(kSlowDigits)); }},
      {"learned map, with its fit",
       [&] {
         decoders::LearnedPreimage(projection.pca.coordinates(), setup.train,
                                   {1.0, 1.0})(projection.coordinates);
       }},
      {"distance constraint", [&] { decoders::distance_constraint(objective, L, 10); }},
      {"fixed point",
       [&] { decoders::fixed_point(projection.weights, setup.train, kSigma, setup.test, {5000}); }},
      {"gradient descent (L-BFGS)", [&] { decoders::gradient_descent(objective, setup.test); }},
  };
  std::vector<std::function<void()>> actions;
  for (const auto& [name, action] : contenders) actions.push_back(action);
  const std::vector<double> seconds = interleaved_seconds(actions, kRounds);
  out << fmt::format("{:<36}{:>16}{:>12}{:>10}\n", "decoder", "us per digit", "ratio", "target");
  const double slowest = seconds[0] / static_cast<double>(kSlowDigits);
  for (std::size_t c = 0; c < contenders.size(); ++c) {
    const double per_digit = c == 0 ? slowest : seconds[c] / static_cast<double>(setup.test.n_rows);
    const bool has_target = c == 1;
    out << fmt::format("{:<36}{:>16.1f}{:>12.1f}{:>10}{}\n", contenders[c].first, 1e6 * per_digit,
                       slowest / per_digit, has_target ? fmt::format("> {}", kTargetLearned) : "",
                       has_target && slowest / per_digit <= kTargetLearned ? "  missed" : "");
  }
}

int compare_with_sklearn(const Setup& setup, std::ostream& out) {
  if (!has_python_module("sklearn")) {
    out << no_python_module_text("sklearn") << "\n";
    return cli::kOk;
  }
  const testing::TemporaryFolder folder;
  data::write_npy(folder.path() / "train.npy", setup.train);
  data::write_npy(folder.path() / "test.npy", setup.test);
  const arma::mat settings = {{1.0 / (2.0 * kSigma * kSigma), static_cast<double>(kComponents), kRounds}};
  data::write_npy(folder.path() / "settings.npy", settings);
  std::string software;
  std::vector<double> ours, theirs;
  for (int round = 0; round < 3; ++round) {
    ours.push_back(interleaved_seconds({[&] { denoise_as_sklearn(setup); }}, kRounds).front());
    run_peer_script("preimage_sklearn.py", folder.path(), [&](const std::string& line) {
      if (line.rfind("software ", 0) == 0) software = line.substr(9);
      if (line.rfind("seconds ", 0) == 0) theirs.push_back(std::stod(line.substr(8)));
    });
  }
  const double difference = largest_relative_difference(denoise_as_sklearn(setup),
                                                        read_peer_matrix(folder.path() / "denoised.csv"));
  const double ratio = median(theirs) / median(ours);
  out << fmt::format("\nfit and 100 digits, kappa = the kernel, ridge 1, one thread each; peer: {}\n",
                     software);
  out << fmt::format("{:<36}{:>16}{:>12}{:>10}\n", "what", "ms", "ratio", "target");
  out << fmt::format("{:<36}{:>16.3f}\n", "KernelPCA(fit_inverse_transform)", 1e3 * median(theirs));
  out << fmt::format("{:<36}{:>16.3f}{:>12.1f}{:>10}{}\n", "kernel PCA and learned map", 1e3 * median(ours),
                     ratio, fmt::format(">= {}", kTargetPeer), ratio >= kTargetPeer ? "" : "  missed");
  out << fmt::format("largest relative difference {:.1e} (target {:.0e})\n", difference, kTolerance);
  return difference <= kTolerance ? cli::kOk : cli::kRegression;  // false for NaN
}

int run(std::ostream& out) {
  const Setup setup = make_setup();
  out << fmt::format(
      "Pre-images of 100 noisy digits, {} kPCA components of 100 digits, median of {}; digits: {}\n",
      kComponents, kRounds, setup.source);
  time_decoders(setup, out);
  return compare_with_sklearn(setup, out);
}

}  // namespace

Benchmark make_preimage_benchmark() {
  return {"preimage",
          "pre-images of noisy digits: each decoder against fminsearch's search, and scikit-learn", run};
}

}  // namespace preimage::experiments::benchmarks
