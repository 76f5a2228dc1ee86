#include "preimage/outputs/training_outputs.hpp"

#include <doctest/doctest.h>

#include "preimage/outputs/forms.hpp"
#include "testing/toy_data.hpp"

namespace preimage::outputs {

TEST_CASE(
    "features are the vectors themselves where they have their shape and their numbers, and only there") {
  const arma::mat Y = testing::gaussian_matrix(6, 3, 1);
  struct Case {
    const char* name;
    arma::mat features;
    bool are_vectors;
  };
  const Case cases[] = {{"the same", Y, true},
                        {"scaled", 2.0 * Y, false},
                        {"another last number", Y + arma::mat(6, 3).zeros() + 1e-9, false},
                        {"more columns", arma::join_rows(Y, Y), false}};
  for (const Case& one : cases) {
    CAPTURE(one.name);
    const TrainingOutputs outputs(samples::SampleSet(Y.n_rows).with(Y).with(ExplicitFeatures{one.features}));
    CHECK(outputs.features_are_vectors() == one.are_vectors);
  }
  CHECK_FALSE(TrainingOutputs(samples::SampleSet(Y.n_rows).with(Y)).features_are_vectors());
}

}  // namespace preimage::outputs
