// The outcome of `check` in the forms that people and CI read.
#pragma once

#include <string>
#include <vector>

#include "suite/check/regression.hpp"

namespace preimage::suite::check {

/// JUnit XML: one test case per number, a failure for one that moved or is gone, a skipped one for one that
/// the reference does not have. Well-formed whatever the names hold: what XML 1.0 cannot carry is written
/// as \xHH.
std::string as_junit(const std::vector<NumberChange>& changes, const std::string& profile);

/// One JSON object: profile, the counts "held", "moved", "missing", "new", and the list "numbers" with the
/// name, both values, the move, the tolerance, versions and the sentence of each.
std::string as_json(const std::vector<NumberChange>& changes, const std::string& profile);

/// The same where nothing could be held: profile, and why in "cannot_say".
std::string no_verdict_json(const std::string& why, const std::string& profile);

/// Numbers with this change.
std::size_t count(const std::vector<NumberChange>& changes, Change change);

}  // namespace preimage::suite::check
