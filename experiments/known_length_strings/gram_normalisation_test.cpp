#include "experiments/known_length_strings/gram_normalisation.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

using preimage::NumericalError;
using preimage::experiments::known_length_strings::normalised;
using preimage::testing::is_close;
using preimage::testing::thrown_message;

namespace {

const arma::mat kGram = {{4.0, 2.0, 0.0}, {2.0, 9.0, 3.0}, {0.0, 3.0, 16.0}};

/// D^-1 S D^-1 as printed.
arma::mat by_formula(const arma::vec& d) {
  return arma::diagmat(1.0 / d) * kGram * arma::diagmat(1.0 / d);
}

}  // namespace

TEST_CASE("the four readings of D in S <- D^-1 S D^-1") {
  CHECK(is_close(normalised(kGram, "unit_norm"), by_formula({2.0, 3.0, 4.0}), 1e-15));
  CHECK(is_close(normalised(kGram, "trace"), by_formula({29.0, 29.0, 29.0}), 1e-15));
  CHECK(is_close(normalised(kGram, "row_sums"), by_formula({6.0, 14.0, 19.0}), 1e-15));
  CHECK(is_close(normalised(kGram, "none"), kGram, 0.0));
}

TEST_CASE("erratum: D_ii = sum_i S_ii as printed is one number, and leaves a diagonal that is not 1") {
  const arma::vec printed = normalised(kGram, "trace").diag();
  CHECK(is_close(printed, kGram.diag() / (29.0 * 29.0), 1e-15));
  const arma::mat uneven = {
      {3.0, 1.0, 0.5}, {1.0, 7.0, 2.0}, {0.5, 2.0, 11.0}};  // 1 / sqrt(x) squared is no 1 / x
  CHECK(arma::all(normalised(uneven, "unit_norm").diag() == 1.0));
  const arma::vec unit = normalised(kGram, "unit_norm").diag();
  CHECK(arma::all(unit == 1.0));
}

TEST_CASE("a string without features stays at zero, and nothing is NaN") {
  arma::mat S = kGram;
  S.row(1).zeros();
  S.col(1).zeros();
  for (const char* how : {"unit_norm", "trace", "row_sums", "none"}) {
    const arma::mat result = normalised(S, how);
    CHECK(result.is_finite());
    CHECK(arma::accu(arma::abs(result.row(1))) == 0.0);
    CHECK(result(2, 2) > 0.0);
  }
  CHECK(thrown_message<NumericalError>([] { normalised(arma::mat(2, 2, arma::fill::zeros), "trace"); }) ==
        "normalisation: every string is shorter than the kernel's substrings");
}
