#include "preimage/models/denoising.hpp"

#include <vector>

#include "preimage/models/hopfield_method.hpp"
#include "preimage/models/output_alignment.hpp"
#include "suite/registry/component_cut.hpp"
#include "suite/registry/decoder_table.hpp"
#include "suite/registry/learner_table.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Flag kCentred{"centred", "the PCA is centred", true};

std::vector<ParameterFacts> denoising_parameters() {
  return facts_of(component_cut_parameters(), kCentred);
}

models::DenoisingOptions parse_denoising(const config::Reader& reader) {
  const bool centred = kCentred.read(reader);
  return {parse_component_cut(reader), centred ? outputs::Centring::training_mean : outputs::Centring::none};
}

namespace pca_denoising {

MakeMethod parse(const config::Reader& reader) {
  return method<models::PcaDenoisingMethod>(parse_denoising(reader));
}

LearnerRow row() {
  return {"pca_denoising",
          1,
          "observed outputs projected on the principal components of the training outputs",
          denoising_parameters(),
          "{method: pca_denoising, n_components: 2}",
          parse};
}

}  // namespace pca_denoising

namespace kernel_pca_denoising {

constexpr Part kDecoder{"decoder", "a decoder", "candidates where it is left out", true};

MakeMethod parse(const config::Reader& reader) {
  const models::DenoisingOptions options = parse_denoising(reader);
  const ParsedDecoder decoder = parse_decoder(reader, kDecoder.name);
  if (decoder.recipe.fitted == decoders::TrainingPredictions::leave_one_out) {
    reader.fail(kDecoder.name, "method kernel_pca_denoising has no leave-one-out predictions");
  }
  return method<models::KernelPcaDenoisingMethod>(options, decoder.recipe);
}

LearnerRow row() {
  return {"kernel_pca_denoising",
          1,
          "observed outputs projected on the kernel principal components of the training outputs, and a "
          "pre-image",
          facts_of(denoising_parameters(), kDecoder),
          "{method: kernel_pca_denoising, n_components: 5, decoder: {name: fixed_point}}",
          parse};
}

}  // namespace kernel_pca_denoising

namespace hopfield_network {

constexpr Number kTau{"tau", config::kPositive, "attraction outside the span of the patterns", 10.0};
constexpr Number kH{"h", config::kPositive, "sampling time of the continuous system", 0.15};
constexpr Integer kSteps{"steps", 1, 100000, "iterations of the network", 700};
constexpr Choice kCompareTo{"compare_to", "complete | output",
                            "what the final state is compared to: whole patterns, or their output half",
                            "complete"};

MakeMethod parse(const config::Reader& reader) {
  models::HopfieldMethodOptions options;
  options.network.tau = kTau.read(reader);
  options.network.h = kH.read(reader);
  options.steps = kSteps.read_as<int>(reader);
  options.compare_complete = kCompareTo.is(reader, "complete");
  return method<models::HopfieldMethod>(options);
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

MakeMethod parse(const config::Reader& reader) {
  models::OutputAlignmentOptions options;
  options.clusters = kClusters.read_as<arma::uword>(reader);
  options.sigmas = kSigma.read(reader);
  options.per_coordinate = kPerCoordinate.read(reader);
  return method<models::OutputAlignmentMethod>(options);
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

void add_denoising(LearnerRows& table) {
  table.insert(table.end(), {pca_denoising::row(), kernel_pca_denoising::row(), hopfield_network::row(),
                             output_alignment::row()});
}

}  // namespace preimage::suite::registry
