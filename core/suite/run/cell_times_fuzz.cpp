// How long cells took: a run's file, and the summary of it that a reference holds.
#include <string>
#include <string_view>

#include "suite/run/cell_times.hpp"
#include "testing/fuzz_target.hpp"

namespace run = preimage::suite::run;
using preimage::suite::data::CsvReader;
using preimage::testing::require;

namespace {

void read_input(std::string_view input) {
  CsvReader cells(std::string(input), "timings.csv");
  const std::string summary = run::summary_of_timings(cells);
  const run::CellTimes times(CsvReader(summary, "summary.csv"));
  std::vector<std::string> fields;
  while (cells.next(fields)) {
    const auto name = [&](const char* column) { return fields[cells.column(column)]; };
    require(times.find({name("config"), name("reading"), name("learner")}) != nullptr,
            "every cell is in the summary");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
