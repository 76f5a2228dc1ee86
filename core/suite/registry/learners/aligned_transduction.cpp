#include "preimage/models/aligned_transduction.hpp"

#include "suite/registry/element_regression.hpp"
#include "suite/registry/learner_table.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Part kLanguageModel{"language_model", "a map", "of n-grams of the training outputs", true};
constexpr Integer kOrder{"order", 1, 5, "n"};
constexpr Number kDelta{"delta", config::kNonNegative, "added to every count", 0.0};
constexpr Numbers kWeight{"weight", config::kNonNegative,
                          "of the model's log probability; only with language_model", Preferred::smaller};

MakeMethod parse(const config::Reader& reader) {
  models::AlignedTransductionOptions options;
  options.regression = parse_element_regression(reader);
  if (const std::optional<config::Reader> model = reader.optional_map(kLanguageModel.name)) {
    options.language_model.emplace();
    options.language_model->order = kOrder.read_as<std::size_t>(*model);
    options.language_model->smoothing.delta = kDelta.read(*model);
    options.weights = kWeight.read(reader);
  }
  return [options](const std::shared_ptr<sequences::SharedWork>& work) {
    return std::make_shared<const models::AlignedTransductionMethod>(options, work);
  };
}

}  // namespace

LearnerRow make_aligned_transduction_row() {
  return {"aligned_transduction",
          1,
          "regression from each element of a sequence to its symbol, read with a language model",
          facts_of(element_regression_parameters(), kLanguageModel,
                   below(kLanguageModel.name, facts_of(kOrder, kDelta)), kWeight),
          "{method: aligned_transduction, ridge: 0.1, language_model: {order: 2}, weight: [0.01, 0.1]}",
          parse,
          true};
}

}  // namespace preimage::suite::registry
