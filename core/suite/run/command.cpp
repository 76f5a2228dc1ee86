#include "suite/run/command.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"
#include "suite/run/descendants.hpp"
#include "suite/run/signal_pipe.hpp"
#include "suite/study/options.hpp"

namespace preimage::suite::run {

namespace {

constexpr std::size_t kMaxLastWords = 2000;
constexpr int kPatience = 50;  // ms, between looks whether it has ended while something keeps its output open

/// One stream of the child's.
struct Stream {
  base::FileDescriptor descriptor;
  std::string text = {};

  /// Reads what is there now. False where no more will come.
  bool read_some() {
    char buffer[1 << 16];
    const ssize_t count = ::read(descriptor.get(), buffer, sizeof buffer);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return true;
    if (count <= 0) return false;
    text.append(buffer, static_cast<std::size_t>(count));
    return true;
  }
  void close() { descriptor = base::FileDescriptor(); }
};

/// A child that is killed and waited for at the latest with this object, and with it all that it has started.
class Running {
 public:
  /// The streams do not block.
  Running(const Descendants& descendants, pid_t child, base::FileDescriptor out, base::FileDescriptor err)
      : descendants_(descendants), child_(child), out_{std::move(out)}, err_{std::move(err)} {}
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  ~Running() {
    out_.close();
    err_.close();
    if (child_ >= 0) end_child(child_);
    descendants_.end();  // what it has left is this process's now
  }

  /// throws  DataError where it prints too much, or the system does not tell how it ended
  CommandOutput wait(const std::string& name, std::size_t most) {
    // With both streams closed there is nothing left to do but wait.
    std::optional<WorkerExit> ended;
    while (!(ended = take_exit(child_, !out_.descriptor.is_open() && !err_.descriptor.is_open())))
      read_for_a_while(name, most);
    child_ = -1;
    read_rest(name, most);
    return {*ended, std::move(out_.text), std::move(err_.text)};
  }

 private:
  void read_for_a_while(const std::string& name, std::size_t most) {
    std::array<pollfd, 2> waiting = {pollfd{out_.descriptor.get(), POLLIN, 0},
                                     {err_.descriptor.get(), POLLIN, 0}};
    if (::poll(waiting.data(), waiting.size(), kPatience) <= 0) return;
    if (waiting[0].revents != 0 && !out_.read_some()) out_.close();
    if (waiting[1].revents != 0 && !err_.read_some()) err_.close();
    check(name, most);
  }
  void read_rest(const std::string& name, std::size_t most) {
    for (Stream* stream : {&out_, &err_}) {
      for (std::size_t before = std::string::npos;
           stream->descriptor.is_open() && before != stream->text.size();) {
        before = stream->text.size();
        if (!stream->read_some()) stream->close();
        check(name, most);
      }
    }
  }
  void check(const std::string& name, std::size_t most) {
    if (out_.text.size() > most) throw DataError(fmt::format("{} prints more than {} bytes", name, most));
    if (err_.text.size() > 2 * kMaxLastWords) err_.text.erase(0, err_.text.size() - kMaxLastWords);
  }

  const Descendants& descendants_;
  pid_t child_;
  Stream out_, err_;
};

std::string program_of(const Command& command) {
  const std::string& name = command.words.front();
  if (name.find('/') != std::string::npos)
    return name;  // from the folder that it works in, as a shell has it
  const auto found = find_program(name);
  if (!found) throw DataError(fmt::format("{}: no such program in PATH", name));
  return found->string();
}

}  // namespace

/// R ends each script that fails with a line that says so; the error and its reason are above, and between
/// them lines of calls and warnings. A line that begins with a blank goes on with the one above.
std::string last_words(const std::string& err) {
  constexpr std::size_t kMostLines = 3;
  std::vector<std::string> lines;
  std::istringstream stream(err);
  for (std::string line; std::getline(stream, line);)
    if (line.find_first_not_of(" \t\r") != std::string::npos) lines.push_back(line);
  const auto goes_on = [&](std::size_t i) { return lines[i].front() == ' ' || lines[i].front() == '\t'; };
  if (lines.size() > 1 && lines.back() == "Execution halted") {
    lines.pop_back();
    const auto error = std::find_if(lines.rbegin(), lines.rend(),
                                    [](const std::string& line) { return line.starts_with("Error"); });
    auto end = error.base();
    while (error != lines.rend() && end != lines.end() && end->front() == ' ') ++end;
    if (error != lines.rend()) lines.erase(end, lines.end());
  }
  std::size_t first = std::max<std::size_t>(lines.size(), 1) - 1;
  while (first > 0 && goes_on(first)) --first;
  std::string words;
  for (std::size_t i = first; i < std::min(lines.size(), first + kMostLines); ++i)
    words += (words.empty() ? "" : " ") + std::string(config::without_blanks_around(lines[i]));
  return words;
}

void CommandOutput::require_success(const std::string& program) const {
  if (ended.ok()) return;
  const std::string last = last_words(err);
  throw DataError(
      fmt::format("{}: {}{}", program, ended.text(), last.empty() ? "" : ": " + base::excerpt_of_end(last)));
}

std::string shell_line(const Command& command) {
  std::string line;
  if (!command.folder.empty())
    line = study::command_text({"cd", std::filesystem::absolute(command.folder).string()}, {}) + " && ";
  for (const auto& [name, value] : command.environment) line += name + "=" + study::shell_quoted(value) + " ";
  return line + study::command_text(command.words, {});
}

CommandOutput run_command(const Command& command, std::size_t most) {
  const Program program{program_of(command), command.words, command.environment, command.folder, true};
  Pipe out = make_pipe(), err = make_pipe();
  for (const Pipe* pipe : {&out, &err}) set_nonblocking(pipe->read_end.get());
  const Descendants descendants;
  const pid_t child = start_program(program, out.write_end.get(), err.write_end.get());
  Running running(descendants, child, std::move(out.read_end), std::move(err.read_end));
  for (Pipe* pipe : {&out, &err}) pipe->write_end = base::FileDescriptor();
  return running.wait(command.words.front(), most);
}

}  // namespace preimage::suite::run
