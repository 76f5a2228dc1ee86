// The options that verbs share, as CLI11 reads them.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "suite/cli/verbs.hpp"

namespace preimage::suite::cli {

/// For CLI::Option::check: a decimal integer in this range (CLI11's own takes hexadecimal and octal ones, too).
std::function<std::string(const std::string&)> integer_problem(long least, long most);

/// Of every verb that is about the cells of configs: which configs, readings, data, results folder.
void add_study_options(CLI::App& verb, study::SelectionOptions& options);

/// The points of a sweep; returns --grid.
CLI::Option* add_sweep_options(CLI::App& verb, study::SweepOptions& options);

/// What run and its workers have in common beyond the choice of cells.
void add_cell_options(CLI::App& verb, study::RunOptions& options);

void add_permission(CLI::App& verb, study::RunOptions& options);
void add_bitwise(CLI::App& verb, study::RunOptions& options);

/// Of run and sweep: the workers.
void add_worker_options(CLI::App& verb, study::RunOptions& options);
void add_threads(CLI::App& verb, study::RunOptions& options);

/// Of work, which has the cells' options already: which cells, and whether it ends with them.
void add_part_options(CLI::App& verb, study::WorkerOptions& options);

/// Of report, beside those of a study.
void add_report_options(CLI::App& verb, ReportOptions& options);

void add_check_options(CLI::App& verb, results::CheckOptions& options);
void add_verdict_options(CLI::App& verb, VerdictOptions& options);
void add_init_options(CLI::App& verb, InitOptions& options);
void add_gram_options(CLI::App& verb, GramOptions& options);

}  // namespace preimage::suite::cli
