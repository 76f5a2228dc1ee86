// What the titles of columns say, in tables of numbers: the words by which people call them.
#pragma once

#include <string>

namespace preimage::suite::results {

/// A text without case, blanks and punctuation, dashes of other widths too: "cifar10" of "CIFAR-10". One of
/// nothing else stays.
std::string folded(const std::string& text);

/// Whether a column names no number: one of a ledger from `value` on, or another of numbers.
bool is_fact(const std::string& title);
/// "spread" of "+-"; other titles stay.
std::string known_title(const std::string& title);

/// What a column has or names by its title: what is compared, or on what; runs, their folds, or what counts
/// within a run.
enum class Called { method, task, run, fold, step };
/// Whether a title is a word for it: "seed". Of methods and tasks also of several: "Models", "Data sets".
bool is_called(const std::string& title, Called what);
/// Whether a column has the numbers of one run: "seed 1", "fold_3".
bool is_of_one_run(const std::string& title);

}  // namespace preimage::suite::results
