#include "suite/cli/standard_streams.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

#include "preimage/base/text.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/run/progress.hpp"

namespace preimage::suite::cli {

namespace {

std::streambuf* plain_out = nullptr;
std::streambuf* plain_err = nullptr;
ColorChoice color_choice = ColorChoice::automatic;

/// How many bytes at the end of `text` begin a UTF-8 sequence that goes on in what is written next.
std::size_t unfinished(const std::string& text) {
  constexpr std::size_t kLongest = 4;
  for (std::size_t n = 1; n < kLongest && n <= text.size(); ++n) {
    const auto byte = static_cast<unsigned char>(text[text.size() - n]);
    if (byte >= 0x80 && byte < 0xC0) continue;
    const std::size_t length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
    return length > n ? n : 0;
  }
  return 0;
}

class ShownBuffer : public std::streambuf {
 public:
  ShownBuffer(std::streambuf* target, int descriptor) : target_(target), descriptor_(descriptor) {}
  ~ShownBuffer() override { pass_on(text_.size()); }

  /// An escape code behind what was printed, where colours are wanted.
  void write_code(std::string_view code) {
    if (!has_colors(color_choice, descriptor_) || !pass_on(text_.size())) return;
    target_->sputn(code.data(), static_cast<std::streamsize>(code.size()));
  }

 protected:
  int_type overflow(int_type c) override {
    if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    const char one = traits_type::to_char_type(c);
    return xsputn(&one, 1) == 1 ? c : traits_type::eof();
  }
  std::streamsize xsputn(const char* bytes, std::streamsize count) override {
    text_.append(bytes, static_cast<std::size_t>(count));
    return pass_on(text_.size() - unfinished(text_)) ? count : 0;
  }
  int sync() override { return pass_on(text_.size()) ? target_->pubsync() : -1; }

 private:
  bool pass_on(std::size_t count) {
    const std::string text = base::shown(std::string_view(text_).substr(0, count));
    text_.erase(0, count);
    if (text.empty()) return true;
    const auto size = static_cast<std::streamsize>(text.size());
    return target_->sputn(text.data(), size) == size;
  }

  std::streambuf* target_;
  int descriptor_;
  std::string text_;
};

constexpr std::string_view code_of(render::Tint tint) {
  if (tint == render::Tint::good) return "\x1b[32m";
  return tint == render::Tint::doubtful ? "\x1b[33m" : "\x1b[31m";
}
constexpr std::string_view kPlain = "\x1b[0m";

}  // namespace

ShownStreams::ShownStreams() {
  plain_out = std::cout.rdbuf();
  plain_err = std::cerr.rdbuf();
  out_ = std::make_unique<ShownBuffer>(plain_out, STDOUT_FILENO);
  err_ = std::make_unique<ShownBuffer>(plain_err, STDERR_FILENO);
  std::cout.rdbuf(out_.get());
  std::cerr.rdbuf(err_.get());
}

ShownStreams::~ShownStreams() {
  const auto state = std::cout.rdstate();  // rdbuf() clears it, and with_output_written asks for it
  std::cout.rdbuf(plain_out);
  std::cerr.rdbuf(plain_err);
  std::cout.setstate(state);
  plain_err = nullptr;
}

bool has_colors(ColorChoice choice, int descriptor) {
  if (choice != ColorChoice::automatic) return choice == ColorChoice::always;
  return run::progress_mode(false, descriptor) == run::ProgressMode::in_place;
}

void print(std::ostream& stream, const render::Tinted& text) {
  auto* shown = dynamic_cast<ShownBuffer*>(stream.rdbuf());
  const std::string_view all = text.text;
  std::size_t at = 0;
  for (const render::Tinted::Span& span : text.spans) {
    stream << all.substr(at, span.begin - at);
    if (shown != nullptr) shown->write_code(code_of(span.tint));
    stream << all.substr(span.begin, span.size);
    if (shown != nullptr) shown->write_code(kPlain);
    at = span.begin + span.size;
  }
  stream << all.substr(at);
}

void print_line(std::string_view word, render::Tint tint, std::string_view line) {
  render::Tinted text;
  print(std::cerr, text.add(word, tint).add(" ").add(line).add("\n"));
}

void choose_colors(ColorChoice choice) {
  color_choice = choice;
}

void print_lines(const std::vector<std::string>& lines, const std::string& before) {
  for (const std::string& line : lines) std::cerr << before << line << "\n";
}

void print_warnings(const std::vector<std::string>& lines) {
  for (const std::string& line : lines) print_line("warning:", render::Tint::doubtful, line);
}

std::streambuf* plain_standard_error() {
  return plain_err != nullptr ? plain_err : std::cerr.rdbuf();
}

void prepare_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    // The lowest number that is free is this one: those before it are open.
    if (::fcntl(stream, F_GETFD) < 0 && ::open("/dev/null", O_RDONLY) < 0) return;
  }
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGCHLD, SIG_DFL);
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
