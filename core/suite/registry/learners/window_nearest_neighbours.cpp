#include "preimage/models/window_nearest_neighbours.hpp"

#include "suite/registry/learner_table.hpp"
#include "suite/registry/string_decoding.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Integers kK{"k", 1, 1000000, "neighbours", Preferred::smaller};

MakeMethod parse(const config::Reader& reader) {
  const sequences::StringDecodingOptions decoding = parse_string_decoding(reader);
  return method<models::WindowNeighbourMethod>(
      models::WindowNeighbourOptions{decoding, kK.read_as<std::size_t>(reader)});
}

}  // namespace

LearnerRow make_window_nearest_neighbours_row() {
  return {"window_nearest_neighbours",
          1,
          "output strings symbol by symbol, from windows around the positions of the nearest inputs",
          facts_of(kK, string_decoding_parameters()),
          "{method: window_nearest_neighbours, window: 3, k: [1, 3], ties: all_tied}",
          parse};
}

}  // namespace preimage::suite::registry
