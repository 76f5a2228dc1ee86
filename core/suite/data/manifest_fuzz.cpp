// The list of data files: none lies outside its folder.
#include <filesystem>
#include <string_view>

#include "suite/data/manifest.hpp"
#include "testing/fuzz_target.hpp"

namespace data = preimage::suite::data;
using preimage::testing::require;

namespace {

void read_input(std::string_view input) {
  for (const data::DatasetFile& file : data::parse_manifest(input, "manifest.tsv").files) {
    const std::filesystem::path path = file.file;
    require(path.is_relative(), "a file's path is relative");
    for (const auto& part : path) require(part != "..", "a file's path stays inside");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
