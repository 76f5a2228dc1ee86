#include "experiments/shared/output_form.hpp"

#include <doctest/doctest.h>

#include "suite/config/value.hpp"

using namespace preimage;
using namespace preimage::experiments;
using namespace preimage::experiments::shared;

namespace {

validation::Problem problem_of(const std::string& yaml) {
  const suite::config::Value root = suite::config::parse_yaml(yaml, "kernel.yaml");
  validation::Problem problem;
  set_output_form(problem, read_output_form(suite::config::Reader(root)));
  return problem;
}

}  // namespace

TEST_CASE("decoders learn of a Gaussian's bandwidth and of a polynomial's form, and of no other kernel") {
  const validation::Problem gaussian = problem_of("{name: gaussian, sigma: 2.5}");
  CHECK(gaussian.output_sigma == 2.5);
  CHECK_FALSE(gaussian.output_polynomial.has_value());
  const validation::Problem polynomial = problem_of("{name: polynomial, degree: 3, offset: 0.5}");
  CHECK(polynomial.output_sigma == 0.0);
  REQUIRE(polynomial.output_polynomial.has_value());
  CHECK(polynomial.output_polynomial->degree == 3);
  CHECK(polynomial.output_polynomial->offset == 0.5);
  CHECK(problem_of("{name: linear}").output_polynomial->degree == 1);
  const validation::Problem other = problem_of("{name: normalised, base: {name: linear}}");
  CHECK(other.output_sigma == 0.0);
  CHECK_FALSE(other.output_polynomial.has_value());
}
