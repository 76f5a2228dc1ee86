// How a shell completes command lines: its script asks the program, which knows its table of verbs and
// options.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "suite/study/experiment.hpp"

namespace preimage::suite::cli {

/// The script for bash 4 or zsh.
/// throws  ConfigError for another shell
std::string completion_script(const std::string& shell);

/// Prints what is offered for the last of the words of a command line without the program's name: on the
/// first line `files`, `folders`, `configs` (names, files that end in .yaml, folders) or `words`; then a name
/// a line, and behind a tab what it is. A config that cannot be read has no names: a run of it says why, and
/// a completion is no place for it.
int verb_complete(const CLI::App& app, const study::ExperimentTable& experiments,
                  const std::vector<std::string>& words);

}  // namespace preimage::suite::cli
