#include "suite/tables/shown_names.hpp"

#include <algorithm>
#include <map>

namespace preimage::suite::tables {

std::string in_words(const std::string& key) {
  std::string words = key;
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

std::string shown_name(const std::string& key) {
  static const std::map<std::string, std::string> names = {
      {"kde", "KDE"},
      {"jkse", "JKSE"},
      {"one_vs_rest_svm", "1-vs-rest SVM"},
      {"l_bfgs", "L-BFGS"},
      {"psnr_db", "PSNR, dB"},
      {"symbol_accuracy_percent", "letters right, %"},
      {"word_accuracy_percent", "words right, %"},
      {"edit_accuracy_percent", "letters right by edit distance, %"},
      {"map_calls_per_C", "searches per C"},
  };
  if (const auto known = names.find(key); known != names.end()) return known->second;
  return in_words(key);
}

}  // namespace preimage::suite::tables
