#include "preimage/models/denoising.hpp"

#include <vector>

#include "suite/registry/bandwidth_options.hpp"
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

models::MethodPtr parse(const config::Reader& reader) {
  return models::pca_denoising_method(parse_denoising(reader));
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

constexpr Part kDecoder{"decoder", a_decoder(), "candidates where it is left out", true};

models::MethodPtr parse(const config::Reader& reader) {
  const models::DenoisingOptions options = parse_denoising(reader);
  const ParsedDecoder decoder = parse_decoder(reader, kDecoder.name);
  if (decoder.recipe.fitted == decoders::TrainingPredictions::leave_one_out) {
    reader.fail(kDecoder.name, "method kernel_pca_denoising has no leave-one-out predictions");
  }
  return models::kernel_pca_denoising_method(options, decoder.recipe);
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

}  // namespace

void add_denoising(LearnerRows& table) {
  table.insert(table.end(), {pca_denoising::row(), kernel_pca_denoising::row()});
}

}  // namespace preimage::suite::registry
