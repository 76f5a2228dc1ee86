#include <doctest/doctest.h>

#include "preimage/base/file.hpp"
#include "suite/figures/testing_svg.hpp"
#include "testing/program.hpp"
#include "testing/refusals.hpp"
#include "testing/temporary_folder.hpp"

using namespace preimage::testing;

TEST_CASE("bench runs by name, and a misspelt name is answered with the nearest") {
  const Finished misspelt = run_preimage({"bench", "subsequence-kernels"});
  CHECK(misspelt.code == 2);
  CHECK(misspelt.err.find("did you mean 'subsequence-kernel'?") != std::string::npos);
  const Finished listed = run_preimage({"list"});
  for (const char* name : {"nested-cv", "ridge-scale", "subsequence-kernel"}) {
    CHECK(listed.out.find(name) != std::string::npos);
  }
}

TEST_CASE("bench scaling measures every piece of work at its smallest sizes, and draws it") {
  const TemporaryFolder folder;
  const std::string svg = (folder.path() / "scaling.svg").string();
  const Finished finished = ended_well(run_preimage({"bench", "scaling", "--largest", "250", "--svg", svg}));
  for (const char* text : {"kernel ridge regression, Gaussian kernel: fit to n rows", "subsequences of 3",
                           "contiguous substrings of 3", "\n   50 ", "\n  100 ", "\n  250 ", "memory as n^"})
    CHECK_MESSAGE(finished.out.find(text) != std::string::npos, text);
  CHECK(finished.out.find(": NO\n") == std::string::npos);
  const std::string picture = preimage::base::read_file(svg, 1 << 20);
  CHECK(is_well_formed(picture));
  CHECK(count(picture, "<g transform=\"translate(0 ") == 2);
  for (const char* line : {">preimage<", ">preimage, subsequences of 10, n^", "BLAS core type"})
    CHECK_MESSAGE(picture.find(line) != std::string::npos, line);
}

TEST_CASE("bench verdicts: the error rates that are claimed hold, and those of other draws are printed") {
  const Finished finished = run_preimage({"bench", "verdicts", "--largest", "1000"});
  CHECK_MESSAGE(finished.code == 0, finished.out);
  for (const char* text : {"claimed, at most 5 %: |z| > 2", "reproduced where the true difference is M",
                           "lognormal", "nearest means, 5 folds", "  k = 10 ", ": held\n"})
    CHECK_MESSAGE(finished.out.find(text) != std::string::npos, text);
  CHECK(run_preimage({"bench", "verdicts", "--svg", "none.svg"}).code == 2);
}

TEST_CASE("a benchmark without options refuses them, and sizes out of range are refused") {
  const Finished options = run_preimage({"bench", "subsequence-kernel", "--svg", "none.svg"});
  CHECK(options.code == 2);
  CHECK(options.err.find("bench subsequence-kernel: takes no options, found '--svg'") != std::string::npos);
  const Finished small = run_preimage({"bench", "scaling", "--largest", "100"});
  CHECK(small.code == 2);
  CHECK(small.err.find("--largest: expected an integer from 250 to 60000, found '100'") != std::string::npos);
}
