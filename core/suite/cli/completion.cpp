#include "suite/cli/completion.hpp"

#include <stdexcept>

namespace preimage::suite::cli {

std::string completion_script(const std::string& shell, const ProgramFacts& program) {
  if (shell == "bash") return bash_completion(program);
  if (shell == "zsh") return zsh_completion(program);
  if (shell == "fish") return fish_completion(program);
  throw std::invalid_argument("no script for the shell " + shell);
}

}  // namespace preimage::suite::cli
