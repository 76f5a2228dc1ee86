#include "experiments/environment.hpp"

#include <doctest/doctest.h>

#include "experiments/testing_program.hpp"

namespace preimage::experiments {

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

}  // namespace preimage::experiments
