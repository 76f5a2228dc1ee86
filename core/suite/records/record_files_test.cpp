// Which records have files, asked of many keys at once.
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "suite/records/record_store.hpp"
#include "testing/temporary_folder.hpp"

using namespace preimage::suite::records;
using preimage::testing::TemporaryFolder;

namespace fs = std::filesystem;

TEST_CASE("which of many keys have files is the same by listing a folder and by asking one by one") {
  const TemporaryFolder folder;
  const RecordStore store(folder.path());
  const std::string tail(61, '0');
  std::vector<CellKey>
      keys;  // 100 in the folder aa, which is listed, and five in bb, cc and so on, which are asked for
  std::vector<bool> expected;
  const auto add = [&](const std::string& head, bool has_file) {
    keys.emplace_back(std::string_view(head + tail));
    expected.push_back(has_file);
    fs::create_directories(store.path_of(keys.back()).parent_path());
    if (has_file) std::ofstream(store.path_of(keys.back())) << "damaged, too";
  };
  for (int i = 0; i < 10; ++i) {
    for (int j = 0; j < 10; ++j) add("aa" + std::to_string(j), (i + j) % 3 == 0 && i == 0);
  }
  for (const char* head : {"bb0", "cc0", "dd1", "ee1", "ff0"}) add(head, head[2] == '1');
  for (std::size_t i = 10; i < 100; ++i) expected[i] = expected[i % 10];  // the same keys again
  CHECK(store.have_files(keys) == expected);
  for (std::size_t i = 0; i < keys.size(); ++i) CHECK(store.have_files({keys[i]}).front() == expected[i]);
  std::ofstream(store.path_of(keys[1]).string() + ".0123456789abcdef.tmp") << "being written";
  CHECK(store.have_files(keys) == expected);
  CHECK(RecordStore(folder.path() / "none").have_files(keys) == std::vector<bool>(keys.size(), false));
}
