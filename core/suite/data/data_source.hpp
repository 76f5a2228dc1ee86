#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "suite/data/content_cache.hpp"
#include "suite/data/manifest.hpp"
#include "suite/data/program_folders.hpp"

namespace preimage::suite::data {

/// Where data comes from in this run: the search path, or the stand-ins made by formula.
struct DataSource {
  Manifest manifest;
  SearchPath search;
  bool stand_in = false;
  /// What can change the last bits of a number on equal input: belongs to the name of what is kept in
  /// `cache`.
  std::string rounding;
  ContentCache cache;  // of what is made of the data and is expensive; keeps nothing by default

  /// A file of the manifest, verified. throws DataError
  FoundFile find(const std::string& file) const { return find_dataset(manifest, file, search); }
};

/// The search path and manifest that the options and the environment give.
DataSource make_data_source(const std::optional<std::filesystem::path>& data, bool stand_in);

}  // namespace preimage::suite::data
