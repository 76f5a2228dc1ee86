#include "preimage/models/output_alignment.hpp"

#include "suite/registry/learner_table.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Integer kClusters{"clusters", 2, 100000, "k of k-means", 30};
constexpr Numbers kSigma{"sigma", config::kPositive, "bandwidths to choose from"};
constexpr Flag kPerCoordinate{"per_coordinate",
                              "the bandwidth is divided by the square root of the dimension", false};

MakeMethod parse(const config::Reader& reader) {
  models::OutputAlignmentOptions options;
  options.clusters = kClusters.read_as<arma::uword>(reader);
  options.sigmas = kSigma.read(reader);
  options.per_coordinate = kPerCoordinate.read(reader);
  return method<models::OutputAlignmentMethod>(options);
}

}  // namespace

LearnerRow make_output_alignment_row() {
  return {"output_alignment",
          2,
          "measures which bandwidth of the outputs aligns best with clusters of them; predicts nothing",
          facts_of(kClusters, kSigma, kPerCoordinate),
          "{method: output_alignment, clusters: 3, sigma: [0.5, 1, 2]}",
          parse};
}

}  // namespace preimage::suite::registry
