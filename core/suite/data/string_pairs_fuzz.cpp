// Pairs of strings.
#include <string>
#include <string_view>

#include "suite/data/string_pairs.hpp"
#include "testing/fuzz_target.hpp"

namespace data = preimage::suite::data;
using preimage::testing::require;

namespace {

void read_input(std::string_view input) {
  const data::StringPairs pairs =
      data::parse_string_pairs(std::string(input), "x.tsv", 2, {data::Header::recognise});
  require(pairs.inputs.size() == pairs.outputs.size(), "an output for each input");
  require(pairs.folds.empty() || pairs.folds.size() == pairs.inputs.size(), "folds for all or none");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
