// An ARFF file: every row has a field per column.
#include <string>
#include <string_view>
#include <vector>

#include "suite/data/arff.hpp"
#include "testing/fuzz_target.hpp"

namespace data = preimage::suite::data;
using preimage::testing::require;

namespace {

void read_input(std::string_view input) {
  const auto table = data::read_arff(std::string(input), "x.arff");
  const std::size_t columns = table->header().size();
  require(columns > 0 && table->labels().size() <= columns, "there are columns, and no more labels");
  for (const std::string& label : table->labels()) table->column(label);
  std::vector<std::string> fields;
  while (table->next(fields)) {
    require(fields.size() == columns, "a field per column");
    for (std::size_t j = 0; j < columns; ++j)
      require(!table->is_unknown(j) || fields[j].empty(), "what is not known has no text");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
