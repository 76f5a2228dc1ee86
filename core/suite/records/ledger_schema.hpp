// The JSON schema of a ledger of published numbers.
#pragma once

#include <string>

namespace preimage::suite::records {

/// A JSON schema (draft 7) of the rows of a ledger, as a CSV reader gives them: an array of objects, whose
/// keys are the columns of kLedgerColumns and whose values are the fields as text. What concerns several rows
/// (two for one number) is checked by read_ledger alone.
std::string ledger_schema();

}  // namespace preimage::suite::records
