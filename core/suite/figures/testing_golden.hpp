// Pictures that were looked at, in golden/. Where one is drawn with other bytes the new one is written into
// the working folder: look at it in a browser, and copy it where it is as it should be.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/file.hpp"
#include "suite/figures/testing_svg.hpp"

namespace preimage::testing {

using Pictures = std::vector<std::pair<std::string, std::string>>;  // name, SVG

/// Also that no text lies on another or outside.
inline void check_golden(const Pictures& pictures) {
  for (const auto& [name, svg] : pictures) {
    const std::string& picture = name;  // clang 14 captures no structured binding
    INFO(picture);
    CHECK(is_well_formed(svg));
    CHECK(texts_outside(svg) == "");
    const bool has_small_cells = name == "heat_map_small_cells";  // whose rings reach over their neighbours
    CHECK(overlapping_texts(has_small_cells ? svg.substr(0, svg.find("rx=")) : svg) == "");
    const std::filesystem::path golden = std::filesystem::path(PREIMAGE_GOLDEN) / (name + ".svg");
    if (std::filesystem::exists(golden) && base::read_file(golden, 1 << 20) == svg) continue;
    base::write_file_durably(name + ".svg", svg);
    FAIL_CHECK("not as in " << golden.string() << ", but as in "
                            << std::filesystem::absolute(name + ".svg").string());
  }
}

}  // namespace preimage::testing
