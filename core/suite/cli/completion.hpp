// Scripts by which a shell completes command lines of the program. Names that depend on configs the scripts ask of the
// program itself: `preimage complete readings CONFIG`.
#pragma once

#include <string>
#include <vector>

#include "suite/cli/facts.hpp"

namespace preimage::suite::cli {

inline const std::vector<std::string> kShells = {"bash", "zsh", "fish"};

/// Needs bash 4; no package of completions.
std::string bash_completion(const ProgramFacts& program);
std::string zsh_completion(const ProgramFacts& program);
std::string fish_completion(const ProgramFacts& program);

/// shell  one of kShells
/// throws  std::invalid_argument for another
std::string completion_script(const std::string& shell, const ProgramFacts& program);

}  // namespace preimage::suite::cli
