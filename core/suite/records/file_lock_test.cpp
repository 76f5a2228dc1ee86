#include "suite/records/file_lock.hpp"

#include <csignal>
#include <thread>

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "preimage/base/error.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite::records;

namespace {

/// A process that holds a lock until it is killed.
class Holder {
 public:
  Holder(const std::filesystem::path& file, std::int64_t byte, const std::string& run) {
    int ready[2];
    REQUIRE(::pipe(ready) == 0);
    pid_ = ::fork();
    if (pid_ == 0) {
      const std::optional<FileLock> lock = FileLock::try_lock(file, byte, run);
      const char answer = lock ? 'y' : 'n';
      if (::write(ready[1], &answer, 1) != 1) ::_exit(1);
      for (;;) ::pause();
    }
    char answer = 0;
    REQUIRE(::read(ready[0], &answer, 1) == 1);
    REQUIRE(answer == 'y');
    ::close(ready[0]);
    ::close(ready[1]);
  }
  Holder(const Holder&) = delete;
  Holder& operator=(const Holder&) = delete;
  ~Holder() { end(); }
  void end() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    pid_ = -1;
  }
  pid_t pid() const { return pid_; }

 private:
  pid_t pid_ = -1;
};

}  // namespace

TEST_CASE("a lock says who holds it, where it is held and since when, and with its process it is gone") {
  const testing::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "locks";
  CHECK_FALSE(lock_holder(file, 7));
  Holder other(file, 7, "run-1");
  CHECK_FALSE(FileLock::try_lock(file, 7));
  CHECK(FileLock::try_lock(file, 8));
  const std::optional<LockHolder> holder = lock_holder(file, 7);
  REQUIRE(holder);
  CHECK(holder->process == other.pid());
  CHECK(holder->host == suite::records::host_name());
  CHECK(holder->run == "run-1");
  CHECK(holder->since.size() == std::string("2026-11-22T10:11:12Z").size());
  CHECK(holder->since.ends_with("Z"));
  CHECK(holder->name() == "process " + std::to_string(other.pid()) + " on " + suite::records::host_name());
  CHECK_FALSE(lock_holder(file, 7 + 512));  // the other one's line is in its place
  other.end();
  CHECK(FileLock::try_lock(file, 7));
}

#ifdef __linux__
TEST_CASE("a holder that is stopped is known as such") {
  const testing::TemporaryFolder folder;
  const Holder other(folder.path() / "locks", 7, "");
  REQUIRE(::kill(other.pid(), SIGSTOP) == 0);
  int status = 0;
  REQUIRE(::waitpid(other.pid(), &status, WUNTRACED) == other.pid());
  const std::optional<LockHolder> holder = lock_holder(folder.path() / "locks", 7);
  REQUIRE(holder);
  CHECK(holder->is_stopped());
  CHECK(holder->name().ends_with(" (stopped)"));
}
#endif

TEST_CASE("who waits says for whom, once, and gets the lock when it is free") {
  const testing::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "locks";
  Holder other(file, 7, "");
  std::vector<long> told;
  std::thread ends([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(600));
    other.end();
  });
  const auto tell = [&](const std::optional<LockHolder>& holder) {
    told.push_back(holder ? holder->process : 0);
  };
  const pid_t pid = other.pid();
  const FileLock lock = FileLock::wait(file, 7, tell, std::chrono::milliseconds(50));
  ends.join();
  CHECK(told == std::vector<long>{pid});
  CHECK_FALSE(FileLock::try_lock(file, 7));
}

TEST_CASE("of a holder that wrote no line, only that is told") {
  const testing::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "locks";
  std::optional<FileLock> lock = FileLock::try_lock(file, 7);
  REQUIRE(lock);
  std::filesystem::resize_file(file, 0);  // as an older program leaves it
  std::size_t told = 0;
  const FileLock got = FileLock::wait(
      file, 7,
      [&](const std::optional<LockHolder>& holder) {
        CHECK_FALSE(holder);
        ++told;
        lock.reset();
      },
      std::chrono::milliseconds(0));
  CHECK(told == 1);
}

TEST_CASE("a lock file that cannot be made is named") {
  const std::string message =
      testing::thrown_message<DataError>([] { FileLock::try_lock("/nonexistent/locks", 7); });
  CHECK(message == "/nonexistent/locks: cannot open: No such file or directory");
}
