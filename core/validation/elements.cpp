#include "validation/elements.hpp"

#include <fmt/format.h>

#include "base/error.hpp"

namespace preimage::validation {

Indices elements_of(const Elements& elements, const Indices& samples) {
  std::vector<arma::uword> result;
  for (const arma::uword sample : samples) {
    for (arma::uword e = elements.begin[sample]; e < elements.begin[sample + 1]; ++e) result.push_back(e);
  }
  return arma::conv_to<Indices>::from(result);
}

std::string aligned_symbols(const Elements& elements, const std::vector<std::string>& outputs,
                            const Indices& samples) {
  std::string symbols;
  for (const arma::uword sample : samples) {
    if (outputs[sample].size() != elements.length(sample)) {
      throw DataError(fmt::format("sample {}: {} elements and an output of {} symbols, expected as many",
                                  sample, elements.length(sample), outputs[sample].size()));
    }
    symbols += outputs[sample];
  }
  return symbols;
}

}  // namespace preimage::validation
