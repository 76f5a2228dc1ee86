#include "preimage/kernels/wrappers.hpp"

#include <utility>

namespace preimage::kernels {

namespace {

Strings side(const StringPairs& pairs, std::string StringPair::*member) {
  Strings strings;
  for (const StringPair& pair : pairs) strings.push_back(pair.*member);
  return strings;
}

}  // namespace

ProductKernel::ProductKernel(KernelPtr<Strings> input, KernelPtr<Strings> output)
    : input_(std::move(input)), output_(std::move(output)) {}

arma::mat ProductKernel::cross_gram(const StringPairs& a, const StringPairs& b) const {
  return input_->cross_gram(side(a, &StringPair::input), side(b, &StringPair::input)) %
         output_->cross_gram(side(a, &StringPair::output), side(b, &StringPair::output));
}

arma::vec ProductKernel::diagonal(const StringPairs& a) const {
  return input_->diagonal(side(a, &StringPair::input)) % output_->diagonal(side(a, &StringPair::output));
}

arma::mat ProductKernel::gram(const StringPairs& a) const {
  return input_->gram(side(a, &StringPair::input)) % output_->gram(side(a, &StringPair::output));
}

arma::vec ProductKernel::rounding(const StringPairs& a) const {
  const Strings inputs = side(a, &StringPair::input), outputs = side(a, &StringPair::output);
  return arma::max(arma::vec(input_->rounding(inputs) % output_->diagonal(outputs)),
                   arma::vec(input_->diagonal(inputs) % output_->rounding(outputs)));
}

}  // namespace preimage::kernels
