#include "preimage/models/denoising.hpp"
#include "suite/registry/denoising.hpp"
#include "suite/registry/learner_table.hpp"

namespace preimage::suite::registry {

namespace {

MakeMethod parse(const config::Reader& reader) {
  return method<models::PcaDenoisingMethod>(parse_denoising(reader));
}

}  // namespace

LearnerRow make_pca_denoising_row() {
  return {"pca_denoising",
          1,
          "observed outputs projected on the principal components of the training outputs",
          denoising_parameters(),
          "{method: pca_denoising, n_components: 2}",
          parse};
}

}  // namespace preimage::suite::registry
