// Lines, fields and CSV rows.
#include <string>
#include <string_view>
#include <vector>

#include "suite/data/delimited.hpp"
#include "testing/fuzz_target.hpp"

namespace data = preimage::suite::data;
using preimage::testing::require;

namespace {

void read_rows(data::CsvReader& csv) {
  std::vector<std::string> fields;
  std::size_t last = 1;
  while (csv.next(fields)) {
    require(fields.size() == csv.header().size(), "a row has as many fields as the header");
    require(csv.line() > last, "line numbers rise");
    last = csv.line();
  }
}

void read_input(std::string_view input) {
  for (const std::string_view line : data::split_lines(input, "x.txt"))
    require(!data::split_fields(line, '\t').empty(), "a line has a field");
  data::CsvReader users(std::string(input), "x.csv", data::LineRules{});
  read_rows(users);
  data::CsvReader own(std::string(input), "x.csv");
  read_rows(own);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
