// Kernels on strings that are the texts of other objects: trees in brackets, molecules.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "preimage/base/text.hpp"
#include "preimage/kernels/kernel.hpp"

namespace preimage::kernels {

/// The object of each text.
/// parse   one text -> one object; throws std::invalid_argument for what is no text of one
/// throws  std::invalid_argument "'(S (NP a)': ..." with what parse throws
template <class Parse>
auto parse_all(const Strings& texts, const Parse& parse) {
  std::vector<std::decay_t<decltype(parse(std::string_view()))>> parsed;
  parsed.reserve(texts.size());
  for (const std::string& text : texts) {
    try {
      parsed.push_back(parse(text));
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(fmt::format("{}: {}", base::excerpt(text), error.what()));
    }
  }
  return parsed;
}

/// k(s, t) = k'(parse(s), parse(t)), k' a kernel on objects. So a column of a table holds such objects, a
/// model file keeps them, and candidates among outputs are predicted, as strings.
/// parse  as of parse_all
/// cost   of a block: each text is parsed once
template <class Object>
class ParsedKernel final : public Kernel<Strings> {
 public:
  using Objects = std::vector<Object>;
  using Parse = std::function<Object(std::string_view text)>;

  ParsedKernel(SharedKernel<Objects> kernel, Parse parse)
      : kernel_(std::move(kernel)), parse_(std::move(parse)) {}

  std::string description() const override { return kernel_->description(); }
  /// throws  as parse_all; so the others
  arma::mat cross_gram(const Strings& a, const Strings& b) const override {
    return kernel_->cross_gram(objects(a), objects(b));
  }
  arma::mat gram(const Strings& a) const override { return kernel_->gram(objects(a)); }
  arma::vec diagonal(const Strings& a) const override { return kernel_->diagonal(objects(a)); }
  bool maps_several_to_zero() const override { return kernel_->maps_several_to_zero(); }

 private:
  Objects objects(const Strings& texts) const { return parse_all(texts, parse_); }

  SharedKernel<Objects> kernel_;
  Parse parse_;
};

}  // namespace preimage::kernels
