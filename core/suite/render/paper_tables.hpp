// Our numbers as LaTeX commands, for the text and the tables of a paper.
#pragma once

#include <string>
#include <vector>

#include "suite/results/result_table.hpp"

namespace preimage::suite::render {

/// A file to \input into a LaTeX document that uses booktabs. Its head says how it is used.
/// Names: latex_command_letters of what the table reproduces (of its title, where that is ""), of the
/// reading, of the row's and the column's title, one behind the other, the first letter small: a number keeps
/// its name whatever is beside it. Where two names are equal the later one has a B behind it, then C and
/// so on. Of every number: our mean, and behind the same name Sd, Published, PublishedSpread (both as
/// printed), Z and Verdict (in words). "--" where there is none; the comment above says what the number is
/// and why something is missing. Of every table: ...Table, a tabular with the rows and columns of the paper
/// (those with a published number; all, where there is none), mean and SD above the published number in
/// parentheses; and ...Caption. Numbers of stand-in data carry the word everywhere, and have neither
/// published number nor verdict.
std::string paper_tables(const std::vector<results::ResultTable>& tables);

}  // namespace preimage::suite::render
