// Overrides: `--set path=value`, one per line, on a small config.
#include <algorithm>
#include <string>
#include <string_view>

#include "suite/config/value.hpp"
#include "testing/fuzz_target.hpp"

namespace config = preimage::suite::config;
using preimage::testing::require;

namespace {

void read_input(std::string_view input) {
  config::Value root = config::parse_yaml("a: {b: [1, 2]}\nc: x\nd:\n", "x.yaml");
  while (!input.empty()) {
    const std::string line(input.substr(0, input.find('\n')));
    input.remove_prefix(std::min(line.size() + 1, input.size()));
    const std::string path = line.substr(0, line.find('='));
    const std::string text = line.substr(std::min(path.size() + 1, line.size()));
    const config::Value value = config::parse_value(text, "--set");
    config::set_path(root, path, value);
    require(config::to_text(root).find(config::to_text(value)) != std::string::npos, "a value set is there");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
