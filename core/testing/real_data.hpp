#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include <doctest/doctest.h>

namespace preimage::testing {

/// The file of a real data set ("usps/zip.train.gz") below PREIMAGE_DATA. Nothing, and a message, where it is
/// not there: the test then returns, because the data are not ours to ship.
inline std::optional<std::filesystem::path> real_data(const std::string& file) {
  const char* folder = std::getenv("PREIMAGE_DATA");
  const std::filesystem::path path = std::filesystem::path(folder == nullptr ? "" : folder) / file;
  if (std::filesystem::exists(path)) return path;
  MESSAGE(file << " is not here: not tested");
  return std::nullopt;
}

}  // namespace preimage::testing
