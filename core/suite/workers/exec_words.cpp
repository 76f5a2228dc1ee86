#include "suite/workers/exec_words.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <unistd.h>

extern char** environ;

namespace preimage::suite::workers {

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

std::vector<std::string> environment_with(const std::vector<std::pair<std::string, std::string>>& variables) {
  std::vector<std::string> result;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string variable = *entry;
    const bool replaced = std::any_of(variables.begin(), variables.end(), [&](const auto& extra) {
      return variable.starts_with(extra.first + "=");
    });
    if (!replaced) result.push_back(variable);
  }
  for (const auto& [name, value] : variables) result.push_back(fmt::format("{}={}", name, value));
  return result;
}

}  // namespace preimage::suite::workers
