// IDX files.
#include <string>
#include <string_view>

#include "experiments/fashion_mnist/idx.hpp"
#include "preimage/base/error.hpp"
#include "testing/fuzz_target.hpp"

namespace experiments = preimage::experiments;
using preimage::testing::require;

namespace {

void read_input(std::string_view input) {
  for (const std::size_t dimensions : {std::size_t{1}, std::size_t{3}}) {
    try {
      const experiments::fashion_mnist::IdxArray array =
          experiments::fashion_mnist::parse_idx(std::string(input), dimensions, "x");
      std::size_t count = 1;
      for (const std::size_t size : array.sizes) count *= size;
      require(array.values.size() == count, "a byte for each value");
    } catch (const preimage::DataError&) {
      if (dimensions == 3) throw;
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
