#include "suite/workers/program_output.hpp"

#include <cstdlib>
#include <sstream>

#include <fmt/format.h>
#include <unistd.h>

namespace preimage::suite::workers {

std::optional<std::filesystem::path> find_program(const std::string& name) {
  const char* folders = std::getenv("PATH");
  std::istringstream path(folders == nullptr ? "" : folders);
  for (std::string folder; std::getline(path, folder, ':');) {
    const std::filesystem::path file = std::filesystem::path(folder) / name;
    std::error_code code;
    if (std::filesystem::is_regular_file(file, code) && ::access(file.c_str(), X_OK) == 0) return file;
  }
  return std::nullopt;
}

std::optional<ProgramOutput> program_output(
    const std::vector<std::string>& words, std::size_t most,
    const std::vector<std::pair<std::string, std::string>>& environment,
    std::chrono::milliseconds most_time) {
  const std::optional<std::filesystem::path> program = find_program(words.front());
  if (!program) return std::nullopt;
  ProgramOutput output;
  PoolEvents events;
  events.on_line = [&](std::size_t, const std::string& line) {
    output.text += line + "\n";
    if (output.text.size() > most) {
      throw DataError(fmt::format("{}: prints over {} bytes", words.front(), most));
    }
  };
  const auto end = std::chrono::steady_clock::now() + most_time;
  events.on_tick = [&] {
    if (most_time.count() > 0 && std::chrono::steady_clock::now() >= end) {
      throw TimeoutError(fmt::format("{}: no answer within {:g} s", words.front(),
                                     std::chrono::duration<double>(most_time).count()));
    }
  };
  const std::vector<std::string> arguments(words.begin() + 1, words.end());
  output.ended = run_processes(program->string(), {{arguments, environment}}, events).workers.front();
  return output;
}

}  // namespace preimage::suite::workers
