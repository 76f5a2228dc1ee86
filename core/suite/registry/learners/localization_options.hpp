// The keys of a config that all learners of boxes read.
#pragma once

#include <vector>

#include "preimage/validation/localization.hpp"
#include "suite/config/reader.hpp"

namespace preimage::suite::registry {

/// `step`, `outside`, `max_overlap` and `max_boxes`, each with the default above.
validation::ScanOptions parse_scan(const config::Reader& reader);

/// `widths`: one or more, in pixels.
std::vector<int> parse_widths(const config::Reader& reader);

}  // namespace preimage::suite::registry
