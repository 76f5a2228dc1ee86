// How often rule 2 errs (suite/records/verdict.hpp), by numbers whose true difference is known.
#include <algorithm>
#include <cmath>
#include <functional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "experiments/benchmarks/benchmark.hpp"
#include "preimage/base/random.hpp"
#include "suite/config/config_error.hpp"
#include "suite/config/number.hpp"
#include "suite/records/verdict.hpp"

namespace preimage::experiments::benchmarks {

Benchmark make_verdicts_benchmark();  // called by the generated table

namespace {

using suite::records::Agreement;
using suite::records::Estimate;
using suite::records::Published;
using suite::records::RunsDraw;
using suite::records::SpreadKind;

constexpr int kDraws = 10000;
constexpr double kLevel = 0.05;
constexpr int kCounts[] = {1, 3, 5, 10, 50};
using Draw = std::function<double(base::Random&)>;

/// One way in which numbers come about. SDs are in units of ours; the step of the printed digits in standard
/// errors of the difference is 2 h.
struct Process {
  int printed_runs, our_runs;
  double ratio;                // SD of the paper's runs / SD of ours
  double half_digit, matters;  // in standard errors of the difference
  SpreadKind kind;
  Draw draw;  // mean 0, SD 1
};

struct Rates {
  double found = 0.0;       // |z| > 2 of two draws of one process
  double reproduced = 0.0;  // where the true difference is M
};

/// The mean of runs and its spread, as a paper prints them with so many digits.
Published printed_number(const std::vector<double>& runs, int digits, SpreadKind kind) {
  const auto printed = [&](double value) { return fmt::format("{:.{}f}", value, digits); };
  Published published;
  published.text = printed(suite::records::mean(runs));
  published.value = *suite::config::parse_decimal(published.text);
  published.runs = static_cast<int>(runs.size());
  published.runs_draw = RunsDraw::seeds;
  if (runs.size() < 2) return published;
  const double root = std::sqrt(static_cast<double>(runs.size()));
  published.spread_kind = kind;
  published.spread_text =
      printed(suite::records::standard_deviation(runs) / (kind == SpreadKind::standard_error ? root : 1.0));
  published.spread = *suite::config::parse_decimal(published.spread_text);
  return published;
}

Estimate our_number(const std::vector<double>& runs) {
  Estimate ours{suite::records::mean(runs), suite::records::standard_deviation(runs), 0.0,
                static_cast<int>(runs.size())};
  ours.draw = RunsDraw::seeds;
  return ours;
}

std::vector<double> drawn(const Process& process, int count, double mean, double sd, base::Random& random) {
  std::vector<double> values;
  for (int i = 0; i < count; ++i) values.push_back(mean + sd * process.draw(random));
  return values;
}

Rates measure(const Process& process, int draws, base::Random& random) {
  constexpr int kDigits = 3;
  constexpr double kStep = 1e-3;
  const double n = process.printed_runs, R = process.our_runs;
  const double in_ours =
      std::sqrt(process.ratio * process.ratio / n + 1.0 / R);  // standard error of the difference
  const double error = 0.5 * kStep / process.half_digit, sd = error / in_ours;
  Rates rates;
  for (int i = 0; i < draws; ++i) {
    const double truth = 100.0 * error + kStep * random.uniform();  // anywhere between two printed digits
    const std::vector<double> theirs =
                                  drawn(process, process.printed_runs, truth, process.ratio * sd, random),
                              mine = drawn(process, process.our_runs, truth, sd, random);
    Published published = printed_number(theirs, kDigits, process.kind);
    published.matters = process.matters * error;
    Estimate ours = our_number(mine);
    rates.found += std::abs(suite::records::judge(ours, published).z) > 2.0 ? 1.0 / draws : 0.0;
    ours.mean += *published.matters;
    rates.reproduced +=
        suite::records::judge(ours, published).agreement == Agreement::reproduced ? 1.0 / draws : 0.0;
  }
  return rates;
}

double normal(base::Random& random) {
  return random.gaussian();
}

/// Student's t with 3 degrees of freedom, and a lognormal distribution, both of mean 0 and SD 1.
double student(base::Random& random) {
  double squares = 0.0;
  for (int i = 0; i < 3; ++i) squares += std::pow(random.gaussian(), 2);
  return random.gaussian() / std::sqrt(squares);  // t / sqrt(3), whose variance is 3 / 3
}
double lognormal(base::Random& random) {
  const double e = std::exp(1.0);
  return (std::exp(random.gaussian()) - std::sqrt(e)) / std::sqrt(e * (e - 1.0));
}

/// The largest rates over ratios of SDs, printed digits and sizes of M.
Rates worst(int n, int R, const Draw& draw, int draws, base::Random& random,
            SpreadKind kind = SpreadKind::standard_deviation) {
  Rates largest;
  for (const double ratio : {1.0 / 3.0, 1.0, 3.0}) {
    if ((n == 1 || R == 1) && ratio != 1.0) continue;
    for (const double half_digit : {0.1, 1.0}) {
      for (const double matters : {4.0, 12.0}) {
        const Rates rates = measure({n, R, ratio, half_digit, matters, kind, draw}, draws, random);
        largest.found = std::max(largest.found, rates.found);
        largest.reproduced = std::max(largest.reproduced, rates.reproduced);
      }
    }
  }
  return largest;
}

/// Error of a nearest-mean classifier of two Gaussian classes on `test`, from `train`; samples are (class,
/// x).
using Samples = std::vector<std::pair<int, double>>;
Samples drawn_samples(std::size_t count, base::Random& random) {
  Samples samples;
  for (std::size_t i = 0; i < count; ++i)
    samples.emplace_back(static_cast<int>(i % 2), random.gaussian() + (i % 2 == 0 ? 0.0 : 1.0));
  return samples;
}
double learner_error(const Samples& samples, const std::vector<std::size_t>& order, std::size_t first,
                     std::size_t last) {
  double sums[2] = {}, counts[2] = {}, wrong = 0.0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i >= first && i < last) continue;
    const auto& [of_class, x] = samples[order[i]];
    sums[of_class] += x;
    counts[of_class] += 1.0;
  }
  for (std::size_t i = first; i < last; ++i) {
    const auto& [of_class, x] = samples[order[i]];
    const bool is_second = std::abs(x - sums[1] / counts[1]) < std::abs(x - sums[0] / counts[0]);
    wrong += is_second == (of_class == 1) ? 0.0 : 1.0;
  }
  return wrong / static_cast<double>(last - first);
}

