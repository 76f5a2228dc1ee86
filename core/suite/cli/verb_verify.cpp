#include <iostream>

#include <fmt/format.h>

#include "suite/cli/exit_code.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/render/table_files.hpp"
#include "suite/results/verify_folder.hpp"

namespace preimage::suite::cli {

int verb_verify(const study::SelectionOptions& options, const study::ExperimentTable& experiments) {
  const results::FolderState state = results::verify_folder(options, experiments, render::files_of);
  for (const auto& [file, line] : state.damaged) std::cout << line << "\n";
  for (const auto& [file, line] : state.unknown) std::cout << "cannot be told: " << line << "\n";
  std::cout << fmt::format(
      "{}: {} records, {} files of tables: {} fault{}{}\n", options.out.string(), state.records,
      state.table_files, state.damaged.size(), state.damaged.size() == 1 ? "" : "s",
      state.unknown.empty() ? "" : fmt::format(", {} cannot be told", state.unknown.size()));
  return !state.damaged.empty() ? kData : !state.unknown.empty() ? kCannotTell : kOk;
}

}  // namespace preimage::suite::cli
