#include "preimage/decoders/decoder.hpp"

#include <stdexcept>
#include <utility>

namespace preimage::decoders {

namespace {

class FormulaDecoder final : public Decoder {
 public:
  using Map = std::function<arma::mat(const outputs::FeaturePoints&, const outputs::OutputSpace&)>;
  FormulaDecoder(std::shared_ptr<const outputs::OutputSpace> outputs, Map map)
      : outputs_(std::move(outputs)), map_(std::move(map)) {}
  Decoded decode(const outputs::FeaturePoints& points, const Hints& /*hints*/) const override {
    return {map_(points, *outputs_)};
  }

 private:
  std::shared_ptr<const outputs::OutputSpace> outputs_;
  Map map_;
};

}  // namespace

Hints numbered(arma::uword count) {
  return {count == 0 ? arma::uvec() : arma::regspace<arma::uvec>(0, count - 1)};
}

void require_vectors(const outputs::OutputSpace& outputs, const std::string& decoder) {
  if (outputs.vectors().is_empty())
    throw std::invalid_argument("decoder " + decoder + " needs outputs that are vectors");
}

MakeDecoder formula_decoder(
    std::function<arma::mat(const outputs::FeaturePoints&, const outputs::OutputSpace&)> map,
    const std::string& name) {
  return [map = std::move(map), name](std::shared_ptr<const outputs::OutputSpace> outputs) {
    require_vectors(*outputs, name);
    return std::make_unique<const FormulaDecoder>(std::move(outputs), map);
  };
}

}  // namespace preimage::decoders
