// How long cells took: a run's file, and the summary of it that a reference holds.
#include <string>
#include <string_view>

#include "suite/run/cell_times.hpp"
#include "testing/fuzz_target.hpp"

namespace run = preimage::suite::run;
using preimage::suite::data::CsvReader;
using preimage::testing::require;

namespace {

/// As open_quoted_csv, of a text.
CsvReader quoted_csv(const std::string& text) {
  CsvReader csv(text, "timings.csv");
  csv.take_off_guards();
  return csv;
}

void read_input(std::string_view input) {
  CsvReader cells = quoted_csv(std::string(input));
  const run::CellTimes times(quoted_csv(run::summary_of_timings(cells)));
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
