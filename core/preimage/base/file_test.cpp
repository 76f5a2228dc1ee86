#include "preimage/base/file.hpp"

#include <array>
#include <chrono>
#include <csignal>
#include <string>
#include <thread>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "preimage/base/error.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

namespace base = preimage::base;
namespace fs = std::filesystem;
using preimage::FileError;
using preimage::testing::TemporaryFolder;
using preimage::testing::thrown_message;

namespace {

std::string refusal(const fs::path& path) {
  return thrown_message<FileError>([&] { base::read_file(path, 100); });
}

/// The other end of a pipe that has said `text`, piece by piece, and is closed; read by the number of this
/// end.
std::string read_from_pipe(const std::string& folder, const std::string& text) {
  std::array<int, 2> ends{};
  REQUIRE(::pipe(ends.data()) == 0);
  struct sigaction interrupt {};  // without SA_RESTART: a waiting read ends with EINTR
  interrupt.sa_handler = [](int) {};
  REQUIRE(::sigaction(SIGUSR2, &interrupt, nullptr) == 0);
  std::jthread writer([&, reader = ::pthread_self()] {
    for (const char c : text) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      ::pthread_kill(reader, SIGUSR2);
      if (::write(ends[1], &c, 1) != 1) break;
    }
    ::close(ends[1]);
  });
  const std::string read = base::read_file(folder + std::to_string(ends[0]), 100);
  writer.join();
  ::close(ends[0]);
  return read;
}

}  // namespace

TEST_CASE("a pipe or device that a path names is refused at once") {
  const TemporaryFolder folder;
  const fs::path fifo = folder.path() / "fifo", link = folder.path() / "link";
  REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
  fs::create_symlink("fifo", link);
  CHECK(refusal(fifo) == fifo.string() + ": is a pipe or device, expected a file");
  CHECK(refusal(link) == link.string() + ": is a pipe or device, expected a file");
  CHECK(refusal("/dev/zero") == "/dev/zero: is a pipe or device, expected a file");
  const int writer = ::open(fifo.c_str(), O_RDWR);  // one with a writer may not end either
  CHECK(refusal(fifo) == fifo.string() + ": is a pipe or device, expected a file");
  ::close(writer);
}

TEST_CASE("a pipe that this process was given open is read to its end") {
  if (!fs::is_directory("/proc/self/fd")) return;
  CHECK(read_from_pipe("/dev/fd/", "from a slow writer") == "from a slow writer");
  CHECK(read_from_pipe("/proc/self/fd/", "") == "");
}

TEST_CASE("what the system refuses is an error of the file, not of its content") {
  const TemporaryFolder folder;
  const fs::path missing = folder.path() / "missing", loop = folder.path() / "loop";
  CHECK(refusal(missing) == missing.string() + ": cannot read: No such file or directory");
  CHECK(refusal(folder.path()) == folder.path().string() + ": is a folder, expected a file");
  fs::create_symlink("loop", loop);
  CHECK(refusal(loop) == loop.string() + ": cannot read: Too many levels of symbolic links");
  // The first page of a process is never there, and to read it is an input/output error.
  if (fs::exists("/proc/self/mem"))
    CHECK(refusal("/proc/self/mem") == "/proc/self/mem: cannot read: Input/output error");
}
