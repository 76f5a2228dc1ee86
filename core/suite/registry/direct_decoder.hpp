// Decoders that need no search: one formula, or one map learned beforehand.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "preimage/base/error.hpp"
#include "suite/registry/decoder_table.hpp"

namespace preimage::suite::registry {

class DirectDecoder final : public Decoder {
 public:
  explicit DirectDecoder(std::function<arma::mat(const validation::FeaturePrediction&)> map)
      : map_(std::move(map)) {}
  validation::Prediction decode(const validation::FeaturePrediction& prediction,
                                const validation::Indices& /*test*/) const override {
    return {validation::Outputs{map_(prediction)}};
  }

 private:
  std::function<arma::mat(const validation::FeaturePrediction&)> map_;
};

/// throws  ConfigError naming the decoder where the outputs are no vectors
inline void require_vectors(const validation::Problem& problem, const std::string& decoder) {
  if (problem.output_vectors.is_empty())
    throw ConfigError("decoder " + decoder + " needs outputs that are vectors");
}

}  // namespace preimage::suite::registry
