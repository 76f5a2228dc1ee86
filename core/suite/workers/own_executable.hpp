#pragma once

#include <string>

namespace preimage::suite::workers {

/// The path of the running program, for children that re-execute it. Throws DataError where the system does
/// not tell.
std::string own_executable();

}  // namespace preimage::suite::workers
