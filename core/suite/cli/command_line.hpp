// The verbs as CLI11 reads them.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "suite/cli/verbs.hpp"

namespace preimage::suite::cli {

/// What the words of a command line say.
struct CommandLine {
  study::ExperimentTable experiments;  // that configs may name
  study::StudyOptions study;
  results::CheckOptions check;
  GramOptions gram;
  InitOptions init;
  FitOptions fit;
  PredictOptions predict;
  NewOptions fresh;
  study::Drafts drafts;  // what init and new call
  SubmitOptions submit;
  ReportOptions report;
  BenchOptions bench;
  VerdictOptions verdict;
  // Of the verbs that are about one thing.
  std::string cell, job, key, verb, shell;
  std::vector<std::string> words;
  std::filesystem::path run_a, run_b, folds = "-";
  bool yes = false, older = false, schema = false, json = false, chosen = false, measures = false;
  std::string tables = "all";  // of run and collect
  /// The verb, set by parsing; to be called once study is finished.
  std::function<int()> action;
};

/// Adds every verb with its options; parsing `app` then fills `line`, which must outlive it.
void add_verbs(CLI::App& app, CommandLine& line);

}  // namespace preimage::suite::cli
