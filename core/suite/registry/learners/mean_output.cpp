#include "preimage/models/mean_output.hpp"

#include "suite/registry/decoder_table.hpp"
#include "suite/registry/learner_table.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Part kDecoder{"decoder", "a decoder", "candidates where it is left out", true};

MakeMethod parse(const config::Reader& reader) {
  const ParsedDecoder decoder = parse_decoder(reader, kDecoder.name);
  if (decoder.recipe.fitted != decoders::Fitted::none)
    reader.fail(kDecoder.name, "decoder " + decoder.name +
                                   " looks at what is predicted for training samples, here always the same");
  return method<models::MeanOutputMethod>(decoder.recipe);
}

}  // namespace

LearnerRow make_mean_output_row() {
  return {"mean_output",
          1,
          "the mean of the training outputs for every input: the most frequent class, the mean vector; what "
          "others have to beat",
          facts_of(kDecoder),
          "{method: mean_output}",
          parse,
          true};
}

}  // namespace preimage::suite::registry
