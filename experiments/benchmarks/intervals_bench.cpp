// How often 95 % intervals hold the error of the model that is fitted to all samples: draws of four
// generators, and fresh samples of each that tell the error.
#include <cmath>
#include <ctime>
#include <functional>
#include <numbers>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "experiments/benchmarks/benchmark.hpp"
#include "preimage/base/random.hpp"
#include "preimage/base/tiles.hpp"
#include "preimage/linalg/distances.hpp"
#include "preimage/linalg/exponential.hpp"
#include "preimage/regression/kernel_ridge.hpp"
#include "preimage/samples/folds.hpp"
#include "suite/config/config_error.hpp"
#include "suite/config/number.hpp"
#include "suite/records/paired_differences.hpp"
#include "suite/records/verdict.hpp"
#include "suite/results/nested_interval.hpp"
#include "suite/study/draws.hpp"

namespace preimage::experiments::benchmarks {

Benchmark make_intervals_benchmark();  // called by the generated table

namespace {

using suite::results::Interval;
using suite::results::NestedLosses;

constexpr int kDraws = 500;
constexpr std::size_t kFolds = 10, kCuts = 50, kThreads = 2;
constexpr arma::uword kFresh = 20000, kBlock = 1000;
constexpr double kLeastCoverage = 0.93;

struct Samples {
  arma::mat X;
  arma::vec y;
};

enum class Loss { squared, absolute, zero_one };  // zero_one: of the sign, where y is -1 or 1

/// Samples, and kernel ridge regression of them without an intercept.
struct Generator {
  const char* name;
  arma::uword n;
  std::function<Samples(arma::uword count, base::Random&)> draw;
  std::function<arma::mat(const arma::mat& A, const arma::mat& B)> kernel;
  double ridge;
  std::vector<Loss> losses;
};

arma::mat normal_rows(arma::uword count, arma::uword columns, base::Random& random) {
  arma::mat X(count, columns);
  X.imbue([&] { return random.gaussian(); });
  return X;
}

/// y = x' b + noise of SD 1, where the first `nonzero` entries of b are `size`.
Samples linear(arma::uword count, arma::uword columns, arma::uword nonzero, double size,
               base::Random& random) {
  arma::mat X = normal_rows(count, columns, random);
  arma::vec y = size * arma::sum(X.head_cols(nonzero), 1);
  for (double& value : y) value += random.gaussian();
  return {std::move(X), std::move(y)};
}

/// Two classes, equally often, whose means in 20 dimensions lie 2 SDs apart: the best rule errs on 15.9 %.
Samples two_classes(arma::uword count, base::Random& random) {
  arma::mat X = normal_rows(count, 20, random);
  arma::vec y(count);
  for (double& side : y) side = random.below(2) == 0 ? -1.0 : 1.0;
  X.col(0) += y;
  return {std::move(X), std::move(y)};
}

/// The first function of Friedman (1991), 10 dimensions of which 5 matter, noise of SD 1.
Samples friedman(arma::uword count, base::Random& random) {
  arma::mat X(count, 10);
  X.imbue([&] { return random.uniform(); });
  arma::vec y = 10.0 * arma::sin(std::numbers::pi * X.col(0) % X.col(1)) +
                20.0 * arma::square(X.col(2) - 0.5) + 10.0 * X.col(3) + 5.0 * X.col(4);
  for (double& value : y) value += random.gaussian();
  return {std::move(X), std::move(y)};
}

arma::mat dot_products(const arma::mat& A, const arma::mat& B) {
  return A * B.t();
}

/// A constant, in place of the intercept, and a Gaussian of width 1.
arma::mat gaussian_with_constant(const arma::mat& A, const arma::mat& B) {
  return 1.0 + linalg::gaussian_of_squared_distances(linalg::squared_euclidean_distances(A, B), 1.0);
}

std::vector<Generator> generators() {
  const auto dense = [](arma::uword n, base::Random& random) {
    return linear(n, 20, 20, 1.0 / std::sqrt(20.0), random);
  };
  const auto sparse = [](arma::uword n, base::Random& random) { return linear(n, 1000, 4, 1.0, random); };
  const std::vector<Loss> of_numbers = {Loss::squared, Loss::absolute};
  return {{"linear, n 100, p 20, ridge 1", 100, dense, dot_products, 1.0, of_numbers},
          {"sparse linear, n 90, p 1000, ridge 1000", 90, sparse, dot_products, 1000.0, of_numbers},
          {"two classes, n 100, p 20, ridge 1", 100, two_classes, dot_products, 1.0, {Loss::zero_one}},
          {"Friedman 1, n 100, p 10, Gaussian, ridge 0.1", 100, friedman, gaussian_with_constant, 0.1,
           of_numbers}};
}

/// What is predicted of some samples, and their outputs.
struct Tested {
  arma::vec predicted, y;
};

std::vector<double> losses(Loss loss, const Tested& of) {
  std::vector<double> values;
  for (arma::uword i = 0; i < of.y.n_elem; ++i) {
    const double p = of.predicted(i), y = of.y(i);
    if (loss == Loss::zero_one)
      values.push_back((p > 0.0) != (y > 0.0) ? 1.0 : 0.0);
    else
      values.push_back(loss == Loss::squared ? (p - y) * (p - y) : std::abs(p - y));
  }
  return values;
}

/// Of one draw and one loss.
struct Outcome {
  double truth = 0.0;
  Interval nested, corrected, naive;
};

Outcome outcome_of(double truth, const std::vector<NestedLosses>& cuts) {
  std::vector<double> means, plain;  // plain: of the first cut
  for (const NestedLosses& cut : cuts) {
    for (const std::vector<double>& fold : cut.folds) {
      means.push_back(suite::records::mean(fold));
      if (&cut == cuts.data()) plain.insert(plain.end(), fold.begin(), fold.end());
    }
  }
  const auto corrected = suite::records::corrected_resampled_t_test(means, 1.0 / (kFolds - 1.0));
  const double mean = suite::records::mean(plain), n = static_cast<double>(plain.size());
  const double half = 1.96 * suite::records::standard_deviation(plain) / std::sqrt(n);
  return {truth,
          suite::results::nested_interval(cuts),
          {corrected.low, corrected.high},
          {mean - half, mean + half}};
}

/// Of one draw, by loss.
std::vector<Outcome> outcomes_of(const Generator& of, base::Random& random) {
  const Samples samples = of.draw(of.n, random);
  const arma::mat G = regression::ridge_dual_operator(of.kernel(samples.X, samples.X),
                                                      regression::RidgeForm::plain, of.ridge);
  const auto all = arma::regspace<arma::uvec>(0, of.n - 1);
  std::vector<std::vector<NestedLosses>> cuts(of.losses.size(), std::vector<NestedLosses>(kCuts));
  for (std::size_t c = 0; c < kCuts; ++c) {
    const auto add = [&](const samples::Split& split, auto NestedLosses::*part) {
      const Tested one{regression::held_out_weights(G, split.test, split.train) * samples.y(split.train),
                       samples.y(split.test)};
      for (std::size_t l = 0; l < cuts.size(); ++l) (cuts[l][c].*part).push_back(losses(of.losses[l], one));
    };
    const std::vector<samples::Split> folds =
        samples::make_splits(samples::cut_into_folds(all, kFolds, {}, random), samples::TrainOn::the_rest);
    for (const samples::Split& fold : folds) add(fold, &NestedLosses::folds);
    for (const suite::study::FoldPair& pair : suite::study::fold_pairs(kFolds))
      add(suite::study::without_pair(folds, pair), &NestedLosses::pairs);
  }
  const arma::vec coefficients = G * samples.y;
  std::vector<double> truths(cuts.size());
  for (arma::uword done = 0; done < kFresh; done += kBlock) {
    const Samples fresh = of.draw(kBlock, random);
    const Tested one{of.kernel(fresh.X, samples.X) * coefficients, fresh.y};
    for (std::size_t l = 0; l < cuts.size(); ++l)
      truths[l] += suite::records::mean(losses(of.losses[l], one)) * kBlock / kFresh;
  }
  std::vector<Outcome> outcomes;
  for (std::size_t l = 0; l < cuts.size(); ++l) outcomes.push_back(outcome_of(truths[l], cuts[l]));
  return outcomes;
}

/// How often an interval holds the truth, and its width on average.
struct Rate {
  double coverage = 0.0, width = 0.0;
};

Rate rate_of(const std::vector<std::vector<Outcome>>& draws, std::size_t loss, Interval Outcome::*interval) {
  Rate rate;
  for (const std::vector<Outcome>& draw : draws) {
    const Outcome& one = draw[loss];
    const double low = (one.*interval).low, high = (one.*interval).high;
    rate.coverage += low <= one.truth && one.truth <= high ? 1.0 / static_cast<double>(draws.size()) : 0.0;
    rate.width += (high - low) / static_cast<double>(draws.size());
  }
  return rate;
}

/// words  the number of draws of a generator, or nothing: kDraws
int run_intervals(std::ostream& out, const std::vector<std::string>& words) {
  const long count = words.empty() ? kDraws : suite::config::parse_integer(words.back()).value_or(0);
  if (count < 1 || count > kDraws || (words.size() != 2 && !words.empty()))
    throw suite::ConfigError(
        fmt::format("bench intervals: expected --largest and a number of draws, 1 to {}", kDraws));
  out << fmt::format(
      "{} draws of each generator, {} cuts into {} folds, truth from {} fresh samples\n"
      "coverage of 95 % intervals, and mean widths in those of the naive one\n\n"
      "{:<48}{:>10}{:>8}{:>7}{:>11}{:>7}{:>7}\n",
      count, kCuts, kFolds, kFresh, "generator", "loss", "nested", "width", "corrected", "width", "naive");
  bool holds = true;
  for (const Generator& generator : generators()) {
    std::vector<std::vector<Outcome>> draws(static_cast<std::size_t>(count));
    base::for_each_tile(draws.size(), kThreads, [&](std::size_t d) {
      base::Random random(base::derive_seed({"intervals", generator.name, std::to_string(d)}));
      draws[d] = outcomes_of(generator, random);
    });
    for (std::size_t l = 0; l < generator.losses.size(); ++l) {
      const Rate nested = rate_of(draws, l, &Outcome::nested),
                 corrected = rate_of(draws, l, &Outcome::corrected),
                 naive = rate_of(draws, l, &Outcome::naive);
      constexpr const char* kNames[] = {"squared", "absolute", "0/1"};
      out << fmt::format("{:<48}{:>10}{:>7.1f}%{:>7.2f}{:>10.1f}%{:>7.2f}{:>6.1f}%\n", generator.name,
                         kNames[static_cast<int>(generator.losses[l])], 100.0 * nested.coverage,
                         nested.width / naive.width, 100.0 * corrected.coverage,
                         corrected.width / naive.width, 100.0 * naive.coverage)
          << std::flush;
      holds = holds && nested.coverage >= kLeastCoverage;
    }
  }
  const double minutes = static_cast<double>(std::clock()) / CLOCKS_PER_SEC / 60.0;
  out << fmt::format("\nnested at least {:.0f} % everywhere: {}; {:.1f} minutes of CPU in {} threads\n",
                     100.0 * kLeastCoverage, holds ? "yes" : "NO", minutes, kThreads);
  return holds ? 0 : 3;
}

}  // namespace

Benchmark make_intervals_benchmark() {
  Benchmark benchmark{
      "intervals", "how often 95 % intervals hold the error of the model fitted to all samples", {}};
  benchmark.run_with = run_intervals;
  return benchmark;
}

}  // namespace preimage::experiments::benchmarks
