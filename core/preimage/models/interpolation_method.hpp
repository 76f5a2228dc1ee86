#pragma once

#include <armadillo>
#include <string>
#include <utility>

#include "preimage/models/method.hpp"

namespace preimage::models {

/// Predicts vectors over one input column by interpolation (regression/interpolation.hpp).
class InterpolationMethod final : public Method {
 public:
  /// knots, queries -> the weights of the knots' values, queries x knots
  using Weights = arma::mat (*)(const arma::vec& knots, const arma::vec& queries);
  /// name  for messages
  InterpolationMethod(std::string name, Weights weights) : name_(std::move(name)), weights_(weights) {}

  void require(const samples::DataSet& data) const override;
  FittedPtr fit(std::size_t g, const samples::DataSet& training,
                const linalg::KeptArrays& kept = {}) const override;

 private:
  std::string name_;
  Weights weights_;
};

}  // namespace preimage::models
