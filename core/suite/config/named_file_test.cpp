#include "suite/config/named_file.hpp"

#include <doctest/doctest.h>

#include "suite/config/config_error.hpp"
#include "suite/config/value.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::suite::config {

namespace {

std::filesystem::path file_named(const testing::TemporaryFolder& folder, const std::string& name) {
  const Value root = parse_yaml("costs: {file: " + name + "}\n", (folder.path() / "c.yaml").string());
  const Reader reader(root);
  const std::filesystem::path path = named_file(reader.map("costs"), "file");
  CHECK(reader.log().empty());
  return path;
}

}  // namespace

TEST_CASE("a config names files below its own folder, by --set any; where they lie is not logged") {
  const testing::TemporaryFolder folder, other;
  CHECK(file_named(folder, "a/b.csv") == folder.path() / "a/b.csv");
  std::filesystem::create_directory_symlink(other.path(), folder.path() / "out");
  for (const std::string outside : {"/etc/passwd", "../b.csv", "a/../b.csv", "out/b.csv", "\"\""}) {
    CAPTURE(outside);
    CHECK(testing::thrown_message<ConfigError>([&] {
            file_named(folder, outside);
          }).find("costs.file: expected a file below the config's folder, found ") != std::string::npos);
  }
  const Value given = parse_value("{file: /anywhere/b.csv}", "--set costs={...}");
  CHECK(named_file(Reader(given), "file") == "/anywhere/b.csv");
}

}  // namespace preimage::suite::config
