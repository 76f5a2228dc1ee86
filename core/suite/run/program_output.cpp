#include "suite/run/program_output.hpp"

#include <iostream>
#include <utility>

#include <fmt/format.h>

namespace preimage::suite::run {

std::optional<ProgramOutput> program_output(const std::vector<std::string>& words, std::size_t most,
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
  const auto start = std::chrono::steady_clock::now();
  const double most_seconds = std::chrono::duration<double>(most_time).count();
  bool has_told = false;
  events.on_tick = [&] {
    const auto waited = std::chrono::steady_clock::now() - start;
    if (most_time.count() == 0 || waited < most_time / 12) return;
    if (!std::exchange(has_told, true))
      std::cerr << fmt::format("waits for {}, {:g} s at most\n", words.front(), most_seconds);
    if (waited >= most_time)
      throw TimeoutError(fmt::format("{}: no answer within {:g} s", words.front(), most_seconds));
  };
  const std::vector<std::string> arguments(words.begin() + 1, words.end());
  output.ended = run_processes({program_of(program->string(), arguments)}, events).workers.front();
  return output;
}

}  // namespace preimage::suite::run
