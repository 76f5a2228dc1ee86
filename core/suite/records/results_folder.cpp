#include "suite/records/results_folder.hpp"

#include <algorithm>
#include <set>

namespace preimage::suite::records {

std::vector<std::string> ResultsFolder::profiles() const {
  if (!std::filesystem::is_directory(path_)) return {};
  const std::set<std::filesystem::path> others = {cells(), cache(), sweeps(), jobs(), configs()};
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(path_)) {
    if (entry.is_directory() && !others.contains(entry.path()))
      names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace preimage::suite::records
