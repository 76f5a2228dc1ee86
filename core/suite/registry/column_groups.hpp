// What the map of a kernel compares, and the groups of columns in it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "suite/config/reader.hpp"

namespace preimage::suite::registry {

inline constexpr const char* kGroupColumns = "columns";
inline constexpr const char* kGroupKernel = "kernel";

enum class Compares { vectors, strings, rows };

/// By its name, or, of a wrapper, that of its base. `vectors` where no table has the name: the reader of the
/// kernel then says so.
/// throws  ConfigError where a base is no map
Compares compares(const config::Reader& kernel);

/// throws  ConfigError "expected one of ..." for a name that no kernel on vectors, strings or rows has
void require_known(const config::Reader& kernel);

/// Some words for columns that a kernel on rows of a table names together.
struct ColumnGroup {
  std::vector<std::string> words;
  Compares compares;      // vectors or strings
  config::Reader reader;  // of the group's map
};

/// The groups of a kernel on rows, below wrappers, too. Nothing of them is logged by this.
/// Requires Compares::rows.   throws  ConfigError
std::vector<ColumnGroup> column_groups(const config::Reader& kernel);

}  // namespace preimage::suite::registry
