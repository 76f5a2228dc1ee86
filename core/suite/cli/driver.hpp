#pragma once

#include <functional>

#include "suite/study/draft.hpp"
#include "suite/study/experiment.hpp"

namespace preimage::suite::cli {

/// The program: parses the command line, runs its verb.
/// experiments   that configs may name
/// draft_config  writes a config for a file of the user's, for `init`
/// returns  the exit code; every error has been told on stderr
int run(int argc, char** argv, const study::ExperimentTable& experiments,
        const study::DraftConfig& draft_config);

/// Runs a program, tells its error on stderr, and sees that all of stdout was written.
/// returns  what `program` returns, or the exit code of its error
int run_telling_errors(const std::function<int()>& program);

}  // namespace preimage::suite::cli
