// What `preimage VERB` does; each returns an exit code and throws the errors of base/error.hpp.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "suite/cli/run_summary.hpp"
#include "suite/model/fit_model.hpp"
#include "suite/results/checked_results.hpp"
#include "suite/run/clean_folder.hpp"
#include "suite/study/draft.hpp"
#include "suite/study/kept_samples.hpp"
#include "suite/study/options.hpp"

namespace preimage::suite::cli {

/// experiments  of this program
/// is_json  of this verb and others: one JSON document on standard output in place of text
int verb_list(const study::ExperimentTable& experiments, bool is_json);
/// path  of the keys that are meant, or "": all
int verb_keys(const study::ExperimentTable& experiments, const std::string& path, bool is_schema);
int verb_plan(const study::StudyOptions& given, const study::ExperimentTable& experiments, bool measures,
              bool is_json);
/// What is wrong with the data and folds of configs (results/audit.hpp), before any cell is run.
int verb_audit(const study::StudyOptions& options, const study::ExperimentTable& experiments, bool is_json);
int verb_run(const study::StudyOptions& options, const study::ExperimentTable& experiments,
             TablesShown shown);
int verb_work(const study::StudyOptions& options, const study::ExperimentTable& experiments);
/// How tables are printed: as JSON; with what inner folds chose, which JSON always has.
struct TableForm {
  bool json = false, chosen = false;
};
/// Where no config is given, a folder's notes say what it is about.
int verb_table(const study::StudyOptions& options, const study::ExperimentTable& experiments,
               const TableForm& form);

/// Runs the cells of options.sweep that are not done yet, writes <out>/sweeps/<name> and prints its summary.
int verb_sweep(const study::StudyOptions& options, const study::ExperimentTable& experiments);

struct SubmitOptions {
  std::string engine;                 // "slurm" or "commands"
  std::optional<std::size_t> chunks;  // else 100
  std::vector<std::string> sbatch;    // "--partition=short"
  bool dry_run = false;               // says what would be submitted, and submits nothing
};
/// Cuts the list of open cells into chunks of equal length and hands them to Slurm as a job array, whose
/// number goes to standard output; or prints a command per chunk. Returns without waiting.
int verb_submit(const study::StudyOptions& study, const SubmitOptions& options,
                const study::ExperimentTable& experiments);
/// What the records, and Slurm where there is one, say of the jobs that were submitted into the folder of
/// results.
/// job  the first digits of a job's id, its number in Slurm, or "" for all
int verb_status(const std::filesystem::path& out, const std::string& job, bool is_json);
/// Writes and prints the tables of a submitted study, or the files and the summary of a submitted sweep, or
/// names the cells that it lacks (kCellsFailed).
/// job  as above; "" where all are of one study
int verb_collect(const std::filesystem::path& out, const std::string& job,
                 const study::ExperimentTable& experiments, TablesShown shown);

struct ReportOptions {
  std::optional<std::filesystem::path> page;   // else <out>/report.html
  std::optional<std::filesystem::path> paper;  // LaTeX
};
/// Writes tables and figures from the records, and one offline page that shows them all; prints its path.
/// What is missing or damaged is said there and on stderr: kCellsFailed.
int verb_report(study::SelectionOptions study, const ReportOptions& options,
                const study::ExperimentTable& experiments);

int verb_check(const results::CheckOptions& given, const study::ExperimentTable& experiments);

/// What a cell is, whether a run would compute it again, and how a record that is left differs from the cell
/// in its place. Where no config is given, a folder's notes say what was run there.
/// cell  the first digits of a key (6 at least), or "config:reading:learner:repetition:fold"
int verb_explain(const study::SelectionOptions& options, const study::ExperimentTable& experiments,
                 const std::string& cell);

/// How the records and tables of two results folders differ; circumstances are never compared. kOk where they
/// are the same, else kRegression.
int verb_compare(const std::filesystem::path& run_a, const std::filesystem::path& run_b);

/// Lists what neither a selected config refers to in the results folder nor one that was run into it, and
/// removes it where that is confirmed.
/// yes  without a question
int verb_clean(const run::CleanOptions& options, const study::ExperimentTable& experiments, bool yes);

/// Holds a results folder against itself: records against keys, names and sums, notes, sweeps and tables
/// against records, links and files that are none of ours. Prints a line per fault: kData.
int verb_verify(study::SelectionOptions options, const study::ExperimentTable& experiments);

int verb_datasets(const std::optional<std::filesystem::path>& data);

struct GramOptions {
  std::filesystem::path input;
  std::optional<std::filesystem::path> new_samples;  // rows of the matrix; columns are those of `input`
  std::string kernel;                                // YAML flow text: "{name: gaussian, sigma: 2}"
  std::vector<std::string> columns;                  // CSV columns; or "input" / "output" of string pairs
  std::string kind = "vector";  // what the CSV columns hold: vector, class, label_set or string
  std::string header, comment;  // as of DraftRequest
  std::filesystem::path out;    // .csv or .npy
};
int verb_gram(const GramOptions& options);

struct InitOptions {
  study::DraftRequest request;                  // but for its folder, and what the next two say
  std::optional<std::filesystem::path> inputs;  // in place of its data; its targets name a file then
  std::string missing_targets;
  std::optional<std::filesystem::path> out;  // the config; else standard output
  bool force = false;                        // a file in its place is replaced
};
/// Writes a config for the user's file, and says on stderr what was guessed.
int verb_init(const InitOptions& given, const study::DraftConfig& draft_config);

struct NewOptions {
  std::string what;              // "paper"
  std::filesystem::path folder;  // its last part is the paper's key
  bool program = false;          // a script computes the numbers
};
/// Writes a folder for a paper, and says on stderr how to run it. What is there already is left alone.
int verb_new(const NewOptions& options, const study::DraftPaper& draft_paper);

struct FitOptions {
  model::FitRequest request;
  std::filesystem::path model;
};
/// Chooses on the inner folds of all samples, fits once, writes the model, and says what was chosen and what
/// to expect.
/// study  one config; its results folder may hold the honest estimate
int verb_fit(const study::SelectionOptions& study, const FitOptions& options,
             const study::ExperimentTable& experiments);

/// Writes every outer fold of every repetition and its inner folds as CSV, a line per row and part.
/// study  one config
/// out    "-": standard output
int verb_folds(const study::SelectionOptions& study, const std::filesystem::path& out,
               const study::ExperimentTable& experiments);
/// The first line.
inline constexpr const char* kFoldsHeader = "repetition,outer_fold,inner_fold,part,row\n";

struct PredictOptions {
  study::NewInputsForm form = study::NewInputsForm::samples;  // what `inputs` holds
  std::filesystem::path diagonal = {};                        // beside a Gram matrix; or empty
  std::filesystem::path model, inputs, out = "-";             // "-": standard input, standard output
  std::size_t block = 1024;                                   // inputs at a time
  bool probabilities = false;                                 // of classes, beside the scores
};
/// Predictions for new inputs, block by block, as CSV, or vectors as .npy.
int verb_predict(const PredictOptions& options, const study::ExperimentTable& experiments);

/// What a model file is: facts and arrays.
int verb_show(const std::filesystem::path& model, const study::ExperimentTable& experiments);

struct VerdictOptions {
  std::vector<std::filesystem::path> files;  // PRINTED and RERUN; beside `number` RERUN alone
  std::string number;                        // ".947 +- .022"
  std::map<std::string, std::string> facts;  // columns of a ledger, for all rows
  std::optional<std::filesystem::path> json, markdown;
};
/// Judges printed numbers by reruns of them, from two files: kPublished where one is inconclusive or not
/// reproduced.
int verb_verdict(const VerdictOptions& options);

struct BenchOptions {
  std::string name;
  std::optional<long> largest;  // training samples
  std::optional<std::filesystem::path> svg;
  bool whole = false;
};
/// Becomes the program of the benchmarks, which refuses an option that its benchmark does not take.
int verb_bench(const BenchOptions& options);
/// The benchmarks, a line each, as their program prints them; nothing where it is not built.
std::optional<std::vector<std::string>> benchmark_lines();
/// The command that builds it.
inline constexpr const char* kBuildBenchmarks = "cmake --build build --target preimage-bench";

}  // namespace preimage::suite::cli
