// How the program ended and what it said; command lines that it refuses, as a table.
#pragma once

#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/ranges.h>

#include "testing/program.hpp"

namespace preimage::testing {

/// What it has said, which has ended well.
inline Finished ended_well(Finished finished) {
  REQUIRE_MESSAGE(finished.code == 0, finished.err);
  return finished;
}

/// It ended with this code, and a part of standard error is this.
inline void check_says(const Finished& finished, int code, const std::string& part) {
  CAPTURE(part);
  CHECK(finished.code == code);
  CHECK_MESSAGE(finished.err.find(part) != std::string::npos, finished.err);
}

struct Refusal {
  std::vector<std::string> words;
  std::string
      says;  // a part of standard error; where it begins with "preimage: ", all of it but the line's end
  int code = 2;
};

/// Each ends with its code and its words, and prints nothing.
/// run  Finished(words): how the program ended on the words of a row
template <class Run>
void check_refusals(const std::vector<Refusal>& rows, const Run& run) {
  for (const Refusal& row : rows) {
    const std::string line = fmt::format("{}", fmt::join(row.words, " "));
    CAPTURE(line);
    const Finished finished = run(row.words);
    CHECK(finished.code == row.code);
    CHECK(finished.out == "");
    if (row.says.starts_with("preimage: "))
      CHECK(finished.err == row.says + "\n");
    else
      CHECK_MESSAGE(finished.err.find(row.says) != std::string::npos, finished.err);
  }
}

}  // namespace preimage::testing
