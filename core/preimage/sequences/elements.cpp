#include "preimage/sequences/elements.hpp"

#include <set>
#include <stdexcept>

#include <fmt/format.h>

#include "preimage/regression/kernel_ridge.hpp"

namespace preimage::sequences {

Elements select(const Elements& elements, const arma::uvec& positions) {
  std::vector<arma::uword> lengths, rows;
  for (const arma::uword i : positions) {
    lengths.push_back(elements.offsets.length(i));
    for (arma::uword e = elements.offsets.begin(i); e < elements.offsets.end(i); ++e) rows.push_back(e);
  }
  return {samples::Offsets(lengths), elements.points.subset(arma::conv_to<arma::uvec>::from(rows)),
          elements.tokens, elements.work};
}

void require_aligned(const samples::DataSet& data, const std::string& method) {
  if (data.inputs.has<Elements>() && data.outputs.has<kernels::Strings>()) return;
  const bool are_strings = data.inputs.has<kernels::Strings>() && data.outputs.has<kernels::Strings>();
  throw std::invalid_argument("method " + method +
                              " needs inputs that are sequences and outputs that are strings" +
                              (are_strings ? ": an `element_kernel` makes sequences of strings" : ""));
}

AlignedSymbols aligned_symbols(const samples::DataSet& data) {
  const auto elements = data.inputs.get<Elements>();
  const auto outputs = data.outputs.get<kernels::Strings>();
  AlignedSymbols symbols{samples::Alphabet({&outputs}, elements.tokens), {}};
  for (arma::uword i = 0; i < outputs.size(); ++i) {
    const std::u32string numbers = symbols.alphabet.numbers_of(outputs[i]);
    if (numbers.size() != elements.offsets.length(i)) {
      throw std::invalid_argument(
          fmt::format("sample {}: {} elements and an output of {} symbols, expected as many",
                      data.inputs.numbers()(i), elements.offsets.length(i), numbers.size()));
    }
    symbols.numbers += numbers;
  }
  return symbols;
}

std::string symbols_of(const std::string& text) {
  const std::set<char> distinct(text.begin(), text.end());
  return {distinct.begin(), distinct.end()};
}

kernels::Gram element_gram(const kernels::Points& rows, const kernels::Points& columns) {
  return rows.with_copied_samples().against(columns.with_copied_samples());
}

arma::mat element_predictions(const kernels::Points& test, const kernels::Points& train,
                              const arma::mat& coefficients) {
  return regression::predict_by_blocks(element_gram(test, train), coefficients);
}

std::vector<std::string> strings_by_position(const samples::Offsets& offsets, const arma::mat& scores,
                                             const samples::Alphabet& alphabet,
                                             const std::function<arma::uvec(const arma::mat&)>& decode) {
  std::vector<std::string> result;
  for (arma::uword i = 0; i < offsets.size(); ++i) {
    std::u32string numbers;
    if (offsets.length(i) > 0) {
      const arma::mat block = scores.rows(offsets.span(i));
      for (const arma::uword symbol : decode(block)) numbers += static_cast<char32_t>(symbol);
    }
    result.push_back(alphabet.text_of(numbers));
  }
  return result;
}

}  // namespace preimage::sequences
