#include <algorithm>
#include <cmath>
#include <functional>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/benchmark.hpp"
#include "base/random.hpp"
#include "kernels/chi_square_kernel.hpp"
#include "kernels/chi_square_tables.hpp"

namespace preimage::base {
Benchmark make_chi_square_benchmark();  // called by the driver's generated table
}

namespace {

using preimage::base::Random;
using preimage::kernels::ChiSquareTables;
using preimage::kernels::FilledBin;

constexpr arma::uword kWords = 301, kLevels = 4, kCells = 1 + 4 + 9 + 16, kBins = kCells * kWords;
constexpr arma::uword kColumns = 17, kRows = 7;  // points of a window
constexpr arma::uword kSupport = 139, kWindows = 1000;
constexpr int kRounds = 5;
constexpr double kTolerance = 2e-3;  // on scores of about 1

/// A spatial pyramid of a grid of words, as shares of its points. Words of low number are frequent.
arma::rowvec random_pyramid(Random& random) {
  arma::rowvec histogram(kBins, arma::fill::zeros);
  for (arma::uword y = 0; y < kRows; ++y) {
    for (arma::uword x = 0; x < kColumns; ++x) {
      const arma::uword word = random.below(1 + random.below(kWords));
      arma::uword first = 0;
      for (arma::uword level = 1; level <= kLevels; first += level * level, ++level) {
        const arma::uword cell = first + y * level / kRows * level + x * level / kColumns;
        histogram(cell * kWords + word) += 1.0 / (kRows * kColumns);
      }
    }
  }
  return histogram;
}

arma::mat random_pyramids(arma::uword count, const std::string& purpose) {
  Random random(preimage::base::derive_seed({"chi-square", purpose}));
  arma::mat histograms(count, kBins);
  for (arma::uword i = 0; i < count; ++i) histograms.row(i) = random_pyramid(random);
  return histograms;
}

std::vector<std::vector<FilledBin>> filled_bins(const arma::mat& histograms) {
  std::vector<std::vector<FilledBin>> filled(histograms.n_rows);
  for (std::uint32_t bin = 0; bin < histograms.n_cols; ++bin) {
    for (arma::uword i = 0; i < histograms.n_rows; ++i) {
      if (histograms(i, bin) > 0.0) filled[i].push_back({bin, histograms(i, bin)});
    }
  }
  return filled;
}

/// Pair by pair over the window's filled bins, skipping those that the support vector has not.
double direct_score(const std::vector<FilledBin>& window, const arma::mat& support_columns,
                    const arma::vec& coefficients) {
  double score = 0.0;
  for (arma::uword i = 0; i < support_columns.n_cols; ++i) {
    const double* other = support_columns.colptr(i);
    double value = 0.0;
    for (const FilledBin& entry : window) {
      if (other[entry.bin] > 0.0) value += preimage::kernels::chi_square_term(entry.value, other[entry.bin]);
    }
    score += coefficients(i) * value;
  }
  return score;
}

/// For each filled bin all support vectors side by side: what a compiler makes vector instructions of.
double side_by_side_score(const std::vector<FilledBin>& window, const arma::mat& support,
                          const arma::vec& coefficients) {
  arma::vec values(support.n_rows, arma::fill::zeros);
  for (const FilledBin& entry : window) {
    const double* column = support.colptr(entry.bin);
    for (arma::uword i = 0; i < support.n_rows; ++i) {
      values[i] += 2.0 * entry.value * column[i] / (column[i] + entry.value);
    }
  }
  return arma::dot(values, coefficients);
}

struct Contender {
  std::string name;
  std::function<double(arma::uword window)> score;
};

int run(std::ostream& out) {
  const arma::mat support = random_pyramids(kSupport, "support"),
                  windows = random_pyramids(kWindows, "windows");
  const arma::mat support_columns = support.t(), window_columns = windows.t();
  const arma::vec coefficients(kSupport, arma::fill::value(1.0 / kSupport));
  const std::vector<std::vector<FilledBin>> filled = filled_bins(windows);
  const ChiSquareTables tables(support, coefficients, windows.max());
  const std::vector<Contender> contenders = {
      {"direct, pair by pair",
       [&](arma::uword w) { return direct_score(filled[w], support_columns, coefficients); }},
      {"direct, side by side",
       [&](arma::uword w) { return side_by_side_score(filled[w], support, coefficients); }},
      {"tables, all bins",
       [&](arma::uword w) { return tables.score(std::span<const double>(window_columns.colptr(w), kBins)); }},
      {"tables, filled bins",
       [&](arma::uword w) { return tables.score(std::span<const FilledBin>(filled[w])); }},
  };
  std::vector<arma::vec> scores(contenders.size(), arma::vec(kWindows));
  std::vector<std::function<void()>> actions;
  for (std::size_t c = 0; c < contenders.size(); ++c) {
    actions.emplace_back([&, c] {
      for (arma::uword w = 0; w < kWindows; ++w) scores[c](w) = contenders[c].score(w);
    });
  }
  const std::vector<double> seconds = preimage::base::interleaved_seconds(actions, kRounds);
  out << fmt::format("{} windows of {} bins against {} support vectors, median of {}\n", kWindows, kBins,
                     kSupport, kRounds);
  out << fmt::format("{:<24}{:>18}{:>10}{:>24}\n", "scores", "windows/s", "ratio", "largest difference");
  bool agree = true;
  for (std::size_t c = 0; c < contenders.size(); ++c) {
    const arma::vec differences = arma::abs(scores[c] - scores[0]);
    const double difference = differences.has_nan() ? std::nan("") : differences.max();
    agree = agree && difference <= kTolerance;  // false for NaN
    out << fmt::format("{:<24}{:>18.0f}{:>10.1f}{:>24.1e}\n", contenders[c].name, kWindows / seconds[c],
                       seconds[0] / seconds[c], difference);
  }
  if (!agree) out << fmt::format("The results differ by more than {}.\n", kTolerance);
  return agree ? 0 : 3;
}

}  // namespace

preimage::base::Benchmark preimage::base::make_chi_square_benchmark() {
  return {"chi-square-windows",
          "chi-square scores of windows: a table per bin against the sum over support vectors", run};
}
