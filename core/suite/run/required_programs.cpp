#include "suite/run/required_programs.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/run/child_process.hpp"
#include "suite/run/run_cell.hpp"

namespace preimage::suite::run {

namespace fs = std::filesystem;

namespace {

constexpr const char* kInterpreters[] = {"python", "pypy", "sh",      "bash",  "dash",
                                         "zsh",    "ksh",  "Rscript", "perl",  "ruby",
                                         "node",   "lua",  "php",     "julia", "octave"};
constexpr const char* kScriptEndings[] = {".py", ".sh", ".bash", ".zsh", ".R",   ".r",  ".pl",
                                          ".rb", ".js", ".mjs",  ".lua", ".php", ".jl", ".m"};

/// Whether a program is an interpreter, in any version: "python3.12".
bool is_interpreter(const std::string& word) {
  std::string name = fs::path(word).filename().string();
  name.erase(name.find_last_not_of("0123456789.") + 1);
  return std::ranges::find(kInterpreters, name) != std::end(kInterpreters);
}

/// Whether an option of an interpreter, alone or among other letters, says that no file is read: -c, -lc and
/// -xec of a shell (whose -e is another), -c and -m of Python, -e of most.
bool gives_program(const std::string& option, const std::string& interpreter) {
  if (option.starts_with("--")) return option == "--eval" || option == "--print" || option == "--expression";
  return option.find_first_of(interpreter.ends_with("sh") ? "c" : "cmeEpr") != std::string::npos;
}

/// The script that an interpreter reads, which is the program or what `env` starts; "" where that is not
/// plain. An interpreter's name behind another program is an argument of that.
std::string script_of(const std::vector<std::string>& words) {
  auto word = words.begin();
  if (*word == "env" && words.size() > 1) ++word;
  if (!is_interpreter(*word)) return "";
  const std::string interpreter = *word;
  for (++word; word != words.end(); ++word) {
    if (word->starts_with("-") && gives_program(*word, interpreter)) return "";
    if (word->starts_with("-")) continue;
    const std::string ending = fs::path(*word).extension().string();
    const bool is_script = std::ranges::find(kScriptEndings, ending) != std::end(kScriptEndings);
    return is_script ? *word : "";
  }
  return "";
}

/// Why the command cannot be started; "" where nothing is known against it.
std::string lacking(const study::OutsideCommand& command) {
  std::error_code code;
  const std::string& program = command.words.front();
  if (program.find('/') == std::string::npos) {
    if (!find_program(program)) return program + ": no such program in PATH";
  } else if (!fs::exists(command.folder / program, code)) {
    return (command.folder / program).string() + ": no such program";
  }
  const std::string script = script_of(command.words);
  if (!script.empty() && !fs::exists(command.folder / script, code))
    return (command.folder / script).string() + ": no such file";
  return "";
}

}  // namespace

void require_programs(const std::vector<const study::Cell*>& cells) {
  std::set<std::pair<std::string, std::string>> seen;  // program and script: most cells have the same
  std::set<const std::string*> own;                    // learners of readings that run none of their own
  for (const study::Cell* cell : cells) {
    if (own.contains(cell->learner)) continue;
    const registry::LearnerProgram* program = study::program_of(*cell->reading, *cell->learner);
    if (!cell->reading->experiment.outside) own.insert(cell->learner);
    if (program == nullptr) continue;
    const study::OutsideCommand command =
        cell->reading->experiment.outside ? cell->reading->experiment.outside->command(outside_cell(*cell))
                                          : study::OutsideCommand{program->words, program->folder, {}};
    if (!seen.emplace(command.words.front(), script_of(command.words)).second) continue;
    if (const std::string why = lacking(command); !why.empty())
      throw DataError(fmt::format("{}: run: {}", cell->study->config, why));
  }
}

}  // namespace preimage::suite::run
