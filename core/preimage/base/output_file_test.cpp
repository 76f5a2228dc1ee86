#include "preimage/base/output_file.hpp"

#include <csignal>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

namespace base = preimage::base;
namespace fs = std::filesystem;
using preimage::DataError;
using preimage::testing::TemporaryFolder;
using preimage::testing::thrown_message;

namespace {

std::string content(const fs::path& path) {
  return base::read_file(path, std::size_t{1} << 24);
}

std::size_t entries(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

std::string refusal(const fs::path& path, const std::string& bytes = "x") {
  return thrown_message<DataError>([&] { base::write_output_file(path, bytes); });
}

unsigned bits(const fs::path& path) {
  return static_cast<unsigned>(fs::status(path).permissions()) & 0777U;
}

/// The number of an open file that closes itself.
struct Opened {
  int fd;
  explicit Opened(int number) : fd(number) { REQUIRE(fd >= 0); }
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;
  ~Opened() { ::close(fd); }
};

}  // namespace

TEST_CASE("an output replaces a regular file whole, with its permissions, and leaves nothing beside it") {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "new" / "a.csv";
  base::write_output_file(path, "one");
  CHECK(content(path) == "one");
  fs::permissions(path, fs::perms{0640});
  base::write_output_file(path, "two");
  CHECK(content(path) == "two");
  CHECK(bits(path) == 0640);
  CHECK(entries(path.parent_path()) == 1);
}

TEST_CASE("an output goes through symbolic links, which stay") {
  const TemporaryFolder folder;
  const fs::path target = folder.write("target.csv", "old"), first = folder.path() / "first",
                 second = folder.path() / "second", dangling = folder.path() / "dangling";
  fs::create_symlink("target.csv", first);  // relative to the link's own folder
  fs::create_symlink(first, second);
  base::write_output_file(second, "new");
  CHECK(content(target) == "new");
  CHECK(fs::is_symlink(first));
  CHECK(fs::is_symlink(second));
  fs::create_symlink("later/made.csv", dangling);
  base::write_output_file(dangling, "made");
  CHECK(fs::is_symlink(dangling));
  CHECK(content(folder.path() / "later" / "made.csv") == "made");
  fs::create_symlink("loop", folder.path() / "loop");
  CHECK(refusal(folder.path() / "loop") ==
        (folder.path() / "loop").string() + ": cannot write: Too many levels of symbolic links");
}

TEST_CASE("an output is written into a device or FIFO, also behind a link, and it stays one") {
  const TemporaryFolder folder;
  const fs::path null = folder.path() / "null", fifo = folder.path() / "fifo";
  fs::create_symlink("/dev/null", null);
  base::write_output_file(null, "gone");
  CHECK(fs::is_symlink(null));
  CHECK(fs::is_character_file(null));
  REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
  std::string read;
  std::thread reader([&] {
    std::ifstream stream(fifo, std::ios::binary);
    read.assign(std::istreambuf_iterator<char>(stream), {});
  });
  const std::string bytes(100'000, 'x');  // more than a pipe holds
  base::write_output_file(fifo, bytes);
  reader.join();
  CHECK(read == bytes);
  CHECK(fs::is_fifo(fifo));
  CHECK(entries(folder.path()) == 2);
}

TEST_CASE("an output that cannot be written is an error by name, and what was there stays") {
  const TemporaryFolder folder;
  CHECK(refusal(folder.path()) == folder.path().string() + ": cannot write: Is a directory");
  if (fs::is_character_file("/dev/full"))
    CHECK(refusal("/dev/full") == "/dev/full: cannot write: No space left on device");
  const fs::path kept = folder.write("kept.csv", "old");
  fs::permissions(kept, fs::perms{0444});
  if (::geteuid() != 0) {  // root may write anything
    CHECK(refusal(kept) == kept.string() + ": cannot write: Permission denied");
    CHECK(content(kept) == "old");
  }
  const fs::path fifo = folder.path() / "fifo";
  REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
  std::thread reader([&] { const Opened end(::open(fifo.c_str(), O_RDONLY)); });  // and goes away
  CHECK(refusal(fifo, std::string(10'000'000, 'x')) == fifo.string() + ": cannot write: Broken pipe");
  reader.join();
}

TEST_CASE("an output named by the number of an open file continues that file") {
  if (!fs::is_directory("/proc/self/fd")) return;
  const TemporaryFolder folder;
  const fs::path log = folder.path() / "log";
  {
    const Opened open(::open(log.c_str(), O_WRONLY | O_CREAT, 0600));
    REQUIRE(::write(open.fd, "before\n", 7) == 7);
    const fs::path link = folder.path() / "link";
    fs::create_symlink("/proc/self/fd/" + std::to_string(open.fd), link);
    base::write_output_file(link, "output\n");
    base::write_output_file("/dev/fd/" + std::to_string(open.fd), "more\n");
    REQUIRE(::write(open.fd, "after\n", 6) == 6);
  }
  CHECK(content(log) == "before\noutput\nmore\nafter\n");
}

TEST_CASE(
    "a pipe without a reader is an error, and the process handles its signal as before, also during the "
    "write") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const Opened writer(ends[1]);
  ::close(ends[0]);
  struct sigaction before {
  }, during{};
  ::sigaction(SIGPIPE, nullptr, &before);
  const std::string message = thrown_message<DataError>([&] {
    base::write_output_file("/dev/fd/" + std::to_string(writer.fd),
                            base::ByteProducer([&](const base::ByteSink& sink) {
                              ::sigaction(SIGPIPE, nullptr, &during);
                              sink("x");
                            }));
  });
  CHECK(message.find("Broken pipe") != std::string::npos);
  CHECK((during.sa_handler == before.sa_handler));
  sigset_t left, blocked;
  ::sigpending(&left);
  ::pthread_sigmask(SIG_BLOCK, nullptr, &blocked);
  CHECK(::sigismember(&left, SIGPIPE) == 0);
  CHECK(::sigismember(&blocked, SIGPIPE) == 0);
}
