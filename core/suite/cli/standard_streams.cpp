#include "suite/cli/standard_streams.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <iostream>

#include <fcntl.h>
#include <unistd.h>

#include "suite/cli/exit_code.hpp"

namespace preimage::suite::cli {

void prepare_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    // The lowest number that is free is this one: those before it are open.
    if (::fcntl(stream, F_GETFD) < 0 && ::open("/dev/null", O_RDONLY) < 0) return;
  }
  std::signal(SIGXFSZ, SIG_IGN);
}

int with_output_written(int code) {
  const bool had_failed = !std::cout || std::ferror(stdout) != 0;
  errno = 0;
  const bool flushed = std::fflush(stdout) == 0;
  if (flushed && !had_failed) return code;
  std::cerr << "preimage: standard output: cannot write all of it"
            << (flushed || errno == 0 ? "" : std::string(": ") + std::strerror(errno)) << "\n";
  return std::max<int>(code, kData);
}

}  // namespace preimage::suite::cli
