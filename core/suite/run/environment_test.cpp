#include "suite/run/environment.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

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

TEST_CASE("a core type without AVX-512 is replaced where the CPU has it") {
  for (const char* picked : {"Haswell", "Zen", "ZEN", "Excavator"}) {
    INFO(picked);
    CHECK(better_core(picked, {true, true}) == "SkylakeX");
    CHECK(better_core(picked, {true, false}) == std::nullopt);
  }
}

TEST_CASE("a core type that uses what the CPU has, or that is unknown here, stays") {
  for (const char* picked : {"SkylakeX", "Cooperlake", "SapphireRapids", "neoversen1", "unknown", ""}) {
    INFO(picked);
    CHECK(better_core(picked, {true, true}) == std::nullopt);
  }
}

TEST_CASE("work begins on the core type that was asked for, on a CPU that can run it, or not at all") {
  CHECK(core_problem("", "Zen", {}) == std::nullopt);
  CHECK(core_problem("haswell", "Haswell", {true, false}) == std::nullopt);
  CHECK(core_problem("Prescott", "Prescott", {}) == std::nullopt);
  CHECK(core_problem("SkylakeX", "SkylakeX", {true, true}) == std::nullopt);
  CHECK(
      core_problem("SkylakeX", "SkylakeX", {true, false}) ==
      "OPENBLAS_CORETYPE=SkylakeX: this CPU lacks AVX-512; submit to nodes that have it, or with --bitwise, "
      "for any with AVX2");
  CHECK(core_problem("Zen", "Zen", {}) ==
        "OPENBLAS_CORETYPE=Zen: this CPU lacks AVX2 or FMA; submit to nodes that have it");
  CHECK(core_problem("Haswell", "Zen", {true, true}) ==
        "OPENBLAS_CORETYPE=Haswell: OpenBLAS has no such core type for this CPU and took Zen; results would "
        "differ in the last bits");
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
  CHECK(better_core(core_of_version({{"OPENBLAS_CORETYPE", ""}}), cpu_features()) == std::nullopt);
  CHECK(core_of_version({{"OPENBLAS_CORETYPE", "Nehalem"}}) == "Nehalem");
}

TEST_CASE("a core type that OpenBLAS does not have is refused, not ignored") {
  const testing::Finished finished = run_preimage({"list"}, {{"OPENBLAS_CORETYPE", "Foo"}});
  CHECK(finished.code == 5);
  CHECK(finished.err.find("preimage: OPENBLAS_CORETYPE=Foo: OpenBLAS has no such core type") == 0);
}

TEST_CASE("no BLAS thread but the first is ever started") {
  // Where a limit leaves room for the process alone, OpenBLAS must not try. Root has no such limit.
  std::vector<std::string> words = {
      "bash", "-c", "ulimit -u 1; unset OPENBLAS_NUM_THREADS; exec \"$0\" --version", PREIMAGE_PROGRAM};
  if (::geteuid() == 0) words.insert(words.begin(), {"setpriv", "--reuid=65534", "--clear-groups"});
  // The leak sanitizer of a sanitized build would want a process of its own at the end.
  const testing::Finished finished = testing::run_words(words, {{"ASAN_OPTIONS", "detect_leaks=0"}});
  if (finished.code == 126) return;  // the program lies where only root may go
  CHECK(finished.code == 0);
  CHECK(finished.err == "");
}

#endif

}  // namespace preimage::suite::run
