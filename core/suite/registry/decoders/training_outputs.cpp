#include "preimage/decoders/candidate_decoder.hpp"
#include "preimage/decoders/expected_loss.hpp"
#include "suite/registry/decoder_table.hpp"
#include "suite/registry/loss_table.hpp"

namespace preimage::suite::registry {

namespace {

namespace expected_loss {

constexpr Part kLoss{"loss", a_loss(),
                     "what it costs to predict y' where y is true, of two training outputs"};

decoders::DecoderRecipe parse(const config::Reader& reader) {
  return decoders::expected_loss_decoder(loss_table().make_pairwise(reader.map(kLoss.name)));
}

DecoderRow row() {
  return {"expected_loss",
          1,
          "the training output of the smallest loss, averaged with the prediction's weights of the others",
          facts_of(kLoss),
          "{name: expected_loss, loss: {name: feature_distance}}",
          parse};
}

}  // namespace expected_loss

}  // namespace

void add_training_outputs(DecoderRows& table) {
  table.push_back(plain_row<decoders::candidate_decoder>(
      "candidates", 1, "the training output nearest to the prediction in feature space"));
  table.push_back(expected_loss::row());
}

}  // namespace preimage::suite::registry
