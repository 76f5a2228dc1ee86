// The options of submit, status and collect. A header of its own because main.cpp has enough of them.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "suite/cli/verbs.hpp"

namespace preimage::suite::cli {

/// Of submit, beside those of a study and its cells.
void add_submit_options(CLI::App& verb, SubmitOptions& options);

/// Of status and collect: a job, and the folder of results that it was submitted into.
void add_job_options(CLI::App& verb, std::string& job, std::filesystem::path& out);

}  // namespace preimage::suite::cli
