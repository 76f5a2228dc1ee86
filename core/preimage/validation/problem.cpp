#include "preimage/validation/problem.hpp"

#include "preimage/base/error.hpp"

namespace preimage::validation {

std::vector<std::string> strings_of(const std::vector<std::string>& strings, const Indices& samples) {
  std::vector<std::string> result;
  for (const arma::uword sample : samples) result.push_back(strings[sample]);
  return result;
}

void require_aligned(const Problem& problem, const std::string& method) {
  if (problem.elements && !problem.output_strings.empty()) return;
  throw ConfigError("method " + method + " needs inputs that are sequences and outputs that are strings");
}

void require_localization(const Problem& problem, const std::string& method) {
  if (problem.localization) return;
  throw ConfigError("method " + method + " needs inputs that are images with objects to be found");
}

}  // namespace preimage::validation
