// Columns of a CSV file that are found by their names: what ledgers and the reasons beside them share.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "suite/data/delimited.hpp"
#include "suite/records/ledger_columns.hpp"

namespace preimage::suite::records {

/// The place of each known column in the file, in their order; nothing of an optional one that is left out.
using ColumnPlaces = std::vector<std::optional<std::size_t>>;

/// throws  DataError "source:1: ..." for a column that is not known, and for a required one that is missing
ColumnPlaces find_columns(const data::CsvReader& csv, std::span<const LedgerColumn> known);

/// throws  DataError "source:1: unknown column ..." for a column that is none of `known`
void require_known_columns(const data::CsvReader& csv, const std::vector<std::string>& known);

/// throws  DataError where the last line has no end, so that it may be cut short
void require_last_line_end(const data::CsvReader& csv);

}  // namespace preimage::suite::records
