// What `help`, `completion` and `complete` do; each returns an exit code.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "suite/study/experiment.hpp"

namespace preimage::suite::cli {

struct HelpOptions {
  std::string verb;                          // of help; "": all
  std::optional<std::filesystem::path> man;  // folder for pages
  std::string shell;                         // of completion
  std::string offer;                         // of complete
  std::vector<std::string> words;
};

/// Prints the list of verbs, or shows the page of one, by `man` where standard output is a terminal and the page is
/// installed; or writes all pages.
/// throws  ConfigError where there is no such verb; DataError where a page cannot be written
int verb_help(const CLI::App& app, const HelpOptions& options);

/// shell  one of kShells
int verb_completion(const CLI::App& app, const std::string& shell);

/// Prints names, sorted, a line each.
/// offer  configs, readings, learners, profiles or keys
/// words  those that name configs say of which; none: of all of configs/. A config that cannot be read has no names:
///        a run of it says why, and a completion is no place for it
/// throws  ConfigError for any other offer
int verb_complete(const study::ExperimentTable& experiments, const std::string& offer,
                  const std::vector<std::string>& words);

}  // namespace preimage::suite::cli
