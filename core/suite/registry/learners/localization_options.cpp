#include "suite/registry/learners/localization_options.hpp"

namespace preimage::suite::registry {

validation::ScanOptions parse_scan(const config::Reader& reader) {
  validation::ScanOptions options;
  options.step = static_cast<int>(reader.integer("step", 1, 1000, options.step));
  options.outside = reader.number("outside", {0.0, 0.99}, options.outside);
  options.max_overlap = reader.number("max_overlap", {0.0, 1.0}, options.max_overlap);
  options.max_boxes = static_cast<std::size_t>(reader.integer("max_boxes", 1, 1000, 20));
  return options;
}

std::vector<int> parse_widths(const config::Reader& reader) {
  std::vector<int> widths;
  for (const long width : reader.integers("widths", 1, 4096)) widths.push_back(static_cast<int>(width));
  return widths;
}

}  // namespace preimage::suite::registry
