#include <iostream>
#include <utility>

#include <fmt/format.h>

#include "suite/cli/exit_code.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/render/table_files.hpp"
#include "suite/results/verify_folder.hpp"
#include "suite/run/plans.hpp"

namespace preimage::suite::cli {

int verb_verify(study::SelectionOptions options, const study::ExperimentTable& experiments) {
  options.skip_missing = true;
  study::Plan plan;
  if (run::has_notes(options.out)) plan = run::plan_folder(options, experiments, run::Ways::all);
  const results::FolderState state = results::verify_folder(options, std::move(plan), render::files_of);
  for (const auto& [file, line] : state.damaged) std::cout << line << "\n";
  for (const auto& [file, line] : state.unknown) std::cout << "cannot be told: " << line << "\n";
  std::cout << fmt::format(
      "{}: {} records, {} files of tables: {} fault{}{}\n", options.out.string(), state.records,
      state.table_files, state.damaged.size(), state.damaged.size() == 1 ? "" : "s",
      state.unknown.empty() ? "" : fmt::format(", {} cannot be told", state.unknown.size()));
  return !state.damaged.empty() ? kData : !state.unknown.empty() ? kCannotTell : kOk;
}

}  // namespace preimage::suite::cli
