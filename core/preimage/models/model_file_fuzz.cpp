// Model files.
#include <sstream>
#include <string>
#include <string_view>

#include "preimage/models/model_file.hpp"
#include "testing/fuzz_target.hpp"

namespace {

void read_input(std::string_view input) {
  std::istringstream stream{std::string(input)};
  const preimage::models::ModelFile file = preimage::models::parse_model_file(stream, input.size(), "m.pim");
  for (const auto& [name, array] : file.arrays) {
    preimage::testing::require(!name.empty(), "an array has a name");
    if (name.ends_with(".bytes")) file.texts(name.substr(0, name.size() - 6));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
