#include <stdexcept>

#include "preimage/decoders/fixed_point.hpp"
#include "preimage/models/component_ridge.hpp"
#include "preimage/models/kernel_dependency_estimation.hpp"
#include "preimage/models/sketched_kde.hpp"
#include "suite/registry/bandwidth_options.hpp"
#include "suite/registry/decoder_table.hpp"
#include "suite/registry/learner_table.hpp"
#include "suite/registry/sketches.hpp"

namespace preimage::suite::registry {

namespace {

namespace kernel_dependency_estimation {

constexpr Choice kMap{
    "map", "ridge | support_vector_regression",
    "from inputs to coordinates of the outputs; or a map with landmarks, for a ridge on them", "ridge"};
constexpr Numbers kRidge{"ridge", config::kNonNegative, "added to the diagonal of K", Preferred::larger};
constexpr Choice kRidgeForm{"ridge_form", "plain | squared",
                            "penalty ||w||^2, or ||beta||^2 (TR-098, eq. (6))", "plain"};
constexpr Number kC{"C", config::kPositive, "of support vector regression", 1.0};
constexpr Number kEpsilon{"epsilon", config::kNonNegative, "of support vector regression", 0.01};
constexpr Flag kCentred{"centred", "kernel PCA of the outputs is centred", true};
constexpr Part kDecoder{"decoder", a_decoder(), "candidates where it is left out", true};

/// What both kinds of options have, read in the order of the keys of a cell.
template <class Options>
void parse_outputs(const config::Reader& reader, Options& options) {
  options.cut = parse_component_cut(reader);
  if (!kCentred.read(reader)) options.centring = outputs::Centring::none;
}

/// The plain ridge on landmarks, with sketched outputs, or both.
models::MethodPtr parse_sketched(const config::Reader& reader, models::SketchedKdeOptions options) {
  options.bandwidths = parse_bandwidths(reader);
  options.decoder = parse_decoder(reader, kDecoder.name).recipe;
  options.ridges = kRidge.read(reader);
  parse_outputs(reader, options);
  if (options.output_sketch && !options.cut.keeps_all())
    reader.fail("output_sketch", "replaces n_components and component_threshold");
  if (options.decoder.fitted == decoders::TrainingPredictions::leave_one_out)
    reader.fail(kDecoder.name, "leave-one-out predictions need all training samples: 'map: ridge'");
  try {
    models::sketched_kde_method(options);
  } catch (const std::invalid_argument& error) {
    reader.fail("map", error.what());
  }
  return models::sketched_kde_method(std::move(options));
}

models::MethodPtr parse(const config::Reader& reader) {
  models::SketchedKdeOptions sketched = parse_landmarks(reader);
  sketched.output_sketch = parse_output_sketch(reader);
  if (sketched.landmarks) return parse_sketched(reader, std::move(sketched));
  models::KdeOptions options;
  if (sketched.output_sketch) {
    if (!kMap.is(reader, "ridge") || !kRidgeForm.is(reader, "plain"))
      reader.fail("output_sketch", "needs 'map: ridge' in its plain form, or landmarks");
    return parse_sketched(reader, std::move(sketched));
  }
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
  parse_outputs(reader, options);
  const bool has_leave_one_out =
      options.map == models::KdeOptions::Map::ridge && options.form == regression::RidgeForm::plain;
  if (options.decoder.fitted == decoders::TrainingPredictions::leave_one_out && !has_leave_one_out) {
    reader.fail(kDecoder.name, "leave-one-out predictions need 'map: ridge' and 'ridge_form: plain'");
  }
  return models::kde_method(std::move(options));
}

LearnerRow row() {
  return with_scores(
      {"kernel_dependency_estimation", 2,
       "kernel PCA of the outputs, regression to its coordinates, a pre-image",
       facts_of(bandwidth_parameters(), kMap, landmark_parameters(), kRidge, kRidgeForm, kC, kEpsilon,
                component_cut_parameters(), kCentred, output_sketch_parameters(), kDecoder),
       "{method: kernel_dependency_estimation, bandwidth: {sigma: [1, 2]}, ridge: [0.01, 1]}", parse, false,
       false, "KDE"});
}

}  // namespace kernel_dependency_estimation

namespace kernel_ridge {

models::MethodPtr parse(const config::Reader& reader) {
  models::KdeOptions options;
  options.bandwidths = parse_bandwidths(reader);
  options.ridges = kernel_dependency_estimation::kRidge.read(reader);
  options.centring = outputs::Centring::none;
  options.decoder = decoders::closed_form_decoder();
  return models::kde_method(std::move(options));
}

LearnerRow row() {
  return {
      "kernel_ridge",
      1,
      "kernel ridge regression of output vectors without an intercept, as scikit-learn's KernelRidge: kernel "
      "dependency estimation under a linear output kernel, not centred",
      facts_of(bandwidth_parameters(), kernel_dependency_estimation::kRidge),
      "{method: kernel_ridge, bandwidth: {sigma: [1, 2]}, ridge: [0.01, 1]}",
      parse};
}

}  // namespace kernel_ridge

namespace component_ridge {

constexpr Numbers kRidge{"ridge", config::kPositive, "added to the diagonal of K", Preferred::larger};
constexpr Part kDecoder{"decoder", a_decoder("a decoder of explicit output features"),
                        "candidates where it is left out", true};

models::MethodPtr parse(const config::Reader& reader) {
  std::vector<double> ridges = kRidge.read(reader);
  const ParsedDecoder decoder = parse_decoder(reader, kDecoder.name);
  if (!decoder.recipe.takes_features) {
    reader.fail(kDecoder.name, "decoder " + decoder.name + " does not take explicit output features");
  }
  return models::component_ridge_method(models::ComponentRidgeOptions{std::move(ridges), decoder.recipe});
}

LearnerRow row() {
  return with_scores({"component_ridge", 1, "one ridge regression per explicit output feature",
                      facts_of(kRidge, kDecoder), "{method: component_ridge, ridge: [0.01, 1]}", parse, true,
                      true});
}

}  // namespace component_ridge

}  // namespace

void add_ridge_regression(LearnerRows& table) {
  table.insert(table.end(),
               {kernel_dependency_estimation::row(), kernel_ridge::row(), component_ridge::row()});
}

}  // namespace preimage::suite::registry
