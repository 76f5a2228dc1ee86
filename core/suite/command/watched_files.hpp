// The files behind a command: those whose content is part of a cell's key, and those that are not and may
// change.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace preimage::suite::command {

/// "script.py:SHA-256" of each, in the order of their paths.
/// throws  DataError where one cannot be read
std::vector<std::string> contents_of(const std::vector<std::filesystem::path>& files);

/// What to say of files below the folder that the words of a command or, between quotes, scripts among `files`
/// name (of their own ending) and `files` does not, a line each: they may change without a cell's noticing.
std::set<std::string> unwatched_files(const std::vector<std::string>& words,
                                      const std::filesystem::path& folder,
                                      const std::vector<std::filesystem::path>& files);

}  // namespace preimage::suite::command
