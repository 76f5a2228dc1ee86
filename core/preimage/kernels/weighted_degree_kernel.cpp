#include "preimage/kernels/weighted_degree_kernel.hpp"

#include <algorithm>

#include "preimage/base/error.hpp"

namespace preimage::kernels {

WeightedDegreeKernel::WeightedDegreeKernel(int degree, samples::Tokens tokens)
    : weights_(1, 0.0), tokens_(tokens) {
  if (degree < 1 || degree > kMaxDegree)
    throw NumericalError(
        fmt::format("weighted degree kernel: degree is {}, expected 1 to {}", degree, kMaxDegree));
  for (int k = 1; k <= degree; ++k)
    weights_.push_back(weights_.back() + 2.0 * (degree - k + 1) / (degree * (degree + 1.0)));
}

double WeightedDegreeKernel::value(const std::u32string& s, const std::u32string& t) const {
  double sum = 0.0;
  std::size_t run = 0;  // of equal symbols that ends here
  for (std::size_t i = 0; i < std::min(s.size(), t.size()); ++i) {
    run = s[i] == t[i] ? std::min(run + 1, weights_.size() - 1) : 0;
    sum += weights_[run];
  }
  return sum;
}

arma::mat WeightedDegreeKernel::cross_gram(const Strings& a, const Strings& b) const {
  const samples::Alphabet alphabet({&a, &b}, tokens_);
  std::vector<std::u32string> columns;
  for (const std::string& t : b) columns.push_back(alphabet.numbers_of(t));
  arma::mat gram(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::u32string s = alphabet.numbers_of(a[i]);
    for (std::size_t j = 0; j < b.size(); ++j) gram(i, j) = value(s, columns[j]);
  }
  return gram;
}

arma::vec WeightedDegreeKernel::diagonal(const Strings& a) const {
  arma::vec values(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::u32string s(samples::cut(a[i], tokens_).size(), U'a');
    values(i) = value(s, s);
  }
  return values;
}

}  // namespace preimage::kernels
