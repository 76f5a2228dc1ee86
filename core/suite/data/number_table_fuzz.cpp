// A matrix of numbers in a CSV file.
#include <string>
#include <string_view>

#include "suite/data/number_table.hpp"
#include "testing/fuzz_target.hpp"

namespace {

void read_input(std::string_view input) {
  const arma::mat table = preimage::suite::data::parse_number_table(std::string(input), "x.csv");
  preimage::testing::require(table.is_finite() && !table.is_empty(), "finite numbers");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
