// Words and variables of a child process, as exec takes them.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace preimage::suite::workers {

/// The path of the running program, for children that re-execute it. Throws DataError where the system does
/// not tell.
std::string own_executable();

/// This process's variables with these in place of those of their names: "NAME=value".
std::vector<std::string> environment_with(const std::vector<std::pair<std::string, std::string>>& variables);

/// Pointers to the texts, ended by nullptr. The texts must outlive the result.
std::vector<char*> pointers_to(std::vector<std::string>& texts);

}  // namespace preimage::suite::workers
