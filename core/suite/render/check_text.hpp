// The outcome of `check` in the forms that people and CI read.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "suite/results/checked_results.hpp"
#include "suite/results/regression.hpp"

namespace preimage::suite::render {

/// JUnit XML: one test case per number, a failure for one that moved or is gone, a skipped one for one that
/// the reference does not have. Well-formed whatever the names hold: what XML 1.0 cannot carry is written
/// as \xHH.
/// remarks  on what is not known from records: an error each
std::string as_junit(const std::vector<results::NumberChange>& changes, const std::string& profile,
                     const std::vector<std::string>& remarks = {});

/// One JSON object: profile, the counts "held", "moved", "missing", "new", and the list "numbers" with the
/// name, both values, the move, the tolerance, versions and the sentence of each; "remarks" where there are any.
std::string as_json(const std::vector<results::NumberChange>& changes, const std::string& profile,
                    const std::vector<std::string>& remarks = {});

/// The same where nothing could be held: profile, and why in "cannot_say".
std::string no_verdict_json(const std::string& why, const std::string& profile);

/// Numbers with this change.
std::size_t count(const std::vector<results::NumberChange>& changes, results::Change change);

/// No more is written: what shows such files takes 1 MiB (a step summary of CI), and then nothing of a larger
/// one.
inline constexpr std::size_t kMaxMarkdownBytes = 1000000;

/// The lines that fit into kMaxMarkdownBytes together with `bytes` that are there already, and below them how
/// many are left out.
std::string fitting_lines(const std::vector<std::string>& lines, std::size_t bytes);

/// "**moved**: 2 of 12 numbers ...", "**held**: ...", or with remarks "**cannot say**: ...", a line, and a line
/// for each remark. Below it, where numbers moved or are missing, a
/// Markdown table of those, the worst first (missing ones, then by multiples of the tolerance) and as many as
/// fit: old and new value, tolerance, reading, and the command that computes it. Below that, how many are
/// left out.
/// chosen  the configs that were named, if any
std::string as_markdown(const std::vector<results::NumberChange>& changes,
                        const results::CheckOptions& options, const std::vector<results::ChosenTable>& chosen,
                        const std::vector<std::string>& remarks = {});

/// The same where nothing could be held: "**cannot say**: why".
std::string no_verdict_markdown(const std::string& why);

}  // namespace preimage::suite::render
