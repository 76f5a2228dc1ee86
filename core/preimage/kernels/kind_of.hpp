// What samples are, in words: for messages about samples that do not fit together.
#pragma once

#include <string>

#include "preimage/kernels/kernel.hpp"

namespace preimage::kernels {

/// Of samples that nobody has put into words; a type of one's own can, by a kind_of in its namespace.
template <class Samples>
std::string kind_of(const Samples& /*samples*/) {
  return "samples of a type of their own";
}

/// "vectors of 3 numbers"
std::string kind_of(const Vectors& samples);
std::string kind_of(const samples::VectorSequences& samples);
inline std::string kind_of(const Strings& /*samples*/) {
  return "strings";
}
inline std::string kind_of(const StringPairs& /*samples*/) {
  return "pairs of strings";
}
inline std::string kind_of(const Labels& /*samples*/) {
  return "classes";
}
inline std::string kind_of(const LabelSets& /*samples*/) {
  return "sets of labels";
}

}  // namespace preimage::kernels
