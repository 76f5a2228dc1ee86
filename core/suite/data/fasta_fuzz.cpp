// A FASTA file: every record has a name, perhaps none, and letters, whether it is read whole or line by line.
#include <string>
#include <string_view>
#include <vector>

#include "suite/data/fasta.hpp"
#include "testing/fuzz_target.hpp"

namespace data = preimage::suite::data;
using preimage::testing::require;

namespace {

void read_input(std::string_view input) {
  const auto table = data::read_fasta(std::string(input), "x.fa");
  const std::size_t columns = table->header().size();
  require(columns >= 3 && table->header().back() == "sequence", "three columns at least");
  std::size_t line = 0;
  for (std::vector<std::string> fields; table->next(fields); line = table->line()) {
    require(fields.size() == columns && table->line() > line, "a field per column, line below line");
    require(!fields.back().empty() && fields.back().find_first_of(" \t\r\n>;0") == std::string::npos,
            "letters of a sequence");
    std::string joined;
    for (std::size_t k = 1; k + 2 < columns; ++k) joined += (k > 1 ? "|" : "") + fields[k];
    while (joined.size() > fields[0].size() && joined.ends_with('|'))
      joined.pop_back();  // parts that it lacks
    require(columns == 3 || joined == fields[0], "its parts make the name");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
