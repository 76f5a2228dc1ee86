// PNG: what is accepted has as many pixels as it says. Check sums are made right, or hardly a change would
// get through.
#include <cstdint>
#include <string>
#include <string_view>

#include <zlib.h>

#include "experiments/frame_compression/png.hpp"
#include "testing/fuzz_target.hpp"

namespace experiments = preimage::experiments;
using preimage::testing::require;

namespace {

std::size_t big_endian(const std::string& bytes, std::size_t at) {
  std::size_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

/// The chunks (length, name, content, sum) with their sums as they should be, as far as they go.
std::string with_sums(std::string bytes) {
  constexpr std::size_t kFrame = 12;
  for (std::size_t at = 8; at + kFrame <= bytes.size();) {
    const std::size_t length = big_endian(bytes, at);
    if (length > bytes.size() - at - kFrame) break;
    const auto* name = reinterpret_cast<const Bytef*>(&bytes[at + 4]);
    const uLong sum = crc32(0, name, static_cast<uInt>(length + 4));
    for (std::size_t i = 0; i < 4; ++i)
      bytes[at + 8 + length + i] = static_cast<char>(sum >> (24 - 8 * i) & 0xff);
    at += kFrame + length;
  }
  return bytes;
}

void read_input(std::string_view input) {
  const preimage::suite::figures::GreyImage image =
      experiments::frame_compression::parse_png(with_sums(std::string(input)), "x.png");
  require(image.pixels.size() == image.width * image.height, "as many pixels as the header says");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
