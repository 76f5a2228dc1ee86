#include "suite/cli/painted.hpp"

#include <doctest/doctest.h>

using namespace preimage::suite::cli;

namespace {

/// Escape codes as short names: "<r>" red, "<g>" green, "<y>" yellow, "<>" plain.
std::string named(std::string text) {
  const std::pair<std::string, std::string> codes[] = {
      {"\x1b[31m", "<r>"}, {"\x1b[32m", "<g>"}, {"\x1b[33m", "<y>"}, {"\x1b[0m", "<>"}};
  for (const auto& [code, name] : codes) {
    for (std::size_t at = 0; (at = text.find(code, at)) != std::string::npos;)
      text.replace(at, code.size(), name);
  }
  return text;
}

}  // namespace

TEST_CASE("verdicts, claims and failures get colours, and nothing else does") {
  CHECK(
      named(painted("    verdict   not reproduced (provisional)  reproduced  marginal  inconclusive\n",
                    true)) ==
      "    verdict   <r>not reproduced<> (provisional)  <g>reproduced<>  <y>marginal<>  <y>inconclusive<>\n");
  CHECK(named(painted("  claim: a: fails where b: holds on these samples\n  claim: c: tie\n  claim: d: -\n",
                      true)) ==
        "  claim: a: fails where b: <g>holds<> on these samples\n  claim: c: <y>tie<>\n  claim: d: -\n");
  CHECK(named(painted("  claim of rlt: c: fails\n", true)) == "  claim of rlt: c: <r>fails<>\n");
  CHECK(named(painted("failed: toy\nwarning: toy\npreimage: toy\n", true)) ==
        "<r>failed:<> toy\n<y>warning:<> toy\n<r>preimage:<> toy\n");
  CHECK(named(painted("  rlt/t / loss / kde: not reproduced\n", true)) ==
        "  rlt/t / loss / kde: <r>not reproduced<>\n");
  const std::string plain = "paper  numbers  reproduced\nthis has failed: no\n  ours  0.1 +- 0.2\n\n";
  CHECK(painted(plain, true) == plain);
}

TEST_CASE("a text that goes on in a line is no beginning") {
  CHECK(named(painted("failed: a\nfailed: b", false)) == "failed: a\n<r>failed:<> b");
}

TEST_CASE("colours are for terminals, unless they are asked for") {
  CHECK(has_colors(ColorChoice::always, -1));
  CHECK_FALSE(has_colors(ColorChoice::never, -1));
  CHECK_FALSE(has_colors(ColorChoice::automatic, -1));  // no descriptor is no terminal
}
