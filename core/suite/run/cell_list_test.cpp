#include "suite/run/cell_list.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::run;

namespace {

const std::string kOne(64, 'a'), kTwo(64, '0');

std::string refusal(const std::string& text) {
  return testing::thrown_message<DataError>([&] { parse_cell_list(text, "cells"); });
}

}  // namespace

TEST_CASE("keys are written one a line and read again in their order") {
  const std::vector<records::CellKey> keys = {records::CellKey(kOne), records::CellKey(kTwo)};
  CHECK(cell_list_text(keys) == kOne + "\n" + kTwo + "\n");
  const testing::TemporaryFolder folder;
  CHECK(read_cell_list(folder.write("cells.txt", cell_list_text(keys))) == keys);
}

TEST_CASE("what is no list of keys is refused with its line") {
  CHECK(refusal("") == "cells: expected cells' keys, one a line, found none");
  CHECK(refusal(kOne + "\nxyz\n") ==
        "cells:2: expected a cell's key (64 lower-case hexadecimal digits), found 'xyz'");
  CHECK(refusal(std::string(64, 'A') + "\n").starts_with("cells:1: expected a cell's key"));
  CHECK(refusal(kOne + "\r\n").starts_with("cells:1: expected a cell's key"));
  CHECK(refusal(kOne + "\n\n").starts_with("cells:2: expected a cell's key"));
  CHECK(refusal(kOne + "\n" + kTwo.substr(1)).starts_with("cells:2: expected a cell's key"));
  CHECK(refusal(kOne + "\n" + kTwo) == "cells:2: the line has no end: the file was cut off");
  CHECK(refusal(kOne + "\n" + kTwo + "\n" + kOne + "\n") == "cells:3: the key " + kOne + " is here twice");
}
