// What the report page says, as plain values: no HTML here.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "suite/records/paper.hpp"
#include "suite/results/confusion_matrix.hpp"
#include "suite/results/result_table.hpp"
#include "suite/results/score.hpp"
#include "suite/results/sweep_csv.hpp"

namespace preimage::suite::render {

/// Term and text, in the order in which they are read.
using Details = std::vector<std::pair<std::string, std::string>>;

/// One learner in one reading of one config: what its numbers have in common.
struct PageGroup {
  std::string name;     // "kde_nips_table2:smoothed-0.8:kde"; a cell is name:repetition:fold
  Details details;      // reading, config, data, seeds, versions
  std::string command;  // that runs its cells again
  std::size_t folds = 0;
  std::vector<std::string> chosen;            // hyper-parameters per cell, repetition by repetition; or ""
  std::map<std::size_t, std::string> status;  // of cells that are not ok: "failed: out of memory", "not run"
};

/// One number: its place, and what its table does not say of it.
struct PageNumber {
  std::size_t study = 0, reading = 0, row = 0, column = 0;  // in Page::studies, of it, in its table
  std::size_t group = 0;
  /// Why it does not come out, where its verdict is not `reproduced` and the ledger's reasons say it.
  std::string why;
  std::vector<std::optional<double>> losses;  // per cell of its group
  /// Of one that is not reproduced: the readings that reproduce it.
  std::vector<std::string> reproduced_by = {};
  bool without_hindsight =
      false;  // reproduced, and nothing of its reading was chosen after seeing the paper's numbers
};

/// One reading of one config: its table, and the number at each of its places.
struct PageReading {
  results::ResultTable table;
  std::vector<std::vector<std::optional<std::size_t>>> numbers;  // [row][column], into Page::numbers
  bool redraws_data = false;          // a repetition draws new data, else it cuts the same into other folds
  std::vector<std::string> failures;  // "kde, repetition 0, fold 1: out of memory"
  /// Why some of its numbers do not come out: "loss, KDE; loss, k-NN: Other noise."
  std::vector<std::string> whys = {};
  bool is_outside = false;  // a program of the user's computes its numbers
};

/// Which class each learner of a config takes for which.
struct PageConfusion {
  std::filesystem::path path;  // of the CSV file with the same counts
  std::vector<results::ConfusionMatrix> matrices;
};

/// A reading that its config has, and that was not run here.
struct PageNotRun {
  std::string name, note;
  std::string command;  // that runs it
};

struct PageStudy {
  std::string config, title, paper;
  std::vector<PageReading> readings;
  std::vector<PageConfusion> confusions;       // one for each way in which the config was run
  std::vector<results::ResultFigure> figures;  // those of the paper: PNG or SVG
  std::vector<PageNotRun> not_run = {};
};

/// One line of the published ledger, with the number of the reading that explains most of its table.
struct PageLedgerLine {
  std::string place, title;                         // "sec. 4.2, Table 2", "classification loss, KDE"
  std::string published;                            // "0.0798 +- 0.0067"
  std::optional<std::size_t> number;                // into Page::numbers; nothing where none ran
  std::string note;                                 // why there is no verdict
  bool has_config = true;                           // whether a config of the page is about its table
  results::NumberScore score = {};                  // over all readings of the page
  std::vector<std::string> without_hindsight = {};  // the readings that reproduce it so
};

/// As far as configs and papers.csv say; its title is the key where they say none.
struct PagePaper : records::Paper {
  std::vector<PageLedgerLine> ledger = {};
};

/// What is not as it should be, each with the lines that say where.
struct PageWarning {
  std::string title;
  std::vector<std::string> lines;
};

struct Page {
  std::filesystem::path folder = {};  // the results folder: the page names files as they lie in it
  std::string profile, made_by;
  bool stand_in = false;
  std::vector<PageWarning> warnings;
  std::vector<PagePaper> papers;
  std::vector<PageStudy> studies;
  std::vector<PageGroup> groups;
  std::vector<PageNumber> numbers;
  std::vector<results::StoredSweep> sweeps;
};

}  // namespace preimage::suite::render
