#include "suite/data/program_folders.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

namespace data = preimage::suite::data;
namespace fs = std::filesystem;
using preimage::testing::TemporaryFolder;

namespace {

/// A folder with the program in it as `cmake --install` puts it, or as a build does.
struct Tree {
  TemporaryFolder folder;
  fs::path prefix = folder.path() / "prefix", build = folder.path() / "checkout/build";

  void install() const {
    fs::create_directories(prefix / "share/preimage/datasets");
    folder.write("prefix/share/preimage/datasets/manifest.tsv", "x");
  }
  void mark(const fs::path& place) const {
    fs::create_directories(place);
    folder.write((place / "preimage-source-root").lexically_relative(folder.path()).string(),
                 "/where/it/is\n");
  }
};

}  // namespace

TEST_CASE("an installed program finds its files beside itself, and writes where it is called") {
  const Tree tree;
  tree.install();
  const fs::path share = tree.prefix / "share/preimage";
  const data::ProgramFolders found = data::folders_of({tree.prefix / "bin/preimage", {}, "/home/me/.cache"});
  CHECK(found.root == share);
  CHECK(found.results == "results/latest");
  CHECK(found.datasets == "/home/me/.cache/preimage/datasets");
  CHECK(found.fetch ==
        "'" + (share / "datasets/fetch.sh").string() + "' --to '/home/me/.cache/preimage/datasets'");
  CHECK(found.pages == tree.prefix / "share/doc/preimage");
}

TEST_CASE("a program of a build folder, and each of its test programs, finds the checkout") {
  const Tree tree;
  tree.mark(tree.build);
  for (const char* program : {"preimage", "core/suite/cli/cli_tests"}) {
    const data::ProgramFolders found = data::folders_of({tree.build / program, {}, {}});
    CHECK(found.root == "/where/it/is");
    CHECK(found.results == "/where/it/is/results/latest");
    CHECK(found.datasets == "/where/it/is/datasets/cache");
    CHECK(found.fetch == "datasets/fetch.sh");
    CHECK(found.pages.empty());
  }
}

TEST_CASE(
    "one that is installed below a build folder is an installed one, and PREIMAGE_ROOT comes before all") {
  const Tree tree;
  tree.install();
  tree.mark(tree.folder.path());
  CHECK(data::folders_of({tree.prefix / "bin/preimage", {}, {}}).root == tree.prefix / "share/preimage");
  CHECK(data::folders_of({tree.prefix / "bin/preimage", "/my/root", {}}).root == "/my/root");
}

TEST_CASE("a program that was copied away says what it lacks") {
  const Tree tree;
  const std::string said = preimage::testing::thrown_message<preimage::DataError>([&] {
    data::folders_of({tree.prefix / "bin/preimage", {}, {}});
  });
  CHECK(said.find((tree.prefix / "share/preimage").string() + ": no such folder") == 0);
}

TEST_CASE("the own executable is this test program") {
  CHECK(fs::path(data::own_executable()).filename() == "data_tests");
}
