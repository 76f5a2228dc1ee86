#include "suite/records/results_folder.hpp"

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <set>
#include <system_error>

#include <fmt/format.h>

#include "preimage/base/file.hpp"
#include "preimage/base/sha256.hpp"

namespace preimage::suite::records {

std::vector<std::string> ResultsFolder::profiles() const {
  if (!std::filesystem::is_directory(path_)) return {};
  const std::set<std::filesystem::path> others = {cells(),  cache(), unfinished(),
                                                  sweeps(), jobs(),  configs()};
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(path_)) {
    if (entry.is_directory() && !others.contains(entry.path()))
      names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

void ResultsFolder::remove_unfinished(const std::string& key) const {
  std::error_code code;
  std::filesystem::remove_all(unfinished(key), code);
  std::filesystem::remove(unfinished(), code);  // where it is empty
}

base::FileLock lock_for(const ResultsFolder& results, const std::string& what) {
  constexpr std::size_t kDigits = 15;  // 60 bits, as FileLock's bytes
  base::create_folder_durably(results.configs());
  const std::int64_t byte = std::stoll(base::sha256(what).substr(0, kDigits), nullptr, 16);
  return base::FileLock::wait(results.locks(), byte, [&](const std::optional<base::LockHolder>& holder) {
    std::cerr << fmt::format("{}: waits for {}, which {} has since {}\n", results.path().string(), what,
                             holder ? holder->name() : "another process", holder ? holder->since : "before");
  });
}

}  // namespace preimage::suite::records
