// The verbs that look things up: keys of configs, and what is about the verbs themselves: help, completion, and complete, which
// the completion scripts call.
#pragma once

#include <CLI/CLI.hpp>

#include "suite/cli/command_line.hpp"

namespace preimage::suite::cli {

/// Adds them, and puts every verb into its group. To be called once all other verbs are there.
void add_help_verbs(CLI::App& app, CommandLine& line);

}  // namespace preimage::suite::cli
