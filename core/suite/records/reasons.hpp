// Why published numbers do not come out: sentences in a file beside the ledger.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "suite/data/delimited.hpp"
#include "suite/records/ledger.hpp"

namespace preimage::suite::records {

/// One row. An empty measure, learner or reading means all of them.
struct Reason {
  std::string table, measure, learner, reading;
  std::string why;       // one or two sentences
  std::string more;      // where to read more of it, or ""
  std::size_t line = 0;  // of the file, for messages
};

/// "published/doe.why.csv" of "published/doe.csv".
std::filesystem::path reasons_file(const std::filesystem::path& ledger);

/// Reads a table with the columns of kReasonColumns, in any order.
/// ledger  beside which the file lies
/// throws  DataError "source:line: ..." for a reason that is of no number of the ledger with a learner, a row
///         without a reason, two rows for the same, a column that is missing or unknown, no row, a last line
///         without end, and what CsvReader throws
std::vector<Reason> read_reasons(data::CsvReader csv, const std::vector<LedgerEntry>& ledger);

/// A number in a reading that was run.
struct ReadNumber {
  std::string table, measure, learner, reading;
};

/// The reason that fits the number and names most of measure, learner and reading; of equals the first.
/// Nullptr of none.
const Reason* reason_for(const std::vector<Reason>& reasons, const ReadNumber& number);

/// "Its noise is not printed. More: README.md"
std::string reason_text(const Reason& reason);

}  // namespace preimage::suite::records
