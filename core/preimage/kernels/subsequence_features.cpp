#include "preimage/kernels/subsequence_features.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace preimage::kernels {

Alphabet alphabet_of(std::initializer_list<const Strings*> samples) {
  Alphabet alphabet;
  for (const Strings* block : samples) {
    for (const std::string& sample : *block) {
      for (const char symbol : sample) alphabet.occurs[static_cast<unsigned char>(symbol)] = true;
    }
  }
  for (std::size_t byte = 0; byte < alphabet.occurs.size(); ++byte) {
    if (alphabet.occurs[byte]) alphabet.index[byte] = alphabet.size++;
  }
  return alphabet;
}

namespace {

/// Adds to `features` (alphabet^length entries, zero) the sums over all occurrences in `sample`, each
/// weighted lambda^(l(i) - r). levels[p] holds the alphabet^p prefixes of length p; levels[0] = {1} never
/// decays, since a first symbol follows nothing.
void accumulate(const std::string& sample, const Alphabet& alphabet, double decay,
                std::vector<std::vector<double>>& levels, double* features) {
  for (std::size_t p = 1; p < levels.size(); ++p) std::fill(levels[p].begin(), levels[p].end(), 0.0);
  for (const char symbol : sample) {
    if (!alphabet.occurs[static_cast<unsigned char>(symbol)]) {  // it only makes gaps longer
      for (std::size_t p = levels.size() - 1; p >= 1; --p) {
        for (double& weight : levels[p]) weight *= decay;
      }
      continue;
    }
    const std::size_t c = alphabet.index[static_cast<unsigned char>(symbol)];
    const std::vector<double>& longest = levels.back();
    double* ending_here = features + c * longest.size();
    for (std::size_t u = 0; u < longest.size(); ++u) ending_here[u] += longest[u];
    for (std::size_t p = levels.size() - 1; p >= 1; --p) {  // downwards: level p reads the old level p - 1
      for (double& weight : levels[p]) weight *= decay;
      double* extended = levels[p].data() + c * levels[p - 1].size();
      for (std::size_t u = 0; u < levels[p - 1].size(); ++u) extended[u] += levels[p - 1][u];
    }
  }
}

}  // namespace

arma::mat subsequence_features(const Strings& samples, const Alphabet& alphabet, int length, double decay) {
  std::vector<std::vector<double>> levels;
  std::size_t prefixes = 1;
  for (int p = 0; p < length; ++p) {
    levels.emplace_back(prefixes, 1.0);
    prefixes *= alphabet.size;
  }
  arma::mat features(prefixes, samples.size(), arma::fill::zeros);
  if (features.is_empty()) return features;  // no sample has a symbol
  for (std::size_t i = 0; i < samples.size(); ++i) {
    accumulate(samples[i], alphabet, decay, levels, features.colptr(i));
  }
  features *= std::pow(decay, length);
  return features;
}

}  // namespace preimage::kernels
