#include "preimage/base/temporary_file.hpp"

#include <set>

#include <doctest/doctest.h>

#include "preimage/base/file.hpp"
#include "testing/temporary_folder.hpp"

namespace preimage::base {

namespace fs = std::filesystem;

namespace {

std::set<fs::path> files_in(const fs::path& folder) {
  std::set<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) files.insert(entry.path());
  return files;
}

}  // namespace

TEST_CASE("a temporary file has a name of its own and takes its place, or goes with its writer") {
  const testing::TemporaryFolder folder;
  const fs::path path = folder.write("a.json", "old");
  {
    TemporaryFile temporary(path);
    const TemporaryFile other(path);
    CHECK(files_in(folder.path()).size() == 3);
    write_all(temporary.fd(), "new", path);
    temporary.take_its_place();
  }
  CHECK(files_in(folder.path()) == std::set<fs::path>{path});
  CHECK(read_file(path, 10) == "new");
}

}  // namespace preimage::base
