// What is asked of many keys at once: which have files, and what is in them.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/file.hpp"
#include "preimage/base/sha256.hpp"
#include "suite/records/record_store.hpp"
#include "suite/records/testing_record.hpp"
#include "testing/temporary_folder.hpp"

using namespace preimage::suite::records;
using preimage::testing::example_record;
using preimage::testing::TemporaryFolder;

namespace fs = std::filesystem;

namespace {

/// The record as a program with a later schema would sign it.
void make_newer(const fs::path& path) {
  std::string text = preimage::base::read_file(path, kMaxRecordBytes);
  text.resize(text.rfind(",\"sha256\":"));
  text.replace(text.find("\"schema\":") + 9, 1, "9");
  const std::string digest = preimage::base::sha256(text + "}");
  std::ofstream(path, std::ios::binary) << text << ",\"sha256\":\"" << digest << "\"}\n";
}

}  // namespace

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

TEST_CASE("many are found in their order, with a damaged one's warning and without a newer one") {
  const TemporaryFolder folder;
  RecordStore store(folder.path());
  std::vector<CellKey> keys;
  for (int i = 0; i < 150; ++i) {  // more than are read together
    const ResultRecord record = example_record(std::to_string(i));
    keys.emplace_back(std::string_view(record.key));
    if (i % 7 != 3) store.put(record);
  }
  std::ofstream(store.path_of(keys[70]), std::ios::binary) << "{}";
  make_newer(store.path_of(keys[71]));
  CHECK_THROWS_AS(store.find_each(keys, [](std::size_t, const std::optional<ResultRecord>&) {}),
                  NewerRecordError);
  std::vector<std::size_t> places;
  std::size_t found = 0;
  std::vector<std::string> newer;
  const auto take = [&](std::size_t i, const std::optional<ResultRecord>& record) {
    places.push_back(i);
    if (i != 71) CHECK(record == RecordStore(folder.path()).find(keys[i]));
    found += record ? 1 : 0;
  };
  store.find_each(keys, take, &newer);
  REQUIRE(newer.size() == 1);
  CHECK(newer[0].find(keys[71].text()) != std::string::npos);
  CHECK(std::is_sorted(places.begin(), places.end()));
  CHECK(places.size() == 150);
  CHECK(found == 150 - 21 - 2);
  REQUIRE(store.warnings().size() == 1);
  CHECK(store.warnings()[0].find(keys[70].text()) != std::string::npos);
}
