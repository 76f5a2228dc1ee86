#include "suite/registry/sketches.hpp"

#include <doctest/doctest.h>

#include "suite/config/config_error.hpp"
#include "suite/config/value.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::suite::registry {

using outputs::OutputSketch;
using outputs::SketchKind;

TEST_CASE("each key of a sketch is read, and its value is the one that is used") {
  const std::pair<const char*, OutputSketch> cases[] = {
      {"kind: subsample, size: 7", {SketchKind::subsample, 7, 20.0, 1}},
      {"kind: subsample, size: 7, seed: 3", {SketchKind::subsample, 7, 20.0, 3}},
      {"kind: p_sparsified_gaussian, size: 8", {SketchKind::p_sparsified_gaussian, 8, 20.0, 1}},
      {"kind: p_sparsified_rademacher, size: 9, density: 4.5, seed: 5",
       {SketchKind::p_sparsified_rademacher, 9, 4.5, 5}}};
  for (const auto& one : cases) {
    CAPTURE(one.first);
    const config::Value root =
        config::parse_yaml(std::string("output_sketch: {") + one.first + "}", "f.yaml");
    const config::Reader reader(root);
    const OutputSketch sketch = parse_output_sketch(reader).value();
    reader.finish();
    CHECK(sketch.kind == one.second.kind);
    CHECK(sketch.size == one.second.size);
    CHECK(sketch.density == one.second.density);
    CHECK(sketch.seed == one.second.seed);
  }
}

TEST_CASE("rules that were removed are refused with what to write in their place") {
  for (const std::string rule : {"greedy", "rpcholesky"}) {
    const config::Value root =
        config::parse_yaml("map: {landmarks: 7, choose: " + rule + ", seed: 3}", "f.yaml");
    const config::Reader reader(root);
    CHECK(preimage::testing::thrown_message<ConfigError>([&] { parse_landmarks(reader); }) ==
          "f.yaml:1:29: map.choose: " + rule +
              " was removed: write `choose: uniform`, with more landmarks, which predicts better in the same "
              "time");
  }
}

}  // namespace preimage::suite::registry
