#include "preimage/models/kernel_dependency_estimation.hpp"

#include "suite/registry/bandwidth_grid.hpp"
#include "suite/registry/component_cut.hpp"
#include "suite/registry/decoder_table.hpp"
#include "suite/registry/learner_table.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Choice kMap{"map", "ridge | support_vector_regression", "from inputs to coordinates of the outputs",
                      "ridge"};
constexpr Numbers kRidge{"ridge", config::kNonNegative, "added to the diagonal of K"};
constexpr Choice kRidgeForm{"ridge_form", "plain | squared",
                            "penalty ||w||^2, or ||beta||^2 (TR-098, eq. (6))", "plain"};
constexpr Number kC{"C", config::kPositive, "of support vector regression", 1.0};
constexpr Number kEpsilon{"epsilon", config::kNonNegative, "of support vector regression", 0.01};
constexpr Flag kCentred{"centred", "kernel PCA of the outputs is centred", true};
constexpr Part kDecoder{"decoder", "a decoder", "candidates where it is left out", true};

MakeMethod parse(const config::Reader& reader) {
  models::KdeOptions options;
  options.bandwidths = parse_bandwidths(reader);
  const ParsedDecoder decoder = parse_decoder(reader, kDecoder.name);
  options.decoder = decoder.recipe;
  if (kMap.is(reader, "ridge")) {
    options.ridges = kRidge.read(reader);
    if (kRidgeForm.is(reader, "squared")) options.form = regression::RidgeForm::squared;
  } else {
    options.map = models::KdeOptions::Map::support_vector_regression;
    options.regression.C = kC.read(reader);
    options.regression.epsilon = kEpsilon.read(reader);
  }
  options.cut = parse_component_cut(reader);
  if (!kCentred.read(reader)) options.centring = outputs::Centring::none;
  const bool has_leave_one_out =
      options.map == models::KdeOptions::Map::ridge && options.form == regression::RidgeForm::plain;
  if (options.decoder.fitted == decoders::Fitted::to_others && !has_leave_one_out) {
    reader.fail(kDecoder.name, "leave-one-out predictions need 'map: ridge' and 'ridge_form: plain'");
  }
  return method<models::KdeMethod>(std::move(options));
}

}  // namespace

LearnerRow make_kernel_dependency_estimation_row() {
  return {"kernel_dependency_estimation",
          2,
          "kernel PCA of the outputs, regression to its coordinates, a pre-image",
          facts_of(bandwidth_parameters(), kMap, kRidge, kRidgeForm, kC, kEpsilon, component_cut_parameters(),
                   kCentred, kDecoder),
          "{method: kernel_dependency_estimation, bandwidth: {sigma: [1, 2]}, ridge: [0.01, 1]}",
          parse};
}

}  // namespace preimage::suite::registry
