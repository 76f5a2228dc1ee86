// Kernels on strings that are the texts of other objects: trees in brackets, molecules.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "preimage/base/text.hpp"
#include "preimage/kernels/kernel.hpp"

namespace preimage::kernels {

/// k(s, t) = k'(parse(s), parse(t)), k' a kernel on objects. So a column of a table holds such objects, a
/// model file keeps them, and candidates among outputs are predicted, as strings.
/// parse  one text -> one object; throws std::invalid_argument for what is no text of one
/// cost   of a block: each text is parsed once
template <class Object>
class ParsedKernel final : public Kernel<Strings> {
 public:
  using Objects = std::vector<Object>;
  using Parse = std::function<Object(std::string_view text)>;

  ParsedKernel(SharedKernel<Objects> kernel, Parse parse)
      : kernel_(std::move(kernel)), parse_(std::move(parse)) {}

  std::string description() const override { return kernel_->description(); }
  /// throws  std::invalid_argument "'(S (NP a)': ..." with what parse() throws; so the others
  arma::mat cross_gram(const Strings& a, const Strings& b) const override {
    return kernel_->cross_gram(objects(a), objects(b));
  }
  arma::mat gram(const Strings& a) const override { return kernel_->gram(objects(a)); }
  arma::vec diagonal(const Strings& a) const override { return kernel_->diagonal(objects(a)); }
  bool maps_several_to_zero() const override { return kernel_->maps_several_to_zero(); }

 private:
  Objects objects(const Strings& texts) const {
    Objects parsed;
    parsed.reserve(texts.size());
    for (const std::string& text : texts) {
      try {
        parsed.push_back(parse_(text));
      } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(fmt::format("{}: {}", base::excerpt(text), error.what()));
      }
    }
    return parsed;
  }

  SharedKernel<Objects> kernel_;
  Parse parse_;
};

}  // namespace preimage::kernels
