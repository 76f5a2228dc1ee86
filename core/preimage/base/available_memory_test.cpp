#include "preimage/base/available_memory.hpp"

#include <filesystem>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;

TEST_CASE("a control group leaves its limit less what is in use and no file's") {
  const testing::TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "slice/job");
  folder.write("slice/job/memory.max", "max\n");
  folder.write("slice/job/memory.current", "700\n");
  CHECK_FALSE(base::memory_of_groups(folder.path(), "0::/slice/job\n"));
  folder.write("slice/memory.max", "1000\n");
  folder.write("slice/memory.current", "900\n");
  CHECK(base::memory_of_groups(folder.path(), "0::/slice/job\n") == 100U);
  folder.write("slice/memory.stat", "anon 600\nfile 300\nfile_mapped 7\n");
  CHECK(base::memory_of_groups(folder.path(), "0::/slice/job\n") == 400U);
  folder.write("slice/job/memory.max", "800\n");
  CHECK(base::memory_of_groups(folder.path(), "0::/slice/job\n") == 100U);
  folder.write("slice/job/memory.current", "2000\n");
  CHECK(base::memory_of_groups(folder.path(), "0::/slice/job\n") == 0U);
  CHECK_FALSE(base::memory_of_groups(folder.path(), "0::/elsewhere\n"));
  CHECK_FALSE(base::memory_of_groups(folder.path(), "no such line\n"));
}

TEST_CASE("groups of version 1 are those of the controller of memory") {
  const testing::TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "memory/job");
  folder.write("memory/job/memory.limit_in_bytes", "5000\n");
  folder.write("memory/job/memory.usage_in_bytes", "3000\n");
  folder.write("memory/job/memory.stat", "cache 1\ntotal_cache 500\n");
  CHECK(base::memory_of_groups(folder.path(), "4:cpu:/other\n3:memory:/job\n") == 2500U);
}

TEST_CASE("what is more than there is, is refused with both numbers") {
  const std::string refused =
      testing::thrown_message<MemoryError>([] { base::require_memory(std::uint64_t{1} << 60U, "a matrix"); });
  CHECK(refused.starts_with("a matrix: needs 1152921504.61 GB of memory, "));
  CHECK(refused.ends_with(" GB are there"));
  CHECK(testing::thrown_message<MemoryError>([] {
          base::require_memory(20'000'000, "a matrix", 10'000'000);
        }) == "a matrix: needs 0.02 GB of memory, 0.01 GB are there");
  base::require_memory(10'000'000, "a matrix", 10'000'000);
  base::require_memory(0, "nothing");
}
