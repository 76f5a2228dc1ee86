// A NumPy array as a table: a row per entry of its first dimension, a column per entry of the others.
#pragma once

#include <memory>
#include <string>

#include "suite/data/table_reader.hpp"

namespace preimage::suite::data {

/// Columns are named by a prefix and their number: x0, x1, ..., the last dimension fastest; a single column
/// is x. Images of n x h x w become h w columns, line by line. line() counts rows from 1. A number's text is
/// the shortest one that is read back as the same double. A nan is a missing value. Truth values are 0 and 1.
/// throws  DataError as parse_npy_array; for more than kMaxRows rows or kMaxColumns columns, or none; from
///         text() "source:row: ..." for a text that is no UTF-8, holds NUL or no character
std::unique_ptr<TableReader> read_npy_table(std::string bytes, std::string source, const std::string& prefix);

}  // namespace preimage::suite::data