constexpr std::size_t kSamples = 200, kFolds = 5, kSplits = 10;

/// Errors of five folds, or of ten splits in halves.
std::vector<double> errors_of(const Samples& samples, bool folds, base::Random& random) {
  std::vector<double> errors;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < (folds ? kFolds : kSplits); ++i) {
    if (!folds || i == 0) order = random.permutation(kSamples);
    const std::size_t first = folds ? i * kSamples / kFolds : 0;
    errors.push_back(learner_error(samples, order, first, first + kSamples / (folds ? kFolds : 2)));
  }
  return errors;
}

/// P(|z| > 2) of numbers of a real learner, of ten splits or five folds; both sides have the same samples, or
/// each its own.
double learner_rate(bool same_samples, bool folds, int draws, base::Random& random) {
  double found = 0.0;
  for (int i = 0; i < draws; ++i) {
    const Samples mine = drawn_samples(kSamples, random),
                  theirs = same_samples ? mine : drawn_samples(kSamples, random);
    const std::vector<double> a = errors_of(theirs, folds, random), b = errors_of(mine, folds, random);
    Published published = printed_number(a, 4, SpreadKind::standard_deviation);
    Estimate ours = our_number(b);
    if (folds) published.folds = std::exchange(published.runs, 1), ours.repetitions = 1;
    ours.folds = kFolds;
    ours.fold_sd = ours.sd;
    found += std::abs(suite::records::judge(ours, published).z) > 2.0 ? 1.0 / draws : 0.0;
  }
  return found;
}

void print_grid(std::ostream& out, const char* title, double Rates::*rate,
                const std::vector<std::vector<Rates>>& grid) {
  out << title << "\n  n \\ R";
  for (const int R : kCounts) out << fmt::format("{:>8}", R);
  for (std::size_t i = 0; i < grid.size(); ++i) {
    out << fmt::format("\n{:>7}", kCounts[i]);
    for (std::size_t j = 0; j < grid.size(); ++j)
      out << (i + j == 0 ? fmt::format("{:>8}", "-") : fmt::format("{:>7.1f}%", 100.0 * (grid[i][j].*rate)));
  }
  out << "\n\n";
}

