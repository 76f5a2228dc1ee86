#include "suite/data/data_source.hpp"

#include <cstdlib>

namespace preimage::suite::data {

std::filesystem::path project_root() {
  const char* root = std::getenv("PREIMAGE_ROOT");
  return root != nullptr && *root != '\0' ? root : PREIMAGE_SOURCE_ROOT;
}

DataSource make_data_source(const std::optional<std::filesystem::path>& data, bool stand_in) {
  DataSource source;
  source.manifest = load_manifest(project_root() / "datasets" / "manifest.tsv");
  source.search.data_option = data;
  const char* environment = std::getenv("PREIMAGE_DATA");
  if (environment != nullptr && *environment != '\0') source.search.environment = environment;
  source.search.cache = project_root() / "datasets" / "cache";
  source.stand_in = stand_in;
  return source;
}

}  // namespace preimage::suite::data
