#include "preimage/kernels/joint_spectrum_kernel.hpp"

#include <stdexcept>
#include <string_view>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/kernels/sparse_counts.hpp"

namespace preimage::kernels {

namespace {

/// The features of some pairs, one after the other: `length` input symbols and an output symbol each.
std::vector<std::string> feature_texts(const StringPairs& pairs, std::size_t length) {
  std::vector<std::string> texts;
  for (std::size_t s = 0; s < pairs.size(); ++s) {
    const auto& [input, output] = pairs[s];
    if (input.size() != output.size()) {
      throw std::invalid_argument(fmt::format(
          "joint spectrum kernel: pair {} has an input of {} and an output of {} symbols, expected as many",
          s, input.size(), output.size()));
    }
    std::string& text = texts.emplace_back();
    for (std::size_t i = 0; i + length <= input.size(); ++i) {
      text += input.substr(i, length) + output[i + (length - 1) / 2];
    }
  }
  return texts;
}

std::vector<Occurrences> cut(const std::vector<std::string>& texts, std::size_t width) {
  std::vector<Occurrences> result(texts.size());
  for (std::size_t s = 0; s < texts.size(); ++s) {
    const std::string_view text = texts[s];
    for (std::size_t i = 0; i < text.size(); i += width) result[s].push_back(text.substr(i, width));
  }
  return result;
}

}  // namespace

JointSpectrumKernel::JointSpectrumKernel(int length) : length_(static_cast<std::size_t>(length)) {
  if (length < 1 || length % 2 == 0) {
    throw NumericalError(
        fmt::format("joint spectrum kernel: length is {}, expected an odd number >= 1", length));
  }
}

arma::mat JointSpectrumKernel::cross_gram(const StringPairs& a, const StringPairs& b) const {
  const std::vector<std::string> a_texts = feature_texts(a, length_);
  const std::vector<std::string> b_texts = feature_texts(b, length_);
  return count_products(cut(a_texts, length_ + 1), cut(b_texts, length_ + 1));
}

arma::mat JointSpectrumKernel::gram(const StringPairs& a) const {
  const std::vector<std::string> texts = feature_texts(a, length_);
  return count_products(cut(texts, length_ + 1));
}

arma::vec JointSpectrumKernel::diagonal(const StringPairs& a) const {
  const std::vector<std::string> texts = feature_texts(a, length_);
  return squared_counts(cut(texts, length_ + 1));
}

}  // namespace preimage::kernels
