#pragma once

#include <string>

#include "base/content_cache.hpp"
#include "data/manifest.hpp"

namespace preimage::experiments {

/// Where data comes from in this run: the search path, or the stand-ins made by formula.
struct DataSource {
  data::Manifest manifest;
  data::SearchPath search;
  bool stand_in = false;
  base::ContentCache cache;  // of what is made of the data and is expensive; keeps nothing by default

  /// A file of the manifest, verified. throws DataError
  data::FoundFile find(const std::string& file) const { return data::find_dataset(manifest, file, search); }
};

}  // namespace preimage::experiments
