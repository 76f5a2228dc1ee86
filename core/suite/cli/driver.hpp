#pragma once

#include <functional>

#include "suite/study/draft.hpp"
#include "suite/study/experiment.hpp"

namespace preimage::suite::cli {

/// The program: parses the command line, runs its verb.
/// experiments   that configs may name
/// drafts        what `init` and `new` write
/// returns  the exit code; every error has been told on stderr
int run(int argc, char** argv, const study::ExperimentTable& experiments, const study::Drafts& drafts);

/// Runs a program, tells its error on stderr, and sees that all of stdout was written.
/// returns  what `program` returns, or the exit code of its error
int run_telling_errors(const std::function<int()>& program, bool is_json = false);

}  // namespace preimage::suite::cli
