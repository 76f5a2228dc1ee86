#include "suite/report/shown_names.hpp"

#include <map>

namespace preimage::suite::report {

namespace {

/// A method that no ledger names is called by its learner, a measure by its key, both with blanks for underscores.
const std::map<std::string, std::string>& names() {
  static const std::map<std::string, std::string> names = {
      {"kde", "KDE"},
      {"jkse", "JKSE"},
      {"one vs rest svm", "1-vs-rest SVM"},
      {"l bfgs", "L-BFGS"},
      {"psnr db", "PSNR, dB"},
      {"symbol accuracy percent", "letters right, %"},
      {"word accuracy percent", "words right, %"},
      {"edit accuracy percent", "letters right by edit distance, %"},
      {"map calls per C", "searches per C"},
  };
  return names;
}

}  // namespace

std::string shown_name(const std::string& title) {
  if (const auto whole = names().find(title); whole != names().end()) return whole->second;
  const std::size_t comma = title.find(", ");
  if (comma == std::string::npos) return title;
  const auto first = names().find(title.substr(0, comma)), last = names().find(title.substr(comma + 2));
  return (first == names().end() ? title.substr(0, comma) : first->second) + ", " +
         (last == names().end() ? title.substr(comma + 2) : last->second);
}

}  // namespace preimage::suite::report
