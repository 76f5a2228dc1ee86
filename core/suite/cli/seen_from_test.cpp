#include "suite/cli/seen_from.hpp"

#include <iostream>
#include <sstream>

#include <doctest/doctest.h>

#include "testing/temporary_folder.hpp"

using preimage::suite::cli::print_seen_lines;
using preimage::suite::cli::seen_from;
namespace fs = std::filesystem;

namespace {

/// What is printed of the lines on standard error.
std::string printed(const std::vector<std::string>& lines) {
  std::ostringstream text;
  std::streambuf* const usual = std::cerr.rdbuf(text.rdbuf());
  print_seen_lines(lines, "  ");
  std::cerr.rdbuf(usual);
  return text.str();
}

}  // namespace

TEST_CASE("a path into the folder is written from there, any other stays whole") {
  CHECK(seen_from("/study", "/study/out/toy.csv: cut short") == "out/toy.csv: cut short");
  CHECK(seen_from("/study/", "run '/study/a b.yaml' --out=/study/out") == "run 'a b.yaml' --out=out");
  CHECK(seen_from("/study", "/studying/out, /home/study/out, /study") ==
        "/studying/out, /home/study/out, /study");
  CHECK(seen_from("/study", "ours//study/out") == "ours//study/out");
  CHECK(seen_from("/", "/study/out") == "/study/out");
  CHECK(seen_from("/study", "") == "");
}

TEST_CASE("the folder itself, written with a slash at its end, is where the user stands") {
  CHECK(seen_from("/study", "/study/: gone") == ".: gone");
  CHECK(seen_from("/study", "/study/") == ".");
  CHECK(seen_from("/study", "(/study/), `preimage run toy --out /study/` writes '/study/'; /study/\n") ==
        "(.), `preimage run toy --out .` writes '.'; .\n");
  CHECK(seen_from("/study", "/study/.hidden") == ".hidden");
}

TEST_CASE("lines are seen from the working folder, and stay as they are where it is gone") {
  const fs::path before = fs::current_path();
  const preimage::testing::TemporaryFolder folder;
  const std::string gone = (folder.path() / "gone").string();
  fs::create_directory(gone);
  fs::current_path(gone);
  const std::string seen = printed({fs::current_path().string() + "/toy.csv: cut short"});
  fs::remove(gone);
  const std::string unseen = printed({gone + "/toy.csv: cut short"}), nothing = printed({});
  const std::string relative = seen_from("out", gone + "/out/toy.csv");
  fs::current_path(before);
  CHECK(seen == "  toy.csv: cut short\n");
  CHECK(unseen == "  " + gone + "/toy.csv: cut short\n");
  CHECK(nothing.empty());
  CHECK(relative == gone + "/out/toy.csv");
}
