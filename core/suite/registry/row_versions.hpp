#pragma once

#include <map>
#include <string>

namespace preimage::suite::registry {

/// "version.kernel.gaussian" -> "1" and so on: versions of the kernels and decoders that a list of parameters
/// names
/// ("...kernel.name", "...base.name", "decoder.name").
std::map<std::string, std::string> versions_of_rows(const std::map<std::string, std::string>& parameters);

}  // namespace preimage::suite::registry
