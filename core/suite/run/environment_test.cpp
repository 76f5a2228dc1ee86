#include "suite/run/environment.hpp"

#include <doctest/doctest.h>

#include "testing/program.hpp"

namespace preimage::suite::run {

using testing::run_preimage;

TEST_CASE("a core type from before AVX2 is replaced by the best that the CPU can do") {
  for (const char* old : {"Prescott", "Core2", "Nehalem", "Sandybridge", "Barcelona"}) {
    INFO(old);
    CHECK(better_core(old, {true, true}) == "SkylakeX");
    CHECK(better_core(old, {true, false}) == "Haswell");
    CHECK(better_core(old, {false, false}) == std::nullopt);
    CHECK(better_core(old, {false, true}) == std::nullopt);  // no such CPU
  }
}

TEST_CASE("a core type that OpenBLAS picked for a CPU it knows, or that is unknown here, stays") {
  for (const char* picked : {"Haswell", "Zen", "SkylakeX", "Cooperlake", "SapphireRapids", "Excavator",
                             "neoversen1", "unknown", ""}) {
    INFO(picked);
    CHECK(better_core(picked, {true, true}) == std::nullopt);
  }
}

TEST_CASE("work begins on the core type that was asked for, on a CPU that can run it, or not at all") {
  CHECK(core_problem("", "Zen", {}) == std::nullopt);
  CHECK(core_problem("haswell", "Haswell", {true, false}) == std::nullopt);
  CHECK(core_problem("Prescott", "Prescott", {}) == std::nullopt);
  CHECK(core_problem("SkylakeX", "SkylakeX", {true, true}) == std::nullopt);
  CHECK(core_problem("SkylakeX", "SkylakeX", {true, false}) ==
        "this CPU lacks AVX-512, which BLAS core type SkylakeX needs: submit to nodes that have it, or with "
        "--bitwise, for any with AVX2");
  CHECK(core_problem("Zen", "Zen", {}) ==
        "this CPU lacks AVX2 or FMA, which BLAS core type Zen needs: submit to nodes that have it");
  CHECK(
      core_problem("Haswell", "Zen", {true, true}) ==
      "BLAS core type Haswell was asked for, and Zen is loaded here: results would differ in the last bits");
}

TEST_CASE("what changes last bits names the compiler and the BLAS core") {
  CHECK(rounding_text().find(blas_facts().core) != std::string::npos);
  CHECK(rounding_text().find(circumstances().at("compiler")) == 0);
}

#if defined(__x86_64__)

namespace {
std::string core_of_version(const testing::Environment& environment) {
  const std::string text = run_preimage({"--version"}, environment).out;
  const std::string label = "BLAS core type: ";
  const std::size_t begin = text.find(label) + label.size();
  return text.substr(begin, text.find(',', begin) - begin);
}
}  // namespace

TEST_CASE("the program runs on a core type that needs no better one, and the user's own wins") {
  CHECK(better_core(core_of_version({}), cpu_features()) == std::nullopt);
  CHECK(core_of_version({{"OPENBLAS_CORETYPE", "Nehalem"}}) == "Nehalem");
}

#endif

}  // namespace preimage::suite::run
