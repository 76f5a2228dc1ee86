// What was submitted: enough to go on with it from any node, as a value and as the text of job.json.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "suite/study/options.hpp"

namespace preimage::suite::run {

inline constexpr int kJobSchema = 1;

struct Job {
  study::StudyOptions study;  // with absolute paths; its folder of results is where the job's folder lies
  std::string engine;         // "slurm" or "commands"
  std::vector<std::string> sbatch;  // options of sbatch that the user chose: "--partition=short"
  std::string program;              // the path of this program, as the nodes see it
  std::string root;                 // PREIMAGE_ROOT, or "" where it is not set
  std::string code;                 // the program's revision
  std::string blas_core;            // of the submitting host, for all tasks; "" where another BLAS is loaded
  std::size_t chunks = 0;           // tasks 0..chunks-1
  std::size_t cells = 0;
};

/// throws  ConfigError where an option of sbatch holds anything but letters, digits and _-.,:+@ behind its
/// name:
///         the script's lines are words of sbatch, and nothing is quoted there
void require_plain_options(const std::vector<std::string>& sbatch);

/// One line of JSON with sorted keys.
/// throws  DataError where a path is not UTF-8
std::string to_json(const Job& job);

/// Reads what to_json wrote, all but the folder of results; `source` names the file in messages.
/// throws  DataError for text that is no JSON, another schema, a duplicate, missing or unknown field, a wrong
///         type, or a value that to_json never writes
Job job_from_json(std::string_view text, const std::string& source);

/// The words behind `preimage` that submit again what is left of the job.
std::vector<std::string> submit_arguments(const Job& job);

}  // namespace preimage::suite::run
