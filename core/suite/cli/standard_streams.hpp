// What the program inherits: streams to print to, which may be closed, full or limited, and how signals are
// handled.
#pragma once

#include <memory>
#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>
#include <vector>

#include "suite/render/screen_text.hpp"

namespace preimage::suite::cli {

/// To be called first: a standard stream that is closed is opened on an empty file that takes nothing, so
/// that no result file gets its number and what is printed with it; a limit on file sizes (`ulimit -f`)
/// fails a write instead of ending the program; and where the parent ignores SIGCHLD, as daemons and some
/// containers do, this program does not, so that the system tells how its children end.
void prepare_standard_streams();

/// As long as it lives, what is printed to std::cout and std::cerr passes base::shown: no path, config,
/// record or data file that a message quotes moves the cursor, turns the writing direction or sets colours.
/// The program itself sets colours by `print` alone.
class ShownStreams {
 public:
  ShownStreams();
  ShownStreams(const ShownStreams&) = delete;
  ShownStreams& operator=(const ShownStreams&) = delete;
  ~ShownStreams();

 private:
  std::unique_ptr<std::streambuf> out_, err_;
};

enum class ColorChoice { automatic, always, never };

/// Whether a descriptor gets colours. automatic: a terminal that takes escape codes, TERM being neither unset
/// nor "dumb", where NO_COLOR is unset or "" (no-color.org).
bool has_colors(ColorChoice choice, int descriptor);

/// Whether colours are wanted from now on; automatic at first.
void choose_colors(ColorChoice choice);

/// The text on std::cout or std::cerr, its words green (good), yellow (doubtful) and red (bad) where colours
/// are wanted. What they say is said in words, too.
void print(std::ostream& stream, const render::Tinted& text);
/// A line on standard error that begins with a word in this colour: "warning:" doubtful, "failed:" bad.
void print_line(std::string_view word, render::Tint tint, std::string_view line);

/// A line each on standard error. before  each of them: "left out: "
void print_lines(const std::vector<std::string>& lines, const std::string& before = "");
/// The same of warnings, which say so in front.
void print_warnings(const std::vector<std::string>& lines);

/// Standard error past ShownStreams: for a line of progress, which erases itself.
std::streambuf* plain_standard_error();

/// To be called last: the exit code, which is kData at least, and a message on standard error, where
/// something that was printed did not reach standard output: a full disk, a closed stream.
int with_output_written(int code);

}  // namespace preimage::suite::cli
