#include "preimage/models/component_ridge.hpp"

#include "suite/registry/decoder_table.hpp"
#include "suite/registry/learner_table.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Numbers kRidge{"ridge", config::kPositive, "added to the diagonal of K", Preferred::larger};
constexpr Part kDecoder{"decoder", "a decoder of explicit output features", "candidates where it is left out",
                        true};

MakeMethod parse(const config::Reader& reader) {
  std::vector<double> ridges = kRidge.read(reader);
  const ParsedDecoder decoder = parse_decoder(reader, kDecoder.name);
  if (!decoder.recipe.takes_features) {
    reader.fail(kDecoder.name, "decoder " + decoder.name + " does not take explicit output features");
  }
  return method<models::ComponentRidgeMethod>(
      models::ComponentRidgeOptions{std::move(ridges), decoder.recipe});
}

}  // namespace

LearnerRow make_component_ridge_row() {
  return {"component_ridge",
          1,
          "one ridge regression per explicit output feature",
          facts_of(kRidge, kDecoder),
          "{method: component_ridge, ridge: [0.01, 1]}",
          parse,
          true};
}

}  // namespace preimage::suite::registry
