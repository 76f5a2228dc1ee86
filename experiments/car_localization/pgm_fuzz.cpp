// PGM: what is accepted has as many pixels as it says.
#include <string_view>

#include "experiments/car_localization/pgm.hpp"
#include "testing/fuzz_target.hpp"

namespace experiments = preimage::experiments;
using preimage::testing::require;

namespace {

void read_input(std::string_view input) {
  const preimage::suite::figures::GreyImage image = experiments::car_localization::parse_pgm(input, "x.pgm");
  require(image.pixels.size() == image.width * image.height, "as many pixels as the header says");
  require(image.pixels.size() < input.size(), "no more pixels than bytes");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
