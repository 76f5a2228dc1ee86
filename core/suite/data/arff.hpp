// ARFF, the table format of Weka, Mulan and MEKA: `@relation`, an `@attribute` line per column, `@data`, then
// rows, dense (1,0,x, or, where a row has no comma, 1 0 x) or sparse ({2 1, 5 x}: column numbers from 0, each
// with its value).
#pragma once

#include <memory>
#include <string>

#include "suite/data/table_reader.hpp"

namespace preimage::suite::data {

/// Fields of all rows together: a sparse row is a few bytes of text and may mean many.
inline constexpr std::size_t kMaxArffFields = std::size_t{1} << 27;

/// Words are in single or double quotes, with backslashes, where they hold blanks, commas or braces; `%`
/// begins a comment.
/// Unquoted `?` is a value that is not known: the field is "", and is_unknown says so. What a sparse row
/// leaves out is 0 of numeric columns and the first value of nominal ones.
///
/// KEEL's ranges behind a type, `real [0, 1]` and `integer[1,10]`, and its lines @inputs and @outputs are
/// read over.
///
/// labels(): MEKA says in the relation's name which columns are labels: `-C 3` the first three, `-C -3` the
/// last. It is used where it occurs once, beside no filters of Weka or MEKA, and the columns can hold 0 and 1
/// alone; else labels_doubt() says why not.
/// Reads the header.
/// throws  DataError "source:line: ..." for anything that is no ARFF header, a column without name or with
///         that of another, relational columns, more than kMaxColumns; from next() for another number of
///         values than columns, a value that a nominal column does not have, weights of rows, column numbers
///         that do not rise, a text that a sparse row leaves out, more than kMaxRows or kMaxArffFields
std::unique_ptr<TableReader> read_arff(std::string text, std::string source);

}  // namespace preimage::suite::data
