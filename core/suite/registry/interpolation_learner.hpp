#pragma once

#include <armadillo>
#include <string>

#include "suite/registry/parsed_learner.hpp"

namespace preimage::suite::registry {

/// knots, queries -> the weights of the knots' values, queries x knots
using Interpolation = arma::mat (*)(const arma::vec& knots, const arma::vec& queries);

/// Predicts vectors over one input column by interpolation. method  for messages
LearnerBuilder interpolation_learner(const std::string& method, Interpolation map);

}  // namespace preimage::suite::registry
