#include "suite/cli/submit_command_line.hpp"

#include <utility>

#include "suite/cli/command_line_options.hpp"

namespace preimage::suite::cli {

namespace {

/// Those of sbatch that clusters ask for most; all others by its variables.
constexpr std::pair<const char*, const char*> kSbatchOptions[] = {
    {"partition", "for sbatch (what is not here by its variables, like SBATCH_CONSTRAINT)"},
    {"time", "for sbatch: limit of a task, in minutes or as H:MM:SS"},
    {"account", "for sbatch"},
    {"qos", "for sbatch"},
    {"mem", "for sbatch: memory of a task, in MiB"},
};

}  // namespace

void add_submit_options(CLI::App& verb, SubmitOptions& options) {
  verb.add_option(
          "--engine", options.engine,
          "slurm: a job array; commands: a line per chunk on stdout, for GNU parallel or any other scheduler")
      ->check(CLI::IsMember({"slurm", "commands"}))
      ->required();
  verb.add_option_function<std::size_t>(
          "--chunks", [&options](std::size_t chunks) { options.chunks = chunks; },
          "parts of nearly equal cost (default: of about 10 minutes each)")
      ->type_name("N")
      ->check(integer_problem(1, 1000000));
  verb.add_flag("--dry-run", options.dry_run,
                "say what would be submitted and what it costs; submit nothing");
  for (const auto& [name, help] : kSbatchOptions) {
    const std::string option = std::string("--") + name;
    verb.add_option_function<std::string>(
            option,
            [&options, option](const std::string& value) { options.sbatch.push_back(option + "=" + value); },
            help)
        ->type_name("VALUE");
  }
}

void add_job_options(CLI::App& verb, std::string& job, std::filesystem::path& out) {
  verb.add_option("JOB", job, "first digits of its id, or its number in Slurm");
  verb.add_option("--out", out, "folder of results")->type_name("DIR")->capture_default_str();
}

}  // namespace preimage::suite::cli
