// Measures of strings: what a fold's mean is a share of.
#include "experiments/shared/measures.hpp"

#include <doctest/doctest.h>

#include "testing/is_close.hpp"

using namespace preimage;
using namespace preimage::experiments;
using namespace preimage::experiments::shared;
using testing::is_close;

namespace {

validation::Problem words() {
  validation::Problem problem;
  problem.output_strings = {"abcd", "xy", "abc"};
  problem.is_candidate.ones(3);
  return problem;
}

double mean_of(const validation::Measure& measure, const validation::Prediction& prediction,
               const validation::Indices& test) {
  return arma::mean(measure.values(prediction, test).value());
}

}  // namespace

TEST_CASE("the mean over a fold is the share of all its symbols, not a mean of shares") {
  const validation::Problem problem = words();
  const validation::Indices test = {0, 1};
  const validation::Prediction strings{validation::Strings{{"abd", "xyz"}}};
  // Edits: c deleted, z inserted; 6 true symbols; the longer strings have 4 and 3.
  CHECK(is_close(mean_of(edit_error_measure("e", problem, EditUnit::true_string), strings, test), 2.0 / 6.0,
                 1e-15));
  CHECK(is_close(mean_of(edit_error_measure("e", problem, EditUnit::longer_string), strings, test), 2.0 / 7.0,
                 1e-15));
  // Positions: d for c, d missing, z too many.
  CHECK(is_close(mean_of(symbol_error_measure("s", problem), strings, test), 3.0 / 6.0, 1e-15));
  CHECK(mean_of(string_error_measure("w", problem), strings, test) == 1.0);
}

TEST_CASE("a chosen training output is read as its string; percent correct is 100 (1 - error)") {
  const validation::Problem problem = words();
  const validation::Prediction chosen{validation::Chosen{{2, 1}}};  // abc for abcd, xy for xy
  const validation::Measure edits = edit_error_measure("e", problem, EditUnit::true_string);
  CHECK(is_close(mean_of(edits, chosen, {0, 1}), 1.0 / 6.0, 1e-15));
  CHECK(is_close(mean_of(as_percent_correct("p", edits), chosen, {0, 1}), 100.0 * 5.0 / 6.0, 1e-13));
  CHECK(mean_of(string_error_measure("w", problem), chosen, {0, 1}) == 0.5);
}

TEST_CASE("measures of strings do not apply to classes") {
  const validation::Problem problem = words();
  const validation::Prediction classes{validation::Classes{{1}}};
  CHECK_FALSE(edit_error_measure("e", problem, EditUnit::true_string).values(classes, {0}).has_value());
  CHECK_FALSE(string_error_measure("w", problem).values(classes, {0}).has_value());
  const auto percent = as_percent_correct("p", string_error_measure("w", problem));
  CHECK_FALSE(percent.values(classes, {0}).has_value());
}
