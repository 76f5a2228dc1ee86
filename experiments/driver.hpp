#pragma once

#include <functional>

namespace preimage::experiments {

/// The program: parses the command line, runs its verb.
/// returns  the exit code; every error has been told on stderr
int run_driver(int argc, char** argv);

/// Runs a program, tells its error on stderr, and sees that all of stdout was written.
/// returns  what `program` returns, or the exit code of its error
int run_telling_errors(const std::function<int()>& program);

}  // namespace preimage::experiments
