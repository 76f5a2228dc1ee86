// The columns of a ledger of published numbers, and of the reasons beside it: what the readers check, and
// what the manual lists.
#pragma once

#include <array>
#include <cstddef>

namespace preimage::suite::records {

/// A column, which a ledger has under this name at any place of its header.
struct LedgerColumn {
  const char* name;
  bool is_required;  // else the column may be left out, which is like an empty field in every row
  const char* type;
  const char* meaning;
};

/// By their places in kLedgerColumns.
enum LedgerColumnId : std::size_t {
  kTable,
  kMeasure,
  kLearner,
  kValue,
  kSpread,
  kSpreadKind,
  kFolds,
  kRuns,
  kRunsDraw,
  kComparedWith,
  kMatters,
  kRowTitle,
  kColumnTitle,
  kPlace,
  kNote
};

inline constexpr std::array<LedgerColumn, 15> kLedgerColumns = {{
    {"table", true, "text",
     "`KEY/NAME`: the paper's key, and a name for its table; `reproduces` of a config names it"},
    {"measure", true, "text",
     "the measure that the paper prints, by its name in our tables: `classification_loss`"},
    {"learner", true, "text",
     "the learner of the config whose number this is; empty: the number is shown, without a verdict"},
    {"value", true, "number", "as the paper prints it; its last digit says how exactly it is known"},
    {"spread", false, "number, or empty", "what the paper prints behind the `+-`"},
    {"spread_kind", false, "`SE`, `SD`, `CI95`, `unstated`, or empty",
     "what the spread is: standard error, standard deviation, half of a 95 % confidence interval, or the "
     "paper does not say; empty where there is none"},
    {"folds", false, "whole number, or empty",
     "over how many folds the spread was taken; `SD` and `CI95` need it, or `runs`"},
    {"runs", false, "whole number, or empty",
     "of how many independent repetitions the value is the mean, and the spread, where `folds` is empty; "
     "folds are none; empty: 1"},
    {"runs_draw", false, "`data`, `splits`, `seeds`, or empty",
     "what a run draws anew; runs count where our repetitions draw the same"},
    {"compared_with", false, "learners, or empty",
     "which numbers of the table and measure the paper compares this one with, between semicolons, by "
     "learner "
     "or column; empty: all with the same `row_title`"},
    {"matters", false, "number, or empty",
     "a difference that matters; empty: half of the largest difference to and between those of "
     "`compared_with`"},
    {"row_title", false, "text", "the row of the table, as the paper calls it; empty: the measure's name"},
    {"column_title", false, "text",
     "the column of the table, as the paper calls it; empty: the learner's name"},
    {"place", false, "text", "where the paper has the number: `sec. 4.2, Table 2`"},
    {"note", false, "text", "what a reader has to know of the number"},
}};

/// By their places in kReasonColumns.
enum ReasonColumnId : std::size_t {
  kReasonTable,
  kReasonMeasure,
  kReasonLearner,
  kReasonReading,
  kReasonWhy,
  kReasonMore
};

inline constexpr std::array<LedgerColumn, 6> kReasonColumns = {{
    {"table", true, "text", "as in the file of published numbers"},
    {"measure", true, "text, or empty", "as there; empty: every measure of the table"},
    {"learner", true, "text, or empty", "as there; empty: every learner of the table"},
    {"reading", false, "text, or empty", "in which reading the number does not come out; empty: in any"},
    {"why", true, "text", "why the number does not come out, in a sentence or two"},
    {"more", false, "text", "where more is said: `README.md`"},
}};

}  // namespace preimage::suite::records
