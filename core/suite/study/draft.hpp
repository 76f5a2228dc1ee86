// Configs written for a user: what `preimage init` and `preimage new` ask of an experiment.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace preimage::suite::study {

struct DraftRequest {
  std::filesystem::path data;          // the file
  std::filesystem::path folder;        // where the config will lie
  std::vector<std::string> targets;    // columns to predict
  std::string kind;                    // what they hold, or "" to be guessed
  std::vector<std::string> na;         // of a config's dataset.na
  bool drops_missing_targets = false;  // rows without a target are left out
  std::string header = {};             // of a text: none or first_line, or "" to be found
  std::string comment = {};            // how lines begin that are no rows, or ""
  std::filesystem::path outputs =
      {};  // of a second file whose columns are predicted, all of them; else empty
  std::vector<std::string> levels = {};  // of targets of kind ordinal, from the lowest to the highest
};

struct Draft {
  std::string config;                // YAML with comments, which runs as it is
  std::vector<std::string> remarks;  // what was guessed and how to say otherwise, a line each
};

/// throws  ConfigError for a request that does not fit the file, DataError for a file that no config helps
using DraftConfig = std::function<Draft(const DraftRequest&)>;

struct DraftFile {
  std::string name, text;
};

/// What computes a paper's numbers in the folder that `preimage new paper` writes.
enum class PaperKind { own_data, program };

/// The files of a folder for the paper of that key, the config first, which runs as it is.
using DraftPaper = std::function<std::vector<DraftFile>(const std::string& key, PaperKind kind)>;

struct Drafts {
  DraftConfig config;
  DraftPaper paper;
};

}  // namespace preimage::suite::study
