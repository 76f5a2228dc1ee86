#include "suite/cli/seen_from.hpp"

#include <doctest/doctest.h>

using preimage::suite::cli::seen_from;

TEST_CASE("a path into the folder is written from there, any other stays whole") {
  CHECK(seen_from("/study", "/study/out/toy.csv: cut short") == "out/toy.csv: cut short");
  CHECK(seen_from("/study/", "run '/study/a b.yaml' --out=/study/out") == "run 'a b.yaml' --out=out");
  CHECK(seen_from("/study", "/studying/out, /home/study/out, /study") ==
        "/studying/out, /home/study/out, /study");
  CHECK(seen_from("/study", "ours//study/out") == "ours//study/out");
  CHECK(seen_from("/", "/study/out") == "/study/out");
  CHECK(seen_from("/study", "") == "");
}
