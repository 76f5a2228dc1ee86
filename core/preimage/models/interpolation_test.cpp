#include "preimage/models/interpolation.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::models {

using testing::is_close;
using testing::thrown_message;

namespace {

// Unequal steps, out of order.
const arma::vec kKnots = {3.5, -1.0, 0.0, 0.25, 2.0, 1.0, 5.0};
const arma::vec kQueries = {-1.0, -0.9, -0.2, 0.0, 0.1, 0.5, 1.7, 2.0, 3.0, 4.9, 5.0};

using Map = arma::mat (*)(const arma::vec&, const arma::vec&);
constexpr Map kMaps[] = {linear_interpolation, cubic_spline};

arma::mat powers(const arma::vec& t, arma::uword degree) {
  arma::mat result(t.n_elem, degree + 1);
  for (arma::uword p = 0; p <= degree; ++p) result.col(p) = arma::pow(t, static_cast<double>(p));
  return result;
}

}  // namespace

TEST_CASE("linear interpolation reproduces lines, the not-a-knot spline cubics") {
  CHECK(is_close(linear_interpolation(kKnots, kQueries) * powers(kKnots, 1), powers(kQueries, 1), 1e-14));
  CHECK(is_close(cubic_spline(kKnots, kQueries) * powers(kKnots, 3), powers(kQueries, 3), 1e-13));
  // and no more than that
  CHECK_FALSE(
      is_close(linear_interpolation(kKnots, kQueries) * powers(kKnots, 2), powers(kQueries, 2), 1e-3));
  CHECK_FALSE(is_close(cubic_spline(kKnots, kQueries) * powers(kKnots, 4), powers(kQueries, 4), 1e-3));
}

TEST_CASE("four knots give the one cubic through them") {
  const arma::vec knots = {0.0, 1.0, 2.5, 4.0};
  CHECK(is_close(cubic_spline(knots, kQueries.subvec(3, 8)) * powers(knots, 3),
                 powers(kQueries.subvec(3, 8), 3), 1e-14));
}

TEST_CASE("at the knots both return what is known there, in the order given") {
  for (const Map map : kMaps) {
    CHECK(is_close(map(kKnots, kKnots), arma::mat(7, 7, arma::fill::eye), 1e-14));
    const arma::uvec other = {4, 1, 0, 6, 5, 3, 2};
    CHECK(is_close(map(kKnots.elem(other), kQueries), map(kKnots, kQueries).cols(other), 1e-13));
  }
}

TEST_CASE("linear interpolation by hand") {
  const arma::mat S = linear_interpolation({0.0, 4.0, 1.0}, {3.0, 0.5});
  CHECK(is_close(S, arma::mat{{0.0, 2.0 / 3.0, 1.0 / 3.0}, {0.5, 0.0, 0.5}}, 1e-15));
}

TEST_CASE("the spline agrees with the known one of a kink, and is twice smooth at its inner knots") {
  // f(t) = |t|^3 has a jump of its third derivative at 0, so with knots around it the spline is f exactly;
  // the ends see one cubic each.
  const arma::vec knots = {-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0};
  const arma::vec queries = arma::linspace(-3.0, 3.0, 61);
  const arma::vec expected = arma::pow(arma::abs(queries), 3.0);
  CHECK(
      is_close(arma::mat(cubic_spline(knots, queries) * arma::pow(arma::abs(knots), 3.0)), expected, 1e-14));
}

TEST_CASE("a spline's error falls with the fourth power of the step, a line's with the second") {
  const auto error = [](Map map, arma::uword steps) {
    const arma::vec knots = arma::linspace(0.0, 3.0, steps + 1);
    const arma::vec queries = arma::linspace(0.0, 3.0, 1001);
    return arma::abs(map(knots, queries) * arma::sin(knots) - arma::sin(queries)).max();
  };
  CHECK(is_close(error(linear_interpolation, 20) / error(linear_interpolation, 40), 4.0, 0.05));
  CHECK(is_close(error(cubic_spline, 160) / error(cubic_spline, 320), 16.0, 0.1));
}

TEST_CASE("what cannot be interpolated is an error") {
  const auto error = [](Map map, const arma::vec& knots, const arma::vec& queries) {
    return thrown_message<NumericalError>([&] { map(knots, queries); });
  };
  const arma::vec knots = {0.0, 3.0, 1.0, 2.0, 4.0};
  CHECK(error(linear_interpolation, knots, {4.5}) ==
        "linear interpolation: 4.5 is outside of the knots, which go from 0 to 4");
  CHECK(error(cubic_spline, knots, {1.0, -0.1}) ==
        "cubic spline: -0.1 is outside of the knots, which go from 0 to 4");
  CHECK(error(cubic_spline, knots, {arma::datum::nan}) ==
        "cubic spline: nan is outside of the knots, which go from 0 to 4");
  CHECK(error(linear_interpolation, {1.0, 2.0, 1.0}, {1.5}) ==
        "linear interpolation: the knot 1 is there twice");
  CHECK(error(cubic_spline, {0.0, 3.0, 1.0, 3.0}, {1.5}) == "cubic spline: the knot 3 is there twice");
  CHECK(error(linear_interpolation, {1.0}, {1.0}) == "linear interpolation needs at least 2 knots, found 1");
  CHECK(error(cubic_spline, {0.0, 1.0, 2.0}, {1.0}) == "cubic spline needs at least 4 knots, found 3");
  CHECK(error(linear_interpolation, {0.0, arma::datum::inf}, {1.0}) ==
        "knots: entry (1, 0) is inf, not a finite number");
}

}  // namespace preimage::models
