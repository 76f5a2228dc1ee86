#include "preimage/kernels/sparse_counts.hpp"

#include <unordered_map>

#include "preimage/samples/ngrams.hpp"

namespace preimage::kernels {

arma::mat count_products(const std::vector<Occurrences>& a, const std::vector<Occurrences>& b) {
  struct Posting {
    arma::uword sample;
    double count;
  };
  std::unordered_map<std::string_view, std::vector<Posting>> samples_with;  // of b, by text
  for (std::size_t j = 0; j < b.size(); ++j) {
    for (const auto& [text, count] : samples::counted(b[j])) samples_with[text].push_back({j, count});
  }
  arma::mat products(b.size(), a.size(), arma::fill::zeros);  // transposed: one column per sample of a
  for (std::size_t i = 0; i < a.size(); ++i) {
    double* column = products.colptr(i);
    for (const auto& [text, count] : samples::counted(a[i])) {
      const auto found = samples_with.find(text);
      if (found == samples_with.end()) continue;
      for (const Posting& posting : found->second) column[posting.sample] += count * posting.count;
    }
  }
  return products.t();
}

arma::vec squared_counts(const std::vector<Occurrences>& a) {
  arma::vec squares(a.size(), arma::fill::zeros);
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (const auto& [text, count] : samples::counted(a[i])) squares(i) += count * count;
  }
  return squares;
}

}  // namespace preimage::kernels
