// What the system gives the program to print to, which may be closed, full or limited.
#pragma once

#include <memory>
#include <streambuf>

namespace preimage::suite::cli {

/// To be called first: a standard stream that is closed is opened on an empty file that takes nothing, so
/// that no result file gets its number and what is printed with it; and a limit on file sizes (`ulimit -f`)
/// fails a write instead of ending the program.
void prepare_standard_streams();

/// As long as it lives, what is printed to std::cout and std::cerr passes base::shown: no path, config, record or
/// data file that a message quotes moves the cursor, turns the writing direction or sets colours.
class ShownStreams {
 public:
  ShownStreams();
  ShownStreams(const ShownStreams&) = delete;
  ShownStreams& operator=(const ShownStreams&) = delete;
  ~ShownStreams();

 private:
  std::unique_ptr<std::streambuf> out_, err_;
};

/// Standard error past ShownStreams: for a line of progress, which erases itself.
std::streambuf* plain_standard_error();

/// To be called last: the exit code, which is kData at least, and a message on standard error, where
/// something that was printed did not reach standard output: a full disk, a closed stream.
int with_output_written(int code);

}  // namespace preimage::suite::cli
