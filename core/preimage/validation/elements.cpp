#include "preimage/validation/elements.hpp"

#include <set>

#include <fmt/format.h>

#include "preimage/base/error.hpp"

namespace preimage::validation {

Indices elements_of(const Elements& elements, const Indices& samples) {
  std::vector<arma::uword> result;
  for (const arma::uword sample : samples) {
    for (arma::uword e = elements.offsets.begin(sample); e < elements.offsets.end(sample); ++e)
      result.push_back(e);
  }
  return arma::conv_to<Indices>::from(result);
}

std::string aligned_symbols(const Elements& elements, const std::vector<std::string>& outputs,
                            const Indices& samples) {
  std::string symbols;
  for (const arma::uword sample : samples) {
    if (outputs[sample].size() != elements.offsets.length(sample)) {
      throw DataError(fmt::format("sample {}: {} elements and an output of {} symbols, expected as many",
                                  sample, elements.offsets.length(sample), outputs[sample].size()));
    }
    symbols += outputs[sample];
  }
  return symbols;
}

std::string symbols_of(const std::string& text) {
  const std::set<char> distinct(text.begin(), text.end());
  return {distinct.begin(), distinct.end()};
}

regression::GramBlock gram_block(const Elements& elements, const Indices& rows, const Indices& columns) {
  return [&elements, rows, columns](const arma::span& r, const arma::span& c) {
    return elements.gram.submat(rows.subvec(r), columns.subvec(c));
  };
}

arma::mat element_predictions(const Elements& elements, const Indices& test, const Indices& train,
                              const arma::mat& coefficients) {
  return regression::blocked_predictions(gram_block(elements, test, train), test.n_elem, coefficients);
}

std::vector<std::string> strings_by_position(const Elements& elements, const Indices& samples,
                                             const arma::mat& scores, const std::string& alphabet,
                                             const std::function<arma::uvec(const arma::mat&)>& decode) {
  std::vector<std::string> result;
  arma::uword begin = 0;
  for (const arma::uword sample : samples) {
    std::string text;
    const arma::uword length = elements.offsets.length(sample);
    if (length > 0) {
      const arma::mat block = scores.rows(begin, begin + length - 1);
      for (const arma::uword symbol : decode(block)) text += alphabet[symbol];
    }
    begin += length;
    result.push_back(std::move(text));
  }
  return result;
}

}  // namespace preimage::validation
