// Another program, run for what it prints.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "preimage/base/error.hpp"
#include "suite/run/process_pool.hpp"

namespace preimage::suite::run {

class TimeoutError : public DataError {
 public:
  using DataError::DataError;
};

struct ProgramOutput {
  WorkerExit ended;
  std::string text;  // its standard output; of one that does not end with a line end, with one
};

/// Runs words[0], looked for by find_program, with the other words as arguments, and waits for its end. Bytes
/// are handed out as they are. Standard error is this process's own. Nothing where there is no such program.
/// most_time  0: as long as it takes; after a twelfth of it standard error says that it is waited for
/// throws  DataError naming the program where it prints more than `most` bytes; what run_processes throws;
///         TimeoutError where it takes longer: it is ended then, and what it has done by then is not known
std::optional<ProgramOutput> program_output(const std::vector<std::string>& words, std::size_t most,
                                            std::chrono::milliseconds most_time = {});

}  // namespace preimage::suite::run
