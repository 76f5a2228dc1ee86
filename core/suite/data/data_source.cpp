#include "suite/data/data_source.hpp"

#include <cstdlib>

namespace preimage::suite::data {

DataSource make_data_source(const std::optional<std::filesystem::path>& data, bool stand_in) {
  const ProgramFolders folders = program_folders();
  DataSource source;
  source.manifest = load_manifest(folders.root / "datasets" / "manifest.tsv");
  source.search.data_option = data;
  const char* environment = std::getenv("PREIMAGE_DATA");
  if (environment != nullptr && *environment != '\0') source.search.environment = environment;
  source.search.cache = folders.datasets;
  source.search.fetch = folders.fetch;
  source.stand_in = stand_in;
  return source;
}

}  // namespace preimage::suite::data
