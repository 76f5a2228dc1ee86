// Step 3 of kernel dependency estimation: from a point in the output feature space to an output.
#pragma once

#include <armadillo>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "preimage/outputs/output_space.hpp"

namespace preimage::decoders {

/// What a decoder may know of the t samples beside their points: never their outputs.
struct Hints {
  arma::uvec numbers;  // t: a sample's name, of which random starts are made
  std::function<arma::mat()> observed =
      {};  // t x d: the outputs as they were observed, with noise; or nothing
};

/// 0, 1, ... t - 1 as names.
Hints numbered(arma::uword count);

/// What a decoder found for t samples.
struct Decoded {
  std::variant<arma::uvec, arma::mat> outputs;  // t positions of training outputs, or t x d vectors
  std::map<std::string, arma::vec> diagnostics =
      {};                               // t values each: "converged" (1 or 0), "iterations", "residual"
  std::vector<std::string> notes = {};  // "pre-image not converged for 3 of 800 samples"
};

/// A decoder bound to the outputs of one training set.
class Decoder {
 public:
  virtual ~Decoder() = default;
  /// throws  NumericalError (not finite)
  virtual Decoded decode(const outputs::FeaturePoints& points, const Hints& hints) const = 0;
};

using DecoderPtr = std::unique_ptr<const Decoder>;

/// Binds a decoder to training outputs.
/// throws  std::invalid_argument where they are not of the kind that it needs
using MakeDecoder = std::function<DecoderPtr(std::shared_ptr<const outputs::OutputSpace>)>;

/// throws  std::invalid_argument naming the decoder where the outputs are no vectors
void require_vectors(const outputs::OutputSpace& outputs, const std::string& decoder);

/// A decoder that is one formula.
/// map  t x d outputs of points, for outputs of m training samples
MakeDecoder formula_decoder(
    std::function<arma::mat(const outputs::FeaturePoints&, const outputs::OutputSpace&)> map,
    const std::string& name);

}  // namespace preimage::decoders
