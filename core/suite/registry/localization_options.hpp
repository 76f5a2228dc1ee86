// The keys of a config that all learners of boxes read.
#pragma once

#include <vector>

#include "preimage/detection/localization.hpp"
#include "suite/registry/parameter.hpp"

namespace preimage::suite::registry {

/// `step`, `outside`, `max_overlap` and `max_boxes`.
detection::ScanOptions parse_scan(const config::Reader& reader);
std::vector<ParameterFacts> scan_parameters();

/// `widths`: one or more, in pixels.
std::vector<int> parse_widths(const config::Reader& reader);
std::vector<ParameterFacts> widths_parameters();

}  // namespace preimage::suite::registry
