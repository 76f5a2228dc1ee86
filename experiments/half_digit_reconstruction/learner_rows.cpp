// The learners that Table 3 of the KDE papers compares with: rows of the table of learners.
#include "experiments/half_digit_reconstruction/hopfield_network.hpp"
#include "experiments/half_digit_reconstruction/output_alignment.hpp"
#include "suite/registry/learner_table.hpp"

namespace preimage::experiments::half_digit_reconstruction {

using namespace suite::registry;
namespace config = suite::config;

namespace {

namespace hopfield_network {

constexpr Number kTau{"tau", config::kPositive, "attraction outside the span of the patterns", 10.0};
constexpr Number kH{"h", config::kPositive, "sampling time of the continuous system", 0.15};
constexpr Integer kSteps{"steps", 1, 100000, "iterations of the network", 700};
constexpr Choice kCompareTo{"compare_to", "complete | output",
                            "what the final state is compared to: whole patterns, or their output half",
                            "complete"};

models::MethodPtr parse(const config::Reader& reader) {
  HopfieldMethodOptions options;
  options.network.tau = kTau.read(reader);
  options.network.h = kH.read(reader);
  options.steps = kSteps.read_as<int>(reader);
  options.compare_complete = kCompareTo.is(reader, "complete");
  return hopfield_method(options);
}

LearnerRow row() {
  return {"hopfield_network",
          3,
          "an associative memory of complete patterns, started from partial ones",
          facts_of(kTau, kH, kSteps, kCompareTo),
          "{method: hopfield_network, steps: 50}",
          parse};
}

}  // namespace hopfield_network

namespace output_alignment {

constexpr Integer kClusters{"clusters", 2, 100000, "k of k-means", 30};
constexpr Numbers kSigma{"sigma", config::kPositive, "bandwidths to choose from"};
constexpr Flag kPerCoordinate{"per_coordinate",
                              "the bandwidth is divided by the square root of the dimension", false};

models::MethodPtr parse(const config::Reader& reader) {
  OutputAlignmentOptions options;
  options.clusters = kClusters.read_as<arma::uword>(reader);
  options.sigmas = kSigma.read(reader);
  options.per_coordinate = kPerCoordinate.read(reader);
  return output_alignment_method(options);
}

LearnerRow row() {
  return {"output_alignment",
          2,
          "measures which bandwidth of the outputs aligns best with clusters of them; predicts nothing",
          facts_of(kClusters, kSigma, kPerCoordinate),
          "{method: output_alignment, clusters: 3, sigma: [0.5, 1, 2]}",
          parse};
}

}  // namespace output_alignment

}  // namespace

void add_learners(LearnerRows& table) {
  table.insert(table.end(), {hopfield_network::row(), output_alignment::row()});
}

}  // namespace preimage::experiments::half_digit_reconstruction
