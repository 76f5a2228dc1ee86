// A config's own data: no path leaves the config's folder.
#include <algorithm>
#include <string>
#include <string_view>

#include "preimage/base/text.hpp"
#include "suite/own_data/data_file.hpp"
#include "testing/fuzz_target.hpp"

namespace own_data = preimage::suite::own_data;
using preimage::testing::require;

namespace {

void read_input(std::string_view input) {
  const std::string text = "name: string_pairs\npath: " + preimage::base::quote(input) + "\n";
  const preimage::suite::config::Value root = preimage::suite::config::parse_yaml(text, "folder/x.yaml");
  const std::filesystem::path path = own_data::parse_data_file(preimage::suite::config::Reader(root)).path;
  require(path.is_relative() && *path.begin() == "folder", "a path lies in the config's folder");
  require(std::find(path.begin(), path.end(), "..") == path.end(), "a path does not climb");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
