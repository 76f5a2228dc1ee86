#include "suite/registry/localization_options.hpp"

namespace preimage::suite::registry {

namespace {

constexpr detection::ScanOptions kDefaults;
constexpr Integer kStep{"step", 1, 1000, "pixels from one box of the scan to the next", kDefaults.step};
constexpr Number kOutside{
    "outside", {0.0, 0.99}, "share of a box that may lie beyond an edge", kDefaults.outside};
constexpr Number kMaxOverlap{
    "max_overlap", {0.0, 1.0}, "of two detections, intersection over union", kDefaults.max_overlap};
constexpr Integer kMaxBoxes{"max_boxes", 1, 1000, "detections of an image, at most",
                            static_cast<long>(kDefaults.max_boxes)};
constexpr Integers kWidths{"widths", 1, 4096, "of the boxes that training images are searched for, pixels"};

}  // namespace

std::vector<ParameterFacts> scan_parameters() {
  return facts_of(kStep, kOutside, kMaxOverlap, kMaxBoxes);
}

detection::ScanOptions parse_scan(const config::Reader& reader) {
  detection::ScanOptions options;
  options.step = kStep.read_as<int>(reader);
  options.outside = kOutside.read(reader);
  options.max_overlap = kMaxOverlap.read(reader);
  options.max_boxes = kMaxBoxes.read_as<std::size_t>(reader);
  return options;
}

std::vector<ParameterFacts> widths_parameters() {
  return facts_of(kWidths);
}

std::vector<int> parse_widths(const config::Reader& reader) {
  return kWidths.read_as<int>(reader);
}

}  // namespace preimage::suite::registry
