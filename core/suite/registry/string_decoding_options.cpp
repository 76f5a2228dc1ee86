#include "suite/registry/string_decoding_options.hpp"

#include <fmt/format.h>

namespace preimage::suite::registry {

namespace {

constexpr Integer kWindow{"window", 1, 1001, "odd: symbols of the input around a position that are compared"};
constexpr Choice kTies{"ties", "all_tied | random | lowest_index",
                       "positions of equal distance: all vote, one by lot, the first"};
constexpr Integer kSeed{"seed", 0, 1000000000, "of ties by lot", 1};

}  // namespace

std::vector<ParameterFacts> string_decoding_parameters() {
  return facts_of(kWindow, kTies, kSeed);
}

sequences::StringDecodingOptions parse_string_decoding(const config::Reader& reader) {
  sequences::StringDecodingOptions options;
  const long window = kWindow.read(reader);
  if (window % 2 == 0) {
    reader.fail(kWindow.name,
                fmt::format("expected an odd number (a window has a centre), found {}", window));
  }
  options.positions.window = static_cast<std::size_t>(window);
  const std::string ties = kTies.read(reader);
  if (ties == "lowest_index") options.positions.ties = sequences::Ties::lowest_index;
  if (ties == "random") {
    options.positions.ties = sequences::Ties::random;
    options.seed = kSeed.read_as<std::uint64_t>(reader);
  }
  return options;
}

}  // namespace preimage::suite::registry
