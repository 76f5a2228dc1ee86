// What the parts of the command line share: a verb with its example.
#pragma once

#include <functional>
#include <string>

#include <CLI/CLI.hpp>

#include "suite/cli/command_line.hpp"

namespace preimage::suite::cli {

/// A verb that does `action` once the words are parsed. Its help ends with the example.
CLI::App& add_verb(CLI::App& app, CommandLine& line, const std::string& name, const std::string& summary,
                   const std::string& example, std::function<int()> action);

/// The same of one that is about the cells of configs.
CLI::App& add_study_verb(CLI::App& app, CommandLine& line, const std::string& name,
                         const std::string& summary, const std::string& example, std::function<int()> action);

/// fit, predict, show
void add_model_verbs(CLI::App& app, CommandLine& line);

}  // namespace preimage::suite::cli
