#pragma once

#include "preimage/decoders/candidate_decoder.hpp"
#include "preimage/models/method.hpp"

namespace preimage::models {

/// What a method has to beat: of every input the mean of the training outputs in the output kernel's feature
/// space,
///   phibar = 1/m sum_i phi(y_i),
/// decoded. By candidates that is the most frequent class, under the class kernel, and else the training
/// output that lies most in the middle; in closed form under the linear kernel it is the mean vector. Nothing
/// of the inputs is looked at.
class MeanOutputMethod final : public Method {
 public:
  /// throws  std::invalid_argument where the decoder looks at predictions for the training samples: here they
  ///         are all one
  explicit MeanOutputMethod(decoders::DecoderRecipe decoder = decoders::candidate_decoder());

  void require(const samples::DataSet& data) const override;
  FittedPtr fit(std::size_t g, const samples::DataSet& training,
                const regression::KeptArrays& kept = {}) const override;

 private:
  decoders::DecoderRecipe decoder_;
};

}  // namespace preimage::models
