#include "suite/data/content_cache.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/file.hpp"
#include "preimage/base/sha256.hpp"
#include "testing/temporary_folder.hpp"

using preimage::base::read_file;
using preimage::base::sha256;
using preimage::suite::data::ContentCache;
using preimage::testing::TemporaryFolder;
namespace fs = std::filesystem;

namespace {

/// What a process sees that uses a cache in `folder`.
struct Process {
  explicit Process(const fs::path& folder)
      : cache(folder, [this](const std::string& line) { said.push_back(line); }) {}
  std::string get(const std::string& key, const std::string& result) {
    return cache.get(key, [&] {
      ++computed;
      return result;
    });
  }
  std::vector<std::string> said;
  int computed = 0;
  ContentCache cache;
};

}  // namespace

TEST_CASE("a result is computed once for all processes, and for each key") {
  const TemporaryFolder folder;
  const std::string result("with a zero \0 and\na new line", 28);
  Process first(folder.path() / "new"), second(folder.path() / "new");
  CHECK(first.get("a", result) == result);
  CHECK(second.get("a", "not computed") == result);
  CHECK(first.get("a", "not computed") == result);
  CHECK(second.get("b", "") == "");
  CHECK(first.get("b", "not computed") == "");
  CHECK(first.computed == 1);
  CHECK(second.computed == 1);
  CHECK(first.said.empty());
  CHECK(second.said.empty());
}

TEST_CASE("a file is its checksum, its key's hash and the result") {
  const TemporaryFolder folder;
  Process process(folder.path());
  process.get("a", "result");
  const std::string rest = "\n" + sha256("a") + "\nresult";
  CHECK(process.cache.path_of("a") == folder.path() / (sha256("a") + ".cache"));
  CHECK(read_file(process.cache.path_of("a"), 1000) == sha256(rest) + rest);
}

TEST_CASE("a file of a cache is known by its name and its first lines, whatever follows") {
  const TemporaryFolder folder;
  Process process(folder.path());
  process.get("key", "result");
  const fs::path path = process.cache.path_of("key");
  CHECK(ContentCache::is_cache_file(path));
  const std::string digits(64, 'a'), name = digits + ".cache";
  const auto is_one = [&](const std::string& file, const std::string& text) {
    return ContentCache::is_cache_file(folder.write(file, text));
  };
  CHECK(is_one(name, digits + "\n" + digits + "\ndamaged"));
  CHECK_FALSE(is_one(name, digits + "\n" + digits.substr(1) + "\n"));
  CHECK_FALSE(is_one(name, ""));
  CHECK_FALSE(is_one("mine.cache", digits + "\n" + digits + "\n"));
  CHECK_FALSE(is_one(digits + ".txt", digits + "\n" + digits + "\n"));
  CHECK_FALSE(ContentCache::is_cache_file(folder.path() / (std::string(64, 'b') + ".cache")));
}

TEST_CASE("a changed byte anywhere, a missing or a further one is seen, said, and the file replaced") {
  const TemporaryFolder folder;
  Process writer(folder.path());
  writer.get("a", "result");
  const fs::path path = writer.cache.path_of("a");
  const std::string intact = read_file(path, 1000);
  std::vector<std::string> damaged = {"", "x", intact + "x"};
  for (std::size_t i = 0; i < intact.size(); ++i) {
    damaged.push_back(intact);
    damaged.back()[i] = static_cast<char>(damaged.back()[i] ^ 1);
    damaged.push_back(intact.substr(0, i));
  }
  for (const std::string& bytes : damaged) {
    folder.write(path.filename().string(), bytes);
    Process reader(folder.path());
    CHECK(reader.get("a", "result") == "result");
    CHECK(reader.computed == 1);
    REQUIRE(reader.said.size() == 1);
    CHECK(reader.said[0] ==
          path.string() + ": damaged, its checksum is not that of its content (computed again)");
    CHECK(read_file(path, 1000) == intact);
  }
}

TEST_CASE("an intact file of another key is not believed") {
  const TemporaryFolder folder;
  Process process(folder.path());
  process.get("a", "of a");
  fs::copy_file(process.cache.path_of("a"), process.cache.path_of("b"));
  CHECK(process.get("b", "of b") == "of b");
  CHECK(process.said == std::vector<std::string>{process.cache.path_of("b").string() +
                                                 ": holds the result of another key (computed again)"});
  CHECK(process.get("b", "not computed") == "of b");
}

TEST_CASE("a folder that cannot be written only means no cache, said once") {
  const TemporaryFolder folder;
  folder.write("file", "in the way");  // no permission would keep root from writing
  Process process(folder.path() / "file" / "cache");
  CHECK(process.get("a", "1") == "1");
  CHECK(process.get("a", "2") == "2");
  CHECK(process.get("b", "3") == "3");
  CHECK(process.computed == 3);
  REQUIRE(process.said.size() == 1);
  CHECK(process.said[0].find("(nothing is kept for the next time)") != std::string::npos);
}

TEST_CASE("without a folder everything is computed every time") {
  const ContentCache cache;
  int computed = 0;
  const auto compute = [&] { return std::to_string(++computed); };
  CHECK(cache.get("a", compute) == "1");
  CHECK(cache.get("a", compute) == "2");
}
