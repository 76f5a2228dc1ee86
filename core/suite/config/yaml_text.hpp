// A tree as YAML that a person reads.
#pragma once

#include <string>

#include "suite/config/value.hpp"

namespace preimage::suite::config {

/// The tree as a YAML document without comments: a key a line, two spaces per level; a map or list that fits
/// into a line of 100 bytes is in one, below the top. parse_yaml of it is the same tree, up to positions, and
/// up to quotes around words that YAML could take for something else.
/// requires  a map
std::string yaml_text(const Value& root);

}  // namespace preimage::suite::config
