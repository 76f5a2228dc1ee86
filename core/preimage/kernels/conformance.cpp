#include "preimage/kernels/conformance.hpp"

#include <stdexcept>

#include <fmt/format.h>

#include "preimage/linalg/symmetric.hpp"

namespace preimage::kernels {

namespace {

constexpr double kRelative = 1e-12;
constexpr double kNegativeEigenvalue = 1e-10;  // of the largest

std::string shape_of(const arma::mat& matrix) {
  return fmt::format("{} x {}", matrix.n_rows, matrix.n_cols);
}

}  // namespace

void Violations::require_close(const arma::mat& actual, const arma::mat& expected, const std::string& what,
                               double atol) {
  if (arma::size(actual) != arma::size(expected)) {
    require(false, fmt::format("{}: {}, expected {}", what, shape_of(actual), shape_of(expected)));
    return;
  }
  if (!actual.is_finite()) {  // a maximum would skip NaN
    require(false, what + ": not finite");
    return;
  }
  if (expected.is_empty()) return;
  const double difference = arma::abs(actual - expected).max(), largest = arma::abs(expected).max();
  require(
      difference <= atol + kRelative * largest,
      fmt::format("{}: they differ by {:.3g}, where the largest value is {:.3g}", what, difference, largest));
}

void Violations::require_equal(const arma::mat& actual, const arma::mat& expected, const std::string& what) {
  require(arma::approx_equal(actual, expected, "absdiff", 0.0), what + ": not the same bits");
}

void Violations::require_positive_semi_definite(const arma::mat& gram) {
  if (!arma::approx_equal(gram, gram.t(), "absdiff", 0.0)) {
    require(false, "gram: not exactly symmetric");
    return;
  }
  const arma::vec values = linalg::symmetric_eigen(gram, "gram").values;
  require(values.max() > 0.0, "gram: no eigenvalue is above 0");
  require(values.min() >= -kNegativeEigenvalue * values.max(),
          fmt::format(
              "gram: not positive semi-definite, the smallest eigenvalue is {:.3g} and the largest {:.3g}",
              values.min(), values.max()));
  require(gram.diag().min() >= 0.0, "gram: a negative value on the diagonal");
  const arma::vec norms = arma::sqrt(arma::clamp(arma::vec(gram.diag()), 0.0, arma::datum::inf));
  const arma::mat bound = (1.0 + kRelative) * norms * norms.t();
  require(arma::all(arma::vectorise(arma::abs(gram) <= bound)),
          "gram: a value above what its diagonal allows, |k(x, x')| <= sqrt(k(x, x) k(x', x'))");
}

bool Violations::is_gram_of(const arma::mat& gram, std::size_t n) {
  const bool has_shape = gram.n_rows == n && gram.n_cols == n;
  require(has_shape, fmt::format("gram: {} for {} samples", shape_of(gram), n));
  const bool is_finite = gram.is_finite();
  require(is_finite, "gram: not finite");
  return has_shape && is_finite;
}

void require_conformance_samples(std::size_t n) {
  if (n < kConformanceSamples) {
    throw std::invalid_argument(
        fmt::format("kernel_violations: {} samples, expected at least {}", n, kConformanceSamples));
  }
}

}  // namespace preimage::kernels
