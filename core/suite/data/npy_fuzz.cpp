// NumPy arrays: what is accepted has as many numbers as its header says.
#include <string_view>

#include "suite/data/npy.hpp"
#include "testing/fuzz_target.hpp"

namespace {

void read_input(std::string_view input) {
  const arma::mat matrix = preimage::suite::data::parse_npy(input, "x.npy");
  preimage::testing::require(matrix.n_elem * 4 < input.size(), "no more numbers than bytes");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
