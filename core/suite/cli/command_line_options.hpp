// Rows of the command line that verbs share.
#pragma once

#include <functional>
#include <string>

#include <CLI/CLI.hpp>

#include "suite/study/option_table.hpp"

namespace preimage::suite::cli {

/// For CLI::Option::check: a decimal integer in this range (CLI11's own takes hexadecimal and octal ones,
/// too).
std::function<std::string(const std::string&)> integer_problem(long least, long most);

/// "--page FILE.html": an option and the word for its value; "CONFIG": an argument.
template <class Value>
CLI::Option* add_row(CLI::App& verb, const std::string& name, Value& value, const std::string& help) {
  const std::size_t blank = name.find(' ');
  CLI::Option* option = verb.add_option(name.substr(0, blank), value, help);
  return blank == std::string::npos ? option : option->type_name(name.substr(blank + 1));
}

/// Of every verb that is about the cells of configs: which configs, readings, data, results folder.
void add_study_options(CLI::App& verb, study::SelectionOptions& options);
/// The points of a sweep; returns --grid.
CLI::Option* add_sweep_options(CLI::App& verb, study::SweepOptions& options);
/// What run and its workers have in common beyond the choice of cells.
void add_cell_options(CLI::App& verb, study::RunOptions& options);
/// Of run and sweep beside these.
void add_worker_options(CLI::App& verb, study::RunOptions& options);
void add_permission(CLI::App& verb, study::RunOptions& options);
void add_bitwise(CLI::App& verb, study::RunOptions& options);
/// Of work, which has the cells' options already: which cells, and whether it ends with them.
void add_part_options(CLI::App& verb, study::WorkerOptions& options);

}  // namespace preimage::suite::cli
