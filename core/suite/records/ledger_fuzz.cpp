// The published numbers.
#include <cmath>
#include <string>
#include <string_view>

#include "suite/records/ledger.hpp"
#include "testing/fuzz_target.hpp"

namespace records = preimage::suite::records;
using preimage::testing::require;

namespace {

void read_input(std::string_view input) {
  const std::string header =
      "table,measure,row_title,learner,column_title,value,spread,spread_kind,folds,place,note\n";
  for (const records::LedgerEntry& entry :
       records::read_ledger(preimage::suite::data::CsvReader(header + std::string(input), "x.csv"))) {
    require(std::isfinite(entry.published.value), "a number is finite");
    require(entry.published.folds >= 0, "a number of folds");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
