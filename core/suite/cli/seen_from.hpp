// Paths in what is told, short where they lie below the place that they are seen from.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace preimage::suite::cli {

/// The text with every absolute path into the folder as it is written from there: from /study "/study/out/toy.csv: cut short" is
/// "out/toy.csv: cut short", and "/study/: gone" is ".: gone". Other paths stay.
std::string seen_from(const std::filesystem::path& folder, const std::string& text);

/// A line each on standard error, seen from the working folder; as they are where that is gone.
/// before  each of them: "left out: "
void print_seen_lines(const std::vector<std::string>& lines, const std::string& before = "");

/// The same of warnings, which say so in front.
void print_seen_warnings(const std::vector<std::string>& lines);

}  // namespace preimage::suite::cli
