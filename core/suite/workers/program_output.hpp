// Another program, run for what it prints.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "suite/workers/process_pool.hpp"

namespace preimage::suite::workers {

/// The executable file of this name in the first folder of PATH that has one; nothing where none has.
std::optional<std::filesystem::path> find_program(const std::string& name);

struct ProgramOutput {
  WorkerExit ended;
  std::string text;  // its standard output; of one that does not end with a line end, with one
};

/// Runs words[0], looked for by find_program, with the other words as arguments and the variables set on top
/// of this process's, and waits for its end. Bytes are handed out as they are. Standard error is this
/// process's own. Nothing where there is no such program.
/// throws  DataError naming the program where it prints more than `most` bytes; what run_processes throws
std::optional<ProgramOutput> program_output(
    const std::vector<std::string>& words, std::size_t most,
    const std::vector<std::pair<std::string, std::string>>& environment = {});

}  // namespace preimage::suite::workers
