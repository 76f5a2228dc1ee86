// NumPy arrays: what is accepted has as many numbers as its header says, and as a table a field per column.
#include <string>
#include <string_view>
#include <vector>

#include "preimage/base/error.hpp"
#include "suite/data/npy.hpp"
#include "suite/data/npy_table.hpp"
#include "testing/fuzz_target.hpp"

namespace data = preimage::suite::data;
using preimage::testing::require;

namespace {

void read_input(std::string_view input) {
  try {
    const arma::mat matrix = data::parse_npy(input, "x.npy");
    require(matrix.n_elem * 4 < input.size(), "no more numbers than bytes");
  } catch (const preimage::DataError&) {  // other arrays may still be tables
  }
  const auto table = data::read_npy_table(std::string(input), "x.npy", "x");
  const std::size_t columns = table->header().size();
  std::size_t rows = 0;
  for (std::vector<std::string> fields; table->next(fields); ++rows)
    require(fields.size() == columns, "a field per column");
  require(rows > 0 && rows * columns < input.size(), "no more entries than bytes");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
