#include "suite/cli/standard_streams.hpp"

#include <iostream>
#include <sstream>

#include <doctest/doctest.h>

namespace preimage::suite::cli {

namespace {

/// What a terminal gets, escape codes as short names: "<r>" red, "<g>" green, "<y>" yellow, "<>" plain.
std::string shown(ColorChoice choice, const render::Tinted& text) {
  std::ostringstream terminal;
  std::streambuf* before = std::cout.rdbuf(terminal.rdbuf());
  {
    const ShownStreams streams;
    choose_colors(choice);
    print(std::cout, text);
    choose_colors(ColorChoice::automatic);
  }
  std::cout.rdbuf(before);
  std::string named = terminal.str();
  const std::pair<std::string, std::string> codes[] = {
      {"\x1b[31m", "<r>"}, {"\x1b[32m", "<g>"}, {"\x1b[33m", "<y>"}, {"\x1b[0m", "<>"}};
  for (const auto& [code, name] : codes) {
    for (std::size_t at = 0; (at = named.find(code, at)) != std::string::npos;)
      named.replace(at, code.size(), name);
  }
  return named;
}

}  // namespace

TEST_CASE("words have the colours that they were given, and data that look like colours have none") {
  using records::Agreement;
  render::Tinted text = {"not reproduced here, \x1b[31mred: "};
  text.add(render::tinted({1.0, Agreement::not_reproduced, true})).add(" ");
  for (const Agreement agreement :
       {Agreement::reproduced, Agreement::consistent, Agreement::marginal, Agreement::inconclusive})
    text.add(render::tinted({1.0, agreement})).add(" ");
  text.add("fails", render::tint_of(results::ClaimVerdict::fails));
  CHECK(shown(ColorChoice::always, text) ==
        "not reproduced here, \\x1b[31mred: <r>not reproduced<> (provisional) <g>reproduced<> "
        "<g>consistent<> <y>marginal<> <y>inconclusive<> <r>fails<>");
  CHECK(shown(ColorChoice::never, text) ==
        "not reproduced here, \\x1b[31mred: not reproduced (provisional) reproduced consistent marginal "
        "inconclusive fails");
}

TEST_CASE("colours are for terminals, unless they are asked for") {
  CHECK(has_colors(ColorChoice::always, -1));
  CHECK_FALSE(has_colors(ColorChoice::never, -1));
  CHECK_FALSE(has_colors(ColorChoice::automatic, -1));  // no descriptor is no terminal
}

}  // namespace preimage::suite::cli
