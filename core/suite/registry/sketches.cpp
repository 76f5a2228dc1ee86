#include "suite/registry/sketches.hpp"

#include <cstdint>
#include <string>

namespace preimage::suite::registry {

namespace {

using outputs::SketchKind;
using regression::LandmarkRule;

constexpr Part kMapOfLandmarks{"map", "", ""};
constexpr Integer kLandmarks{"landmarks", 1, 10000000,
                             "how many points carry the expansion, in place of all training samples"};
constexpr Choice kChoose{
    "choose", "uniform | kmeans",
    "among the training samples uniformly at random; or centres of k-means, of vectors alone", "uniform"};
constexpr Choice kSolve{
    "solve", "direct | conjugate_gradient",
    "normal equations of the landmarks; or the same to a residual of 1e-10, with the kernel values of all "
    "training samples held, in about half the time of many landmarks and few outputs",
    "direct"};
constexpr Integer kLandmarkSeed{"seed", 0, 1000000000, "of the random choice", 1};

constexpr Part kOutputSketch{"output_sketch", "a map",
                             "outputs are projected on the span of random combinations of training outputs",
                             true};
constexpr Choice kKind{"kind", "subsample | p_sparsified_gaussian | p_sparsified_rademacher",
                       "training outputs themselves, or sums of a few with random weights"};
constexpr Integer kSketchSize{"size", 1, 1000000, "how many combinations"};
constexpr Number kDensity{"density", config::kPositive,
                          "training outputs in a sum, on average; of the p_sparsified kinds", 20.0};
constexpr Integer kSketchSeed{"seed", 0, 1000000000, "of the random weights", 1};

void refuse_removed_rules(const config::Reader& map) {
  if (!map.has(kChoose.name)) return;
  const std::string word = map.texts_unlogged(kChoose.name).front();
  if (word == "greedy" || word == "rpcholesky")
    map.fail(kChoose.name, word +
                               " was removed: write `choose: uniform`, with more landmarks, which predicts "
                               "better in the same time");
}

}  // namespace

std::vector<ParameterFacts> landmark_parameters() {
  return below(kMapOfLandmarks.name, facts_of(kLandmarks, kChoose, kLandmarkSeed, kSolve));
}

models::SketchedKdeOptions parse_landmarks(const config::Reader& learner) {
  models::SketchedKdeOptions options;
  if (!learner.has_map(kMapOfLandmarks.name)) return options;
  const config::Reader map = learner.map(kMapOfLandmarks.name);
  regression::LandmarkChoice& choice = options.landmarks.emplace();
  choice.count = kLandmarks.read_as<arma::uword>(map);
  refuse_removed_rules(map);
  choice.rule = kChoose.is(map, "kmeans") ? LandmarkRule::kmeans : LandmarkRule::uniform;
  choice.seed = kLandmarkSeed.read_as<std::uint64_t>(map);
  // Left out it is not logged: keys from before it stay.
  using enum models::LandmarkSolver;
  if (map.has(kSolve.name)) options.solver = kSolve.read_as(map, {direct, conjugate_gradient});
  return options;
}

std::vector<ParameterFacts> output_sketch_parameters() {
  return facts_of(kOutputSketch,
                  below(kOutputSketch.name, facts_of(kKind, kSketchSize, kDensity, kSketchSeed)));
}

std::optional<outputs::OutputSketch> parse_output_sketch(const config::Reader& learner) {
  const std::optional<config::Reader> map = learner.optional_map(kOutputSketch.name);
  if (!map) return std::nullopt;
  outputs::OutputSketch sketch;
  using enum SketchKind;
  sketch.kind = kKind.read_as(*map, {subsample, p_sparsified_gaussian, p_sparsified_rademacher});
  sketch.size = kSketchSize.read_as<arma::uword>(*map);
  if (sketch.kind != SketchKind::subsample) sketch.density = kDensity.read(*map);
  sketch.seed = kSketchSeed.read_as<std::uint64_t>(*map);
  return sketch;
}

}  // namespace preimage::suite::registry
