#include "kernels/chi_square_tables.hpp"

#include <doctest/doctest.h>

#include "base/error.hpp"
#include "kernels/chi_square_kernel.hpp"
#include "kernels/testing_histograms.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

using preimage::DataError;
using preimage::NumericalError;
using preimage::testing::gaussian_matrix;
using preimage::testing::is_close;
using preimage::testing::sparse_histograms;
using preimage::testing::thrown_message;
namespace kernels = preimage::kernels;

namespace {

constexpr double kFloat = 1e-6;  // what floats leave of sums of a few terms of order 1

std::vector<kernels::FilledBin> filled_bins(const arma::rowvec& histogram) {
  std::vector<kernels::FilledBin> filled;
  for (std::uint32_t bin = 0; bin < histogram.n_elem; ++bin) {
    if (histogram(bin) > 0.0) filled.push_back({bin, histogram(bin)});
  }
  return filled;
}

}  // namespace

TEST_CASE("scores are those of the kernel expansion, to the bound per filled bin, in either form") {
  const arma::mat support = sparse_histograms(30, 25, 1);
  const arma::mat windows = sparse_histograms(200, 25, 2);
  const arma::vec signs = gaussian_matrix(30, 1, 3).col(0);
  for (const arma::vec& coefficients : {arma::vec(arma::abs(signs)), signs}) {
    const arma::vec direct = kernels::ChiSquareKernel().cross_gram(windows, support) * coefficients;
    for (const std::uint32_t intervals : {1U, 4U, 32U, 256U}) {
      CAPTURE(intervals);
      const kernels::ChiSquareTables tables(support, coefficients, 1.0, intervals);
      CHECK(is_close(tables.error_per_bin(),
                     arma::accu(arma::abs(coefficients)) / (2.0 * intervals * intervals), 1e-12));
      for (arma::uword t = 0; t < windows.n_rows; ++t) {
        const arma::rowvec window = windows.row(t);
        const auto filled = filled_bins(window);
        const double score = tables.score(std::span<const kernels::FilledBin>(filled));
        const double bound = tables.error_per_bin() * static_cast<double>(filled.size());
        CHECK(is_close(score, direct(t), 0.0, bound + kFloat));
        CHECK(tables.score(std::span<const double>(window.memptr(), window.n_elem)) == score);
      }
    }
  }
}

TEST_CASE("the bound holds for supports of every size, and not for a tenth of it") {
  constexpr std::uint32_t kIntervals = 8;
  double largest_share = 0.0;
  for (double h = 1e-5; h < 50.0; h *= 1.3) {
    const kernels::ChiSquareTables tables(arma::mat(1, 1, arma::fill::value(h)), arma::vec{1.0}, 2.0,
                                          kIntervals);
    for (int step = 0; step <= 2000; ++step) {
      const double value = 2.0 * step / 2000.0;
      const double error = std::abs(tables.term(0, value) - kernels::chi_square_term(h, value));
      CHECK(error <= tables.error_per_bin() + kFloat);
      largest_share = std::max(largest_share, error / tables.error_per_bin());
    }
  }
  CHECK(largest_share > 0.1);
}

TEST_CASE("tables are exact at their points: 0, the largest value and squares between") {
  const arma::mat support = {{0.5, 0.0}, {0.25, 1.0}};
  const arma::vec coefficients = {2.0, 3.0};
  const kernels::ChiSquareTables tables(support, coefficients, 4.0, 2);
  for (const double value : {0.0, 1.0, 4.0}) {
    const double expected =
        2.0 * kernels::chi_square_term(0.5, value) + 3.0 * kernels::chi_square_term(0.25, value);
    CHECK(is_close(tables.term(0, value), expected, 1e-7));
    CHECK(is_close(tables.term(1, value), 3.0 * kernels::chi_square_term(1.0, value), 1e-7));
  }
}

TEST_CASE("tables refuse values out of their range, histograms of another width and damaged input") {
  const arma::mat support(2, 3, arma::fill::ones);
  const arma::vec coefficients = {1.0, 2.0};
  const kernels::ChiSquareTables tables(support, coefficients, 0.5);
  const auto score = [&](const std::vector<double>& histogram) {
    return thrown_message<DataError>([&] { tables.score(std::span<const double>(histogram)); });
  };
  CHECK(score({0.0, 0.75, 0.0}) == "chi-square tables: bin 1 is 0.75, expected 0 to 0.5");
  CHECK(score({0.0, 0.0, -0.25}) == "chi-square tables: bin 2 is -0.25, expected 0 to 0.5");
  CHECK(score({arma::datum::nan, 0.0, 0.0}) == "chi-square tables: bin 0 is nan, expected 0 to 0.5");
  CHECK(score({0.0, 0.0}) == "chi-square tables: histogram of 2 bins, expected 3");
  const auto build = [&](const arma::vec& c, double largest, std::uint32_t intervals) {
    return thrown_message<NumericalError>([&] { kernels::ChiSquareTables(support, c, largest, intervals); });
  };
  CHECK(build({1.0}, 1.0, 8) == "chi-square tables: 1 coefficients, expected 2 finite numbers");
  CHECK(build({1.0, arma::datum::nan}, 1.0, 8) ==
        "chi-square tables: 2 coefficients, expected 2 finite numbers");
  CHECK(build(coefficients, 0.0, 8) ==
        "chi-square tables: 8 intervals up to 0, expected at least 1 and a number > 0");
  CHECK(build(coefficients, 1.0, 0) ==
        "chi-square tables: 0 intervals up to 1, expected at least 1 and a number > 0");
  CHECK(thrown_message<DataError>([&] { kernels::ChiSquareTables(-support, coefficients, 1.0); }) ==
        "histograms: bin 0 of sample 0 is -1, expected a finite number >= 0");
}
