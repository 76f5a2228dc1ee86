// Compressed files: what is accepted stays within the limits.
#include <algorithm>
#include <string>
#include <string_view>

#include "suite/data/compressed_file.hpp"
#include "testing/fuzz_target.hpp"

namespace data = preimage::suite::data;
using preimage::testing::require;

namespace {

void read_input(std::string_view input) {
  constexpr data::CompressionLimits kLimits{.bytes = std::size_t{8} << 20};
  const std::string text = data::decompress(std::string(input), "x", kLimits);
  require(text.size() <= kLimits.bytes, "no more bytes than the limit");
  require(text.size() <= std::max(std::size_t{1} << 20, kLimits.ratio * input.size()),
          "no more bytes than the ratio allows");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
