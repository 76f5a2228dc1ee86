// What the program inherits: streams to print to, which may be closed, full or limited, and how signals are handled.
#pragma once

#include <memory>
#include <streambuf>

#include "suite/cli/painted.hpp"

namespace preimage::suite::cli {

/// To be called first: a standard stream that is closed is opened on an empty file that takes nothing, so
/// that no result file gets its number and what is printed with it; a limit on file sizes (`ulimit -f`)
/// fails a write instead of ending the program; and where the parent ignores SIGCHLD, as daemons and some containers do, this
/// program does not, so that the system tells how its children end.
void prepare_standard_streams();

/// As long as it lives, what is printed to std::cout and std::cerr passes base::shown: no path, config, record or
/// data file that a message quotes moves the cursor, turns the writing direction or sets colours. Then what is shown is
/// painted (painted.hpp), where colours are wanted.
class ShownStreams {
 public:
  ShownStreams();
  ShownStreams(const ShownStreams&) = delete;
  ShownStreams& operator=(const ShownStreams&) = delete;
  ~ShownStreams();

 private:
  std::unique_ptr<std::streambuf> out_, err_;
};

/// Whether colours are wanted from now on; automatic at first.
void choose_colors(ColorChoice choice);

/// Standard error past ShownStreams: for a line of progress, which erases itself.
std::streambuf* plain_standard_error();

/// To be called last: the exit code, which is kData at least, and a message on standard error, where
/// something that was printed did not reach standard output: a full disk, a closed stream.
int with_output_written(int code);

}  // namespace preimage::suite::cli
