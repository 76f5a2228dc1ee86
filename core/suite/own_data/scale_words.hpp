// The words of `scale`.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "preimage/models/column_transform.hpp"

namespace preimage::suite::own_data {

inline const std::vector<std::string>& scale_words() {
  static const std::vector<std::string> words = {"none", "standard", "minmax"};
  return words;
}

/// Requires one of the words.
inline models::Scale scale_of(const std::string& word) {
  constexpr models::Scale kScales[] = {models::Scale::none, models::Scale::standard, models::Scale::minmax};
  return kScales[std::find(scale_words().begin(), scale_words().end(), word) - scale_words().begin()];
}

}  // namespace preimage::suite::own_data
