#include <doctest/doctest.h>

#include "testing/program.hpp"

using namespace preimage::testing;

TEST_CASE("bench runs by name, and a misspelt name is answered with the nearest") {
  const Finished misspelt = run_preimage({"bench", "subsequence-kernels"});
  CHECK(misspelt.code == 2);
  CHECK(misspelt.err.find("did you mean 'subsequence-kernel'?") != std::string::npos);
  const Finished listed = run_preimage({"list"});
  for (const char* name : {"nested-cv", "preimage", "subsequence-kernel"}) {
    CHECK(listed.out.find(name) != std::string::npos);
  }
}
