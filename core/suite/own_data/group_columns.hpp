// Columns that look as if they named groups of rows: patients, authors, machines.
#pragma once

#include <string>
#include <vector>

#include "suite/data/delimited.hpp"
#include "suite/data/vectors.hpp"
#include "suite/own_data/data_file.hpp"
#include "suite/own_data/survey.hpp"

namespace preimage::suite::own_data {

struct GroupColumn {
  std::string name;
  std::vector<int> of;     // the group of each row
  std::size_t groups = 0;  // different values
  std::string reason;      // "its name", "rows of one value are alike"
};

/// The columns that look like groups, in the file's order. One has whole numbers, or texts in at least half of the rows (then
/// all are texts, as data::grouped_texts has it), none missing, of which at least 5 are different and each occurs twice in the mean, and no class of the targets lies in one value alone (it says the class);
/// and either its name says it (patient, author, machine, ...), or its rows are alike: of the target or of a third of the other
/// columns of numbers it tells at least half of the variance (of random groups nothing; the mean within groups, corrected for
/// their number) beyond what a line or a parabola through a column of numbers tells. So measurements are none, which tell of
/// others by their size. Nor is what is a fact about the groups of another such column (the age of patients).
/// targets  no candidates; outputs: what they hold, in the rows that begin on these lines
/// cost     O(rows x columns), for at most 10 other columns per candidate
std::vector<GroupColumn> group_columns(suite::data::TableReader& table, const Survey& survey,
                                       const std::vector<std::string>& targets,
                                       const suite::data::Outputs& outputs,
                                       const std::vector<std::size_t>& lines);

/// Of a table whose folds are drawn without groups: "column 'patient' looks like groups of rows (...) and is not used as one: ...", a
/// line per such column. Goes twice through the file, which holds columns that were not read; nothing where it has changed since.
/// data  what was read of it; its outputs are the targets
std::vector<std::string> group_warnings(const DataFile& file, const OwnData& data);

}  // namespace preimage::suite::own_data
