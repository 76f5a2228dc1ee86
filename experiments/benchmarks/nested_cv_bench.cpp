// Nested cross-validation with our KDE learner and with peers (peers/nested_cv_*): same samples, folds, grid,
// ties and centring, one thread each.
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
#include "experiments/benchmarks/nested_cv_setup.hpp"
#include "experiments/benchmarks/peer.hpp"
#include "preimage/kernels/label_kernels.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/linalg/exponential.hpp"
#include "preimage/outputs/forms.hpp"
#include "preimage/regression/kernel_ridge.hpp"
#include "preimage/validation/nested_cross_validation.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/config/config_error.hpp"
#include "suite/data/npy.hpp"
#include "suite/registry/learner_table.hpp"
#include "suite/run/environment.hpp"
#include "suite/study/loss_measure.hpp"
#include "suite/study/options.hpp"
#include "testing/temporary_folder.hpp"

namespace preimage::experiments::benchmarks {

using namespace suite;

Benchmark make_nested_cv_benchmark();  // called by the generated table

namespace {

/// What a user could take in our place.
struct Peer {
  const char* name;
  const char* script;
  const char* needs;    // a module of Python
  std::size_t largest;  // training samples beyond which it takes too long
  std::size_t whole;    // the same with --whole
};
constexpr std::size_t kAny = 1'000'000;
/// The strongest first.
constexpr std::array kPeers = {
    Peer{"NumPy, closed form, one eigh per bandwidth", "nested_cv_numpy.py", "numpy", kAny, kAny},
    Peer{"scikit-learn, precomputed Gram matrices", "nested_cv_sklearn_precomputed.py", "sklearn", 2000,
         kAny},
    Peer{"scikit-learn, GridSearchCV(KernelRidge)", "nested_cv_sklearn.py", "sklearn", 1000, 1000},
    Peer{"NumPy with our algebra (no target)", "nested_cv_numpy_ours.py", "scipy", 2000, kAny},
};
constexpr double kTolerance = 1e-8;  // of a decision value, relative to the largest of its sample
constexpr const char* kLearner =
    "{method: kernel_dependency_estimation,"
    " bandwidth: {inverse_two_sigma_squared: [1e-3, 1e-2, 1e-1, 1, 10, 100, 1000]},"
    " ridge: [1e-4, 1e-3, 1e-2, 1e-1, 1, 10]}";

struct Answers {
  double seconds = 0.0;
  std::vector<std::size_t> chosen;  // grid point per outer fold
  std::vector<int> labels;          // of the test samples, outer fold by outer fold
  arma::mat decisions;              // the same rows, a column per class
  std::string software;
};

samples::DataSet make_data(const NestedSetup& setup) {
  return {
      outputs::with_input_kernel<kernels::Vectors>(std::make_shared<kernels::LinearKernel>(), setup.inputs),
      outputs::with_output_kernel<kernels::Labels>(std::make_shared<kernels::ClassKernel>(), setup.labels)};
}

std::unique_ptr<const validation::Learner> make_learner(const samples::DataSet& data) {
  const config::Value value = config::parse_value(kLearner, "nested-cv");
  return registry::parse_learner("kde", config::Reader(value)).build(data);
}

/// Rows of 1 / (2 sigma^2) and ridge, in the learner's order of preference.
arma::mat grid_of(const validation::Learner& learner) {
  arma::mat grid(learner.grid().size(), 2);
  for (std::size_t g = 0; g < learner.grid().size(); ++g) {
    const base::Parameters parameters = learner.grid()[g];
    grid(g, 0) = 0.5 / (parameters.at(0).second * parameters.at(0).second);
    grid(g, 1) = parameters.at(1).second;
  }
  return grid;
}

/// From pixels to labels, as the driver does it.
Answers run_ours(const NestedSetup& setup) {
  Answers outcome;
  const auto start = std::chrono::steady_clock::now();
  const samples::DataSet data = make_data(setup);
  const auto learner = make_learner(data);
  const study::Measure loss =
      study::loss_measure("classification_loss", losses::zero_one_loss(), data.outputs);
  const validation::Criterion criterion = [&](const outputs::Prediction& prediction, const arma::uvec& test) {
    return loss.values(prediction, test).value();
  };
  for (const NestedFold& fold : setup.folds) {
    const validation::OuterFold result =
        validation::run_outer_fold(*learner, fold.split, fold.inner, criterion);
    outcome.chosen.push_back(result.choice.grid_point);
    for (arma::uword sample : std::get<outputs::Chosen>(result.prediction.value).samples) {
      outcome.labels.push_back(setup.labels[sample]);
    }
  }
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return outcome;
}

/// What our learner's choices predict as numbers per class, which the learner itself keeps to itself.
arma::mat decisions_of(const NestedSetup& setup, const samples::DataSet& data, const Answers& outcome,
                       const arma::mat& grid) {
  const int last = *std::max_element(setup.labels.begin(), setup.labels.end());
  arma::mat one_hot(setup.labels.size(), static_cast<arma::uword>(last) + 1, arma::fill::zeros);
  for (arma::uword i = 0; i < one_hot.n_rows; ++i) {
    one_hot(i, static_cast<arma::uword>(setup.labels[i])) = 1.0;
  }
  arma::mat decisions;
  for (std::size_t f = 0; f < setup.folds.size(); ++f) {
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

void read_line(Answers& outcome, const std::string& line) {
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

Answers run_peer(const Peer& peer, const std::filesystem::path& folder) {
  Answers outcome;
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
bool compare(const Answers& ours, const Answers& theirs, std::ostream& out) {
  const std::size_t tests = ours.labels.size(), folds = ours.chosen.size();
  const std::size_t chosen = count_equal(ours.chosen, theirs.chosen);
  const std::size_t labels = count_equal(ours.labels, theirs.labels);
  const double difference = largest_relative_difference(ours.decisions, theirs.decisions);
  out << fmt::format(
      "  chosen parameters {} of {} the same, labels {} of {}, decision values to {:.1e} (at most {:.0e})\n",
      chosen, folds, labels, tests, difference, kTolerance);
  return chosen == folds && labels == tests && difference <= kTolerance;  // false for NaN
}

/// Why the peer is left out; nothing where it runs.
std::string why_left_out(const Peer& peer, std::size_t n_train, bool whole) {
  const std::size_t largest = whole ? peer.whole : peer.largest;
  if (n_train > largest)
    return fmt::format("left out beyond {} training samples{}", largest,
                       peer.whole > largest ? " without --whole" : "");
  return has_python_module(peer.needs) ? "" : no_python_module_text(peer.needs);
}

/// What peers read.
void write_job(const NestedSetup& setup, const arma::mat& grid, const std::filesystem::path& folder) {
  data::write_npy(folder / "inputs.npy", setup.inputs);
  data::write_npy(folder / "classes.npy", arma::conv_to<arma::vec>::from(setup.labels));
  data::write_npy(folder / "folds.npy", setup.fold_table());
  data::write_npy(folder / "grid.npy", grid);
}

struct Timed {
  const Peer* peer;
  std::vector<double> seconds = {};
  Answers outcome = {};
};

/// The row of a peer, and whether it agrees with us.
bool print_row(const Timed& timed, const Answers& ours, double our_seconds, std::ostream& out) {
  const double seconds = median(timed.seconds);
  out << fmt::format("{:<46}{:>10.3f}{:>10.3f}{:>10.1f}\n  {}\n", timed.peer->name, seconds, our_seconds,
                     seconds / our_seconds, timed.outcome.software);
  const bool agrees = compare(ours, timed.outcome, out);
  out.flush();
  return agrees;
}

/// We and every peer in turn, round by round; the ratios of medians, each as soon as it is known, and whether all agree.
bool run_job(const NestedJob& job, bool whole, const NestedSetup& setup, std::ostream& out) {
  const int rounds = whole ? job.whole_rounds : job.rounds;
  out << fmt::format("\n{} ({}): {} x {} folds, {} of {}\n", setup.title, setup.source, setup.folds.size(),
                     kNestedFolds, rounds > 1 ? "median" : "one run", rounds);
  const testing::TemporaryFolder folder;
  const arma::mat grid = grid_of(*make_learner(make_data(setup)));
  write_job(setup, grid, folder.path());
  std::vector<Timed> peers;
  for (const Peer& peer : kPeers) {
    const std::string why = why_left_out(peer, job.n_train, whole);
    if (why.empty())
      peers.push_back({&peer});
    else
      out << peer.name << ": " << why << "\n";
  }
  out << fmt::format("{:<46}{:>10}{:>10}{:>10}\n", "peer", "seconds", "ours", "ratio") << std::flush;
  if (rounds > 1) run_ours(setup);  // not counted: peers warm up as well
  std::vector<double> our_seconds;
  bool agree = true;
  for (int round = 1; round <= rounds; ++round) {
    Answers ours = run_ours(setup);
    our_seconds.push_back(ours.seconds);
    if (round == rounds) ours.decisions = decisions_of(setup, make_data(setup), ours, grid);
    for (Timed& timed : peers) {
      timed.outcome = run_peer(*timed.peer, folder.path());
      timed.seconds.push_back(timed.outcome.seconds);
      if (round == rounds) agree = print_row(timed, ours, median(our_seconds), out) && agree;
    }
  }
  return agree;
}

/// words  --whole, or nothing
int run_nested_cv(std::ostream& out, const std::vector<std::string>& words) {
  const bool whole = words == std::vector<std::string>{"--whole"};
  if (!whole && !words.empty()) throw ConfigError("bench nested-cv: takes no option but --whole");
  out << suite::run::core_type_text()
      << "\nNested cross-validation over 42 grid points (7 bandwidths x 6 ridges), one thread each, we and "
         "the "
         "peers in turn\n";
  bool agree = true;
  for (const NestedJob& job : nested_jobs()) {
    std::string skipped;
    if (std::optional<NestedSetup> setup = job.make(skipped)) {
      if (!whole) setup->folds.resize(std::min(setup->folds.size(), job.folds));
      agree = run_job(job, whole, *setup, out) && agree;
    } else {
      out << "\n" << skipped << "\n";
    }
    out.flush();
  }
  return agree ? cli::kOk : cli::kRegression;
}

}  // namespace

Benchmark make_nested_cv_benchmark() {
  return {"nested-cv",
          "nested cross-validation at 200 to 3,694 training samples: our KDE learner against NumPy "
          "and scikit-learn; --whole",
          {},
          run_nested_cv};
}

}  // namespace preimage::experiments::benchmarks
