// The nested cross-validation of USPS Table 2 with our KDE learner and with peers (peers/nested_cv_*.py):
// same digits, folds, grid, ties and centring, one thread each.
#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <memory>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "experiments/benchmarks/benchmark.hpp"
#include "experiments/benchmarks/benchmark_data.hpp"
#include "experiments/benchmarks/peer.hpp"
#include "experiments/shared/digits.hpp"
#include "preimage/base/random.hpp"
#include "preimage/kernels/label_kernels.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/linalg/gaussian.hpp"
#include "preimage/outputs/forms.hpp"
#include "preimage/regression/kernel_ridge.hpp"
#include "preimage/samples/folds.hpp"
#include "preimage/validation/nested_cross_validation.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/data/npy.hpp"
#include "suite/registry/learner_table.hpp"
#include "suite/study/loss_measure.hpp"
#include "suite/study/options.hpp"
#include "testing/temporary_folder.hpp"

namespace preimage::experiments::benchmarks {

using namespace suite;

Benchmark make_nested_cv_benchmark();  // called by the generated table

namespace {

using samples::Split;

constexpr int kRounds = 5;
constexpr std::size_t kFolds = 5;

/// What somebody could use instead of us.
struct Peer {
  const char* name;
  const char* script;
  const char* module;  // what it needs beside Python
};
/// The strongest first.
constexpr std::array kPeers = {
    Peer{"NumPy, closed form, one eigh per bandwidth", "nested_cv_numpy.py", "numpy"},
    Peer{"scikit-learn, precomputed Gram matrices", "nested_cv_sklearn_precomputed.py", "sklearn"},
    Peer{"scikit-learn, GridSearchCV(KernelRidge)", "nested_cv_sklearn.py", "sklearn"},
};
constexpr double kTolerance = 1e-8;  // of a decision value, relative to the largest of its sample
constexpr const char* kLearner =
    "{method: kernel_dependency_estimation,"
    " bandwidth: {inverse_two_sigma_squared: [1e-3, 1e-2, 1e-1, 1, 10, 100, 1000]},"
    " ridge: [1e-4, 1e-3, 1e-2, 1e-1, 1, 10]}";

struct OuterFold {
  Split split;
  std::vector<Split> inner;
};

struct Setup {
  data::Digits digits;
  std::string source;
  std::vector<OuterFold> folds;
  arma::mat samples;  // n x 3: class, outer fold, inner fold, for the peer
};

struct Outcome {
  double seconds = 0.0;
  std::vector<std::size_t> chosen;  // grid point per outer fold
  std::vector<int> labels;          // of the test samples, outer fold by outer fold
  arma::mat decisions;              // the same rows, a column per class
  std::string software;
};

Setup make_setup() {
  Setup setup;
  const auto load = [](const data::DataSource& source) { return shared::load_digits(source, {100, 0.8}); };
  auto [digits, source] = real_data_or_stand_in("USPS", "stroke_digits", load);
  setup.digits = std::move(digits);
  setup.source = std::move(source);
  const arma::uword n = setup.digits.pixels.n_rows;
  setup.samples.set_size(n, 3);
  for (arma::uword i = 0; i < n; ++i) setup.samples(i, 0) = setup.digits.labels[i];
  base::Random random(base::derive_seed({"nested-cv"}));
  const arma::uvec all = arma::regspace<arma::uvec>(0, n - 1);
  const auto parts = samples::cut_into_folds(all, kFolds, {}, random);
  for (Split& split : samples::make_splits(parts, samples::TrainOn::one_fold)) {
    const auto inner_parts = samples::cut_into_folds(split.train, kFolds, {}, random);
    for (std::size_t f = 0; f < kFolds; ++f) {
      for (arma::uword sample : inner_parts[f]) {
        setup.samples(sample, 1) = static_cast<double>(setup.folds.size());
        setup.samples(sample, 2) = static_cast<double>(f);
      }
    }
    split.test = arma::sort(split.test);  // the order of the peer's rows
    setup.folds.push_back({std::move(split), samples::make_splits(inner_parts, samples::TrainOn::the_rest)});
  }
  return setup;
}

samples::DataSet make_data(const data::Digits& digits) {
  return {
      outputs::with_input_kernel<kernels::Vectors>(std::make_shared<kernels::LinearKernel>(), digits.pixels),
      outputs::with_output_kernel<kernels::Labels>(std::make_shared<kernels::ClassKernel>(), digits.labels)};
}

std::unique_ptr<const validation::Learner> make_learner(const samples::DataSet& data) {
  const config::Value value = config::parse_value(kLearner, "nested-cv");
  return registry::parse_learner("kde", config::Reader(value)).build(data, nullptr);
}

/// Rows of 1 / (2 sigma^2) and ridge, in the learner's order of preference.
arma::mat grid_of(const validation::Learner& learner) {
  arma::mat grid(learner.grid_size(), 2);
  for (std::size_t g = 0; g < learner.grid_size(); ++g) {
    const base::Parameters parameters = learner.parameters(g);
    grid(g, 0) = 0.5 / (parameters.at(0).second * parameters.at(0).second);
    grid(g, 1) = parameters.at(1).second;
  }
  return grid;
}

/// From pixels to labels, as the driver does it.
Outcome run_ours(const Setup& setup) {
  Outcome outcome;
  const auto start = std::chrono::steady_clock::now();
  const samples::DataSet data = make_data(setup.digits);
  const auto learner = make_learner(data);
  const study::Measure loss =
      study::loss_measure("classification_loss", losses::zero_one_loss(), data.outputs);
  const validation::Criterion criterion = [&](const outputs::Prediction& prediction, const arma::uvec& test) {
    return loss.values(prediction, test).value();
  };
  for (const OuterFold& fold : setup.folds) {
    const validation::OuterFold result =
        validation::run_outer_fold(*learner, fold.split, fold.inner, criterion);
    outcome.chosen.push_back(result.choice.grid_point);
    for (arma::uword sample : std::get<outputs::Chosen>(result.prediction.value).samples) {
      outcome.labels.push_back(setup.digits.labels[sample]);
    }
  }
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return outcome;
}

/// What our learner's choices predict as numbers per class, which the learner itself keeps to itself.
arma::mat decisions_of(const Setup& setup, const samples::DataSet& data, const Outcome& outcome,
                       const arma::mat& grid) {
  arma::mat one_hot(setup.samples.n_rows, 10, arma::fill::zeros);
  for (arma::uword i = 0; i < one_hot.n_rows; ++i) {
    one_hot(i, static_cast<arma::uword>(setup.digits.labels[i])) = 1.0;
  }
  arma::mat decisions;
  for (std::size_t f = 0; f < kFolds; ++f) {
    const arma::uvec& train =
        setup.folds[f].split.train;  // no structured binding: a lambda below captures it
    const arma::uvec& test = setup.folds[f].split.test;
    const double sigma = 1.0 / std::sqrt(2.0 * grid(outcome.chosen[f], 0));
    const auto gram = [&](const arma::uvec& rows) -> arma::mat {
      const kernels::Points x = kernels::points_of(data.inputs);
      return linalg::gaussian_of_squared_distances(x.subset(rows).squared_distances(x.subset(train)), sigma);
    };
    const arma::mat smoother = regression::ridge_dual_operator(gram(train), regression::RidgeForm::plain,
                                                               grid(outcome.chosen[f], 1));
    const arma::mat weights = regression::with_centred_outputs(gram(test) * smoother);
    decisions = arma::join_cols(decisions, arma::mat(weights * one_hot.rows(train)));
  }
  return decisions;
}

void read_line(Outcome& outcome, const std::string& line) {
  std::istringstream words(line);
  std::string key;
  words >> key >> std::ws;
  if (key == "software") std::getline(words, outcome.software);
  if (key == "seconds") words >> outcome.seconds;
  std::size_t number = 0;
  while ((key == "chosen" || key == "labels") && words >> number) {
    if (key == "chosen") {
      outcome.chosen.push_back(number);
    } else {
      outcome.labels.push_back(static_cast<int>(number));
    }
  }
}

Outcome run_peer(const Peer& peer, const std::filesystem::path& folder) {
  Outcome outcome;
  run_peer_script(peer.script, folder, [&](const std::string& line) { read_line(outcome, line); });
  outcome.decisions = read_peer_matrix(folder / "decisions.csv");
  return outcome;
}

template <class T>
std::size_t count_equal(const std::vector<T>& a, const std::vector<T>& b) {
  std::size_t equal = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) equal += a[i] == b[i] ? 1 : 0;
  return equal;
}

/// Whether both sides say the same.
bool compare(const Setup& setup, const Outcome& ours, const Outcome& peer, std::ostream& out) {
  std::size_t tests = 0;
  for (const OuterFold& fold : setup.folds) tests += fold.split.test.n_elem;
  const std::size_t chosen = count_equal(ours.chosen, peer.chosen);
  const std::size_t labels = count_equal(ours.labels, peer.labels);
  const double difference = largest_relative_difference(ours.decisions, peer.decisions);
  out << fmt::format(
      "  chosen parameters {} of {} the same, labels {} of {}, decision values to {:.1e} (at most {:.0e})\n",
      chosen, kFolds, labels, tests, difference, kTolerance);
  return chosen == kFolds && labels == tests && difference <= kTolerance;  // false for NaN
}

/// The rounds of both sides in turn, the ratio of their medians, and whether they agree.
bool run_against(const Peer& peer, const Setup& setup, const std::filesystem::path& folder,
                 const arma::mat& grid, std::ostream& out) {
  Outcome ours = run_ours(setup);  // not counted: the peer warms up as well
  Outcome theirs;
  std::vector<double> our_seconds, peer_seconds;
  for (int round = 0; round < kRounds; ++round) {
    our_seconds.push_back(run_ours(setup).seconds);
    theirs = run_peer(peer, folder);
    peer_seconds.push_back(theirs.seconds);
  }
  ours.decisions = decisions_of(setup, make_data(setup.digits), ours, grid);
  out << fmt::format("{:<46}{:>10.3f}{:>10.3f}{:>10.1f}\n", peer.name, median(peer_seconds),
                     median(our_seconds), median(peer_seconds) / median(our_seconds));
  out << "  " << theirs.software << "\n";
  return compare(setup, ours, theirs, out);
}

int run(std::ostream& out) {
  const Setup setup = make_setup();
  const arma::mat grid = grid_of(*make_learner(make_data(setup.digits)));
  const testing::TemporaryFolder folder;
  data::write_npy(folder.path() / "pixels.npy", setup.digits.pixels);
  data::write_npy(folder.path() / "samples.npy", setup.samples);
  data::write_npy(folder.path() / "grid.npy", grid);
  out << fmt::format(
      "Nested cross-validation of {} digits smoothed by 0.8 pixel: {} x {} folds, {} grid points, one thread "
      "each, median of {}\n",
      setup.samples.n_rows, kFolds, kFolds, grid.n_rows, kRounds);
  out << "digits: " << setup.source << "\n";
  out << fmt::format("{:<46}{:>10}{:>10}{:>10}\n", "peer", "seconds", "ours", "ratio");
  bool agree = true;
  for (const Peer& peer : kPeers) {
    if (has_python_module(peer.module)) {
      agree = run_against(peer, setup, folder.path(), grid, out) && agree;
    } else {
      out << peer.name << ": " << no_python_module_text(peer.module) << "\n";
    }
  }
  return agree ? cli::kOk : cli::kRegression;
}

}  // namespace

Benchmark make_nested_cv_benchmark() {
  return {"nested-cv",
          "nested cross-validation of USPS Table 2: our KDE learner against NumPy and scikit-learn", run};
}

}  // namespace preimage::experiments::benchmarks
