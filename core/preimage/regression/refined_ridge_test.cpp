#include "preimage/regression/refined_ridge.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/distances.hpp"
#include "preimage/linalg/exponential.hpp"
#include "preimage/regression/kernel_ridge.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

using namespace preimage;
using regression::can_be_refined;
using regression::refined_solution;

namespace {

linalg::SymmetricTiles tiles_of(const arma::mat& A, const linalg::PanelOptions& options) {
  return {A.n_rows,
          [&A](const arma::span& rows, const arma::span& columns) -> arma::mat { return A(rows, columns); },
          options, "K"};
}

linalg::PanelOptions small_panels(double ridge, std::size_t threads = 1) {
  linalg::PanelOptions options;
  options.width = 64;
  options.rows = 48;
  options.threads = threads;
  options.least_eigenvalue = ridge;
  return options;
}

arma::mat gaussian_gram(const arma::mat& X, double sigma) {
  return linalg::gaussian_of_squared_distances(linalg::squared_euclidean_distances(X), sigma);
}

std::optional<regression::RefinedSolution> refined(const arma::mat& K, const arma::mat& Y, double ridge,
                                                   std::size_t threads = 1) {
  const arma::mat A = K + ridge * arma::eye(arma::size(K));
  const linalg::PanelOptions options = small_panels(ridge, threads);
  return refined_solution(tiles_of(A, options), Y, A.diag(), options);
}

}  // namespace

TEST_CASE(
    "refined solutions are those of a factor in double precision: bandwidths, ridges, copies, offsets") {
  const arma::uword n = 500;
  arma::mat X = testing::gaussian_matrix(n, 3, 1);
  X.rows(400, 499) = X.rows(0, 99);  // copies
  const arma::mat Y = testing::gaussian_matrix(n, 3, 2) * arma::diagmat(arma::vec{1.0, 1e6, 1e-9});
  const arma::mat new_X = testing::gaussian_matrix(40, 3, 3);
  for (const double sigma : {0.1, 1.0, 30.0}) {
    for (const double ridge : {1e-3, 0.1, 10.0}) {
      for (const double offset : {0.0, 50.0}) {
        CAPTURE(sigma);
        CAPTURE(ridge);
        const arma::mat K = gaussian_gram(X, sigma) + offset;
        const arma::mat K_new =
            linalg::gaussian_of_squared_distances(linalg::squared_euclidean_distances(new_X, X), sigma) +
            offset;
        const arma::mat A = K + ridge * arma::eye(n, n);
        const arma::mat exact = arma::solve(A, Y, arma::solve_opts::likely_sympd);
        const auto found = refined(K, Y, ridge);
        const double rounding_to_ridge = std::sqrt(500.0) * A.diag().max() / (1 << 24) / ridge;
        if (16.0 * rounding_to_ridge > 1.0) continue;  // left to double precision, which loses digits, too
        REQUIRE(found);
        const arma::mat expected = K_new * exact, predicted = K_new * found->coefficients;
        const arma::rowvec sizes = arma::max(arma::abs(expected), 0);
        CHECK(arma::rowvec(arma::max(arma::abs(predicted - expected), 0) / sizes).max() < 1e-8);
        const arma::rowvec left = arma::sqrt(arma::sum(arma::square(Y - A * found->coefficients), 0)),
                           of_double = arma::sqrt(arma::sum(arma::square(Y - A * exact), 0));
        CHECK(arma::all(left <= 100.0 * of_double + 1e-15 * arma::max(arma::abs(Y), 0)));
        CHECK(found->iterations <= 14);
      }
    }
  }
}

TEST_CASE("the number of threads changes no bit of a refined solution") {
  const arma::mat K = gaussian_gram(testing::gaussian_matrix(300, 4, 4), 1.0),
                  Y = testing::gaussian_matrix(300, 2, 5);
  const arma::mat alone = refined(K, Y, 0.01)->coefficients;
  CHECK(arma::approx_equal(refined(K, Y, 0.01, 3)->coefficients, alone, "absdiff", 0.0));
}

TEST_CASE("what single precision does not hold is left to double precision") {
  const arma::mat Y = testing::gaussian_matrix(300, 2, 7), X = testing::gaussian_matrix(300, 3, 6);
  const arma::mat K = gaussian_gram(X, 0.7);
  CHECK_FALSE(refined(1e39 * K, Y, 1e37));  // beyond its range
  CHECK(refined(1e30 * K, Y, 1e28));
  CHECK(refined(1e-30 * K, Y, 1e-32));
  arma::mat indefinite = K;
  indefinite(299, 299) = -1.0;
  CHECK_FALSE(refined(indefinite, Y, 0.1));
  CHECK_FALSE(refined(X * X.t(), Y, 1e-9));  // of rank 3: rounding makes it indefinite
  arma::mat nan = K;
  nan(299, 0) = nan(0, 299) = arma::datum::nan;
  CHECK_FALSE(refined(nan, Y, 0.1));
  CHECK(refined(K, arma::mat(300, 1, arma::fill::zeros), 0.1)->iterations == 0);
}

TEST_CASE("whether to try is known before anything is computed") {
  const arma::uword n = regression::kRefinedFrom;  // 16 sqrt(n) 2^-24 = 6.1e-5
  const arma::vec ones(n, arma::fill::ones);
  CHECK(can_be_refined(ones, 64, 6.2e-5));
  CHECK_FALSE(can_be_refined(ones, 64, 6.0e-5));
  CHECK_FALSE(can_be_refined(ones, 65, 6.2e-5));
  CHECK_FALSE(can_be_refined(2.0 * ones, 1, 6.2e-5));
  CHECK_FALSE(can_be_refined(ones.head(n - 1), 1, 1.0));
  CHECK_FALSE(can_be_refined(ones, 1, 0.0));
}

TEST_CASE(
    "a large ridge says how it was solved, and goes to double precision where single does not hold it") {
  const arma::uword n = regression::kRefinedFrom;
  arma::mat X = testing::gaussian_matrix(n, 2, 8);
  const arma::mat Y = testing::gaussian_matrix(n, 1, 9);
  const auto fit = [&](double scale, double ridge, std::optional<std::uint64_t> memory = std::nullopt) {
    kernels::Gram::Source source;
    source.n_rows = source.n_columns = n;
    source.values = [&X, scale](const arma::uvec& rows, const arma::uvec& columns) -> arma::mat {
      return scale * linalg::gaussian_of_squared_distances(
                         linalg::squared_distances_by_product(X.rows(rows), X.rows(columns)), 0.5);
    };
    linalg::PanelOptions options;
    options.threads = 2;
    options.memory = memory;
    return regression::fit_ridge(kernels::Gram(source), Y, ridge, options);
  };
  const regression::RidgeFit single = fit(1.0, 0.01), in_double = fit(1.0, 1e-5), beyond = fit(1e39, 1e37);
  using Factor = regression::RidgeRoute::Factor;
  CHECK(single.route.factor == Factor::single_refined);
  CHECK(single.route.iterations > 0);
  CHECK(testing::is_close(single.rcond, 0.01 / (static_cast<double>(n) * 64.0 * 1.01), 1e-4));
  CHECK(in_double.route.factor == Factor::in_double);
  CHECK(beyond.route.factor == Factor::double_after_single);
  CHECK(arma::abs(1e39 * beyond.coefficients - single.coefficients).max() <
        1e-9 * arma::abs(single.coefficients).max());
  CHECK(testing::thrown_message<MemoryError>([&] { fit(1e39, 1e37, 1000); }) ==
        "input Gram matrix + 1e+37 I in double precision: needs 0.08 GB of memory, 0.00 GB are there");
}
