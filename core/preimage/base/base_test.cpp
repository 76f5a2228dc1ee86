#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <csignal>
#include <numeric>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "preimage/base/nearest_name.hpp"
#include "preimage/base/random.hpp"
#include "preimage/base/sha256.hpp"
#include "testing/is_close.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

namespace base = preimage::base;
using preimage::DataError;
using preimage::testing::is_close;
using preimage::testing::TemporaryFolder;
using preimage::testing::thrown_message;

TEST_CASE("sha256 agrees with the vectors of FIPS 180-4") {
  CHECK(base::sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(base::sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  base::Sha256 parts;
  parts.update("a");
  parts.update("bc");
  CHECK(parts.hex_digest() == base::sha256("abc"));
}

TEST_CASE("a seed depends on what it is for, and on nothing else") {
  CHECK(base::derive_seed({"1", "toy", "0"}) == base::derive_seed({"1", "toy", "0"}));
  CHECK(base::derive_seed({"1", "toy", "0"}) != base::derive_seed({"1", "toy", "1"}));
  CHECK(base::derive_seed({"ab", "c"}) != base::derive_seed({"a", "bc"}));
}

TEST_CASE("draws are fixed by the seed and have the moments that they should") {
  base::Random a(7);
  base::Random b(7);
  CHECK(a.permutation(50) == b.permutation(50));
  std::vector<std::size_t> order = a.permutation(1000);
  std::sort(order.begin(), order.end());
  std::vector<std::size_t> expected(1000);
  std::iota(expected.begin(), expected.end(), std::size_t{0});
  CHECK(order == expected);

  constexpr int kDraws = 200000;  // standard errors below: mean .0022, variance .0032, share .0012
  double sum = 0.0;
  double squares = 0.0;
  std::array<int, 3> counts{};
  for (int i = 0; i < kDraws; ++i) {
    const double z = a.gaussian();
    sum += z;
    squares += z * z;
    ++counts[a.below(3)];
  }
  CHECK(std::abs(sum / kDraws) < 0.01);
  CHECK(is_close(squares / kDraws, 1.0, 0.015));
  for (int count : counts) CHECK(is_close(count / double{kDraws}, 1.0 / 3.0, 0.02));
}

TEST_CASE("the nearest name is suggested only where it is near") {
  CHECK(base::nearest_name("rigde", {"ridge", "seed"}) == "ridge");
  CHECK(base::nearest_name("zzzzzz", {"ridge", "seed"}).empty());
  const std::vector<std::string> names = {"kernel_dependency_estimation", "localization_ssvm",
                                          "one_vs_rest_svm"};
  CHECK(base::nearest_name("svm", names) == "one_vs_rest_svm");               // a word of it
  CHECK(base::nearest_name("kde", names) == "kernel_dependency_estimation");  // its initials
  CHECK(base::nearest_name("s", {"pca_s"}).empty());
  CHECK(base::nearest_name("A-exlusive", {"B-nested-noise", "A-exclusive-noise"}) == "A-exclusive-noise");
  CHECK(base::nearest_name("B-exlusive", {"B-nested-noise", "C-clusive"}) != "B-nested-noise");
  CHECK(base::nearest_name("rid", {"riding_hood_and_wolf"}).empty());  // too short to be a beginning
  CHECK(base::nearest_name("", {"a"}).empty());
  CHECK(base::nearest_name(std::string(200, 'x'), {std::string(201, 'x')}).size() == 201);
  CHECK(base::nearest_name(std::string(201, 'x'), {std::string(200, 'x')}).empty());
  CHECK(base::suggestion("rigde", {"ridge", "seed"}) == ", did you mean 'ridge'?");
  CHECK(base::suggestion("zzzzzz", {"ridge", "seed"}) == "; known: ridge, seed");
}

TEST_CASE("files are read within a limit, and errors name them") {
  const TemporaryFolder folder;
  const auto path = folder.write("a.txt", "hello");
  CHECK(base::read_file(path, 5) == "hello");
  CHECK(thrown_message<DataError>([&] { base::read_file(path, 4); }) ==
        path.string() + ": larger than the limit of 4 bytes");
  const auto missing = folder.path() / "missing";
  CHECK(thrown_message<DataError>([&] { base::read_file(missing, 5); }) ==
        missing.string() + ": cannot read: No such file or directory");
  CHECK(thrown_message<DataError>([&] { base::read_file(folder.path(), 5); }) ==
        folder.path().string() + ": is a folder, expected a file");
}

TEST_CASE("a durable write replaces the whole file and leaves no temporary behind") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "deep" / "er" / "a.txt";
  base::write_file_durably(path, "one");
  base::write_file_durably(path, "two");
  CHECK(base::read_file(path, 100) == "two");
  const auto entries = std::filesystem::directory_iterator(path.parent_path());
  CHECK(std::distance(begin(entries), end(entries)) == 1);
  CHECK(thrown_message<DataError>([&] { base::write_file_durably(path / "below_a_file", "x"); }) ==
        path.string() + ": cannot create the folder: Not a directory");
}

TEST_CASE("a full disk is an error that names the file, and the old content stays") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "a.txt";
  base::write_file_durably(path, "old");
  const pid_t child = ::fork();
  if (child ==
      0) {  // a file-size limit fails a write as a full disk does; in a child, so that it ends with it
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1000, 1000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const std::string message =
        thrown_message<DataError>([&] { base::write_file_durably(path, std::string(5000, 'x')); });
    ::_exit(message == path.string() + ": cannot write: File too large" ? 0 : 1);
  }
  int status = -1;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  CHECK(base::read_file(path, 100) == "old");
}

TEST_CASE("a hash goes on from what another has taken, and a digest and its text are one") {
  base::Sha256 beginning;
  beginning.update("a long beginning, ");
  base::Sha256 one = beginning, two = beginning;
  one.update("one");
  two.update("two");
  CHECK(one.hex_digest() == base::sha256("a long beginning, one"));
  const base::Digest digest = two.digest();
  CHECK(base::hex_text(digest) == base::sha256("a long beginning, two"));
  CHECK(base::digest_of_hex(base::hex_text(digest)) == digest);
}
