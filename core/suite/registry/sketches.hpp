// Landmarks of inputs and sketches of outputs, of learners that are to work with more samples than fit a Gram
// matrix.
#pragma once

#include <optional>
#include <vector>

#include "preimage/models/sketched_kde.hpp"
#include "preimage/outputs/output_sketch.hpp"
#include "preimage/regression/landmarks.hpp"
#include "suite/registry/parameter.hpp"

namespace preimage::suite::registry {

/// `map: {landmarks: M, choose: uniform | kmeans, seed, solve: direct | conjugate_gradient}`: which
/// landmarks, and how their coefficients are found; none where `map` is a word. Of other options nothing is
/// read.
models::SketchedKdeOptions parse_landmarks(const config::Reader& learner);
std::vector<ParameterFacts> landmark_parameters();

/// `output_sketch: {kind: subsample | ..., size, density, seed}`; nothing where it is not there.
std::optional<outputs::OutputSketch> parse_output_sketch(const config::Reader& learner);
std::vector<ParameterFacts> output_sketch_parameters();

}  // namespace preimage::suite::registry