/// words  the number of draws a cell, or nothing: kDraws
int run_verdicts(std::ostream& out, const std::vector<std::string>& words) {
  const long draws = words.empty() ? kDraws : suite::config::parse_integer(words.back()).value_or(0);
  if (draws < 100 || draws > kDraws * 100L || (words.size() != 2 && !words.empty()))
    throw suite::ConfigError("bench verdicts: expected --largest and a number of draws of at least 100");
  const int count = static_cast<int>(draws);
  base::Random random(base::derive_seed({"verdicts"}));
  std::vector<std::vector<Rates>> grid(std::size(kCounts), std::vector<Rates>(std::size(kCounts)));
  Rates largest;
  for (std::size_t i = 0; i < grid.size(); ++i) {
    for (std::size_t j = 0; j < grid.size(); ++j) {
      if (i + j == 0) continue;
      const Rates rates = grid[i][j] = worst(kCounts[i], kCounts[j], normal, count, random);
      largest = {std::max(largest.found, rates.found), std::max(largest.reproduced, rates.reproduced)};
    }
  }
  out << fmt::format(
      "rule 2, {} draws a cell: the largest rate over SD ratios 1/3, 1, 3, h of 0.1 and 1, M of 4 and 12 "
      "standard "
      "errors\n\n",
      count);
  print_grid(out, "claimed, at most 5 %: |z| > 2 of two draws of one process", &Rates::found, grid);
  print_grid(out, "claimed, at most 5 %: reproduced where the true difference is M", &Rates::reproduced,
             grid);
  out << "not claimed: |z| > 2 of one process; reproduced at M\n";
  for (const auto& [name, draw] :
       {std::pair<const char*, Draw>{"t with 3 degrees of freedom", student}, {"lognormal", lognormal}}) {
    for (const int runs : {3, 10, 50}) {
      const Rates rates = worst(runs, runs, draw, count, random);
      out << fmt::format("  {:<56}{:>6.1f}%{:>7.1f}%\n", fmt::format("{}, n = R = {}", name, runs),
                         100.0 * rates.found, 100.0 * rates.reproduced);
    }
  }
  const Rates coarse = worst(10, 1, normal, count, random, SpreadKind::standard_error);
  out << fmt::format("  {:<56}{:>6.1f}%{:>7.1f}%\n",
                     "normal, n = 10, R = 1, an SE with the digits of its mean", 100.0 * coarse.found,
                     100.0 * coarse.reproduced);
  for (const bool folds : {false, true}) {
    for (const bool same : {true, false})
      out << fmt::format("  {:<56}{:>6.1f}%\n",
                         fmt::format("nearest means, {}, {}", folds ? "5 folds" : "10 splits",
                                     same ? "the same 200 samples" : "200 samples each"),
                         100.0 * learner_rate(same, folds, count, random));
  }
  const double alone =
      measure({10, 10, 1.0, 0.1, 4.0, SpreadKind::standard_deviation, normal}, count, random).reproduced;
  out << "\nat least one of k readings reproduced where the true difference of each is M (n = R = 10)\n";
  for (const int readings : {1, 2, 5, 10})
    out << fmt::format("  k = {:<4}{:>6.1f}%\n", readings, 100.0 * (1.0 - std::pow(1.0 - alone, readings)));
  const double errors =
      count < kDraws ? 4.0 : 2.0;  // of fewer draws some of so many cells are above two by chance
  const double bar = kLevel + errors * std::sqrt(kLevel * (1.0 - kLevel) / count);
  const bool holds = largest.found <= bar && largest.reproduced <= bar;
  out << fmt::format("\nlargest claimed rates {:.1f}% and {:.1f}%, bar {:.1f}%: {}\n", 100.0 * largest.found,
                     100.0 * largest.reproduced, 100.0 * bar, holds ? "held" : "NOT HELD");
  return holds ? 0 : 3;
}

}  // namespace

Benchmark make_verdicts_benchmark() {
  Benchmark benchmark{"verdicts", "how often verdicts err: draws whose true difference is known", {}};
  benchmark.run_with = run_verdicts;
  return benchmark;
}

}  // namespace preimage::experiments::benchmarks
