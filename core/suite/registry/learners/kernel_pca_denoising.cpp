#include "preimage/models/denoising.hpp"
#include "suite/registry/decoder_table.hpp"
#include "suite/registry/denoising.hpp"
#include "suite/registry/learner_table.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Part kDecoder{"decoder", "a decoder", "candidates where it is left out", true};

MakeMethod parse(const config::Reader& reader) {
  const models::DenoisingOptions options = parse_denoising(reader);
  const ParsedDecoder decoder = parse_decoder(reader, kDecoder.name);
  if (decoder.recipe.fitted == decoders::Fitted::to_others) {
    reader.fail(kDecoder.name, "method kernel_pca_denoising has no leave-one-out predictions");
  }
  return method<models::KernelPcaDenoisingMethod>(options, decoder.recipe);
}

}  // namespace

LearnerRow make_kernel_pca_denoising_row() {
  return {"kernel_pca_denoising",
          1,
          "observed outputs projected on the kernel principal components of the training outputs, and a "
          "pre-image",
          facts_of(denoising_parameters(), kDecoder),
          "{method: kernel_pca_denoising, n_components: 5, decoder: {name: fixed_point}}",
          parse};
}

}  // namespace preimage::suite::registry
