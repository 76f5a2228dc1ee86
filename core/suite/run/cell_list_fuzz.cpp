// A list of cells: what is accepted is the text of its keys.
#include <string>
#include <string_view>

#include "suite/run/cell_list.hpp"
#include "testing/fuzz_target.hpp"

namespace {

void read_input(std::string_view input) {
  const auto keys = preimage::suite::run::parse_cell_list(input, "cells.txt");
  preimage::testing::require(preimage::suite::run::cell_list_text(keys) == input, "a list has one text");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
