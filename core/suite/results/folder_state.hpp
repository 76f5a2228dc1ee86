// What is wrong with the files of a results folder.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>

namespace preimage::suite::results {

/// A line of each file, "path: why"; of a row, or of what is no file, by its own name.
struct FolderState {
  using Lines = std::map<std::string, std::string>;
  Lines damaged;
  Lines unknown;                             // whole or damaged for all that can be told
  std::size_t records = 0, table_files = 0;  // that were looked at

  static void add(Lines& lines, const std::filesystem::path& file, const std::string& why) {
    lines.try_emplace(file.string(), file.string() + ": " + why);
  }
};

}  // namespace preimage::suite::results
