#include "preimage/models/one_vs_rest_svm.hpp"

#include "suite/registry/bandwidth_grid.hpp"
#include "suite/registry/learner_table.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Numbers kRidge{"ridge", config::kPositive, "added to the diagonal of K"};

MakeMethod parse(const config::Reader& reader) {
  return method<models::OneVsRestMethod>(
      models::OneVsRestOptions{parse_bandwidths(reader), kRidge.read(reader)});
}

}  // namespace

LearnerRow make_one_vs_rest_svm_row() {
  return {"one_vs_rest_svm",
          2,
          "a machine with squared slack per class",
          facts_of(bandwidth_parameters(), kRidge),
          "{method: one_vs_rest_svm, bandwidth: {sigma: [1, 2]}, ridge: 0.1}",
          parse};
}

}  // namespace preimage::suite::registry
