#include "preimage/models/interpolation.hpp"
#include "preimage/models/mean_output.hpp"
#include "preimage/models/nearest_neighbours.hpp"
#include "suite/registry/decoder_table.hpp"
#include "suite/registry/learner_table.hpp"

namespace preimage::suite::registry {

namespace {

namespace mean_output {

constexpr Part kDecoder{"decoder", a_decoder(), "candidates where it is left out", true};

models::MethodPtr parse(const config::Reader& reader) {
  const ParsedDecoder decoder = parse_decoder(reader, kDecoder.name);
  if (decoder.recipe.fitted != decoders::TrainingPredictions::none)
    reader.fail(kDecoder.name, "decoder " + decoder.name +
                                   " looks at what is predicted for training samples, here always the same");
  return models::mean_output_method(decoder.recipe);
}

LearnerRow row() {
  return with_scores(
      {"mean_output", 1,
       "the mean of the training outputs for every input: the most frequent class, the mean vector; what "
       "others have to beat",
       facts_of(kDecoder), "{method: mean_output}", parse, true});
}

}  // namespace mean_output

namespace nearest_neighbours {

constexpr Integers kK{"k", 1, 1000000, "neighbours", Preferred::smaller};
constexpr Choice kOneNeighbour{"one_neighbour", "candidate | any",
                               "any: k = 1 may answer with an output that is no candidate", "candidate"};

models::MethodPtr parse(const config::Reader& reader) {
  models::NearestNeighbourOptions options;
  options.ks = kK.read_as<arma::uword>(reader);
  options.one_may_be_any = kOneNeighbour.is(reader, "any");
  return models::nearest_neighbour_method(options);
}

LearnerRow row() {
  return with_scores({"nearest_neighbours", 4, "the outputs of the k nearest training samples",
                      facts_of(kK, kOneNeighbour), "{method: nearest_neighbours, k: [1, 3]}", parse});
}

}  // namespace nearest_neighbours

template <arma::mat (*weights)(const arma::vec& knots, const arma::vec& queries)>
LearnerRow interpolation(const std::string& name, const std::string& summary) {
  return {name, 1, summary, {}, "{method: " + name + "}", [name](const config::Reader&) {
            return models::interpolation_method(name, weights);
          }};
}

}  // namespace

void add_baselines(LearnerRows& table) {
  table.insert(
      table.end(),
      {mean_output::row(), nearest_neighbours::row(),
       interpolation<models::linear_interpolation>(
           "linear_interpolation", "straight lines between the training outputs, over one input column"),
       interpolation<models::cubic_spline>(
           "cubic_spline",
           "a cubic spline (not-a-knot ends) through the training outputs, over one input column")});
}

}  // namespace preimage::suite::registry
