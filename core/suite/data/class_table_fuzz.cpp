// A number for each pair of classes.
#include <string>
#include <string_view>

#include "suite/data/class_table.hpp"
#include "testing/fuzz_target.hpp"

namespace data = preimage::suite::data;
using preimage::testing::require;

namespace {

void read_input(std::string_view input) {
  const data::ClassTable table = data::read_class_table(data::CsvReader(std::string(input), "x.csv"));
  require(table.classes.size() >= 2, "two classes at least");
  require(table.values.n_rows == table.classes.size() && table.values.is_square(), "a number for each pair");
  require(table.values.is_finite() && table.values.min() >= 0.0 && table.values.max() > 0.0, "finite, >= 0");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
