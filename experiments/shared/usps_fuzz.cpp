// USPS digits.
#include <string_view>

#include "experiments/shared/usps.hpp"
#include "testing/fuzz_target.hpp"

namespace experiments = preimage::experiments;
using preimage::testing::require;

namespace {

void read_input(std::string_view input) {
  const experiments::shared::Digits digits = experiments::shared::parse_usps(input, "x.train");
  require(digits.pixels.n_rows == digits.labels.size(), "a row for each label");
  require(arma::abs(digits.pixels).max() <= 1.0, "pixels are in [-1, 1]");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
