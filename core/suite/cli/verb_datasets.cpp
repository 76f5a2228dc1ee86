#include <iostream>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/cli/verbs.hpp"

namespace preimage::suite::cli {

/// One line per file of the manifest: where a verified copy lies, or why there is none.
int verb_datasets(const std::optional<std::filesystem::path>& data) {
  const data::DataSource source = data::make_data_source(data, false);
  bool all_found = true;
  for (const data::DatasetFile& file : source.manifest.files) {
    std::cout << fmt::format("{:<12} {:<32} {}\n", file.set, file.file, file.shape);
    try {
      const data::FoundFile found = source.find(file.file);
      std::cout << fmt::format("{:<12}   verified: {} (sha256 of the content {})\n", "", found.path.string(),
                               found.content_sha256);
    } catch (const DataError& error) {
      all_found = false;
      std::cout << fmt::format("{:<12}   {}\n", "", error.what());
    }
    std::cout << fmt::format("{:<12}   terms: {}\n", "", file.terms);
  }
  return all_found ? kOk : kData;
}

}  // namespace preimage::suite::cli
