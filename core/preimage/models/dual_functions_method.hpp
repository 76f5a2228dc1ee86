// Methods whose fit is functions on the input kernel's feature space, f(x) = sum_i a_i k(x_i, x) + b.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "preimage/kernels/bandwidth_grid.hpp"
#include "preimage/models/fit_notes.hpp"
#include "preimage/models/method.hpp"
#include "preimage/regression/support_vectors.hpp"

namespace preimage::models {

/// Its grid is that of bandwidths under the first point of its own hyper-parameters, then under the second,
/// and so on. What its points share of a Gram matrix is computed once for each bandwidth.
class DualFunctionsMethod : public Method {
 public:
  FittedPtr fit(std::size_t g, const samples::DataSet& training,
                const regression::KeptArrays& kept = {}) const override;
  void predict_grid(const samples::DataSet& training, const samples::SampleSet& inputs,
                    const Sink& sink) const override;

 protected:
  /// What is learned from some training outputs.
  struct Problem {
    arma::uword functions = 0;  // of one fit
    /// The functions at each of the points.  K  m x m
    std::function<std::vector<regression::DualFunctions>(const arma::mat& K, const Grid& points)> train;
    std::function<outputs::Prediction(const regression::DualFunctions&, const arma::mat& K_test_train)>
        decide;
  };
  /// called     in words, for messages
  /// tolerance  to which the optimality conditions hold where training has converged
  /// points     of its own hyper-parameters
  DualFunctionsMethod(std::string called, kernels::BandwidthGrid bandwidths, Grid points,
                      double tolerance = 1e-3)
      : Method(under_each_bandwidth(bandwidths, points)),
        called_(std::move(called)),
        bandwidths_(std::move(bandwidths)),
        points_(std::move(points)),
        tolerance_(tolerance) {}
  virtual Problem problem(const samples::SampleSet& outputs) const = 0;

 private:
  arma::mat gram(const kernels::Points& x, std::size_t bandwidth) const;
  FitNotes notes(const regression::FitQuality& quality) const;

  std::string called_;
  kernels::BandwidthGrid bandwidths_;
  Grid points_;
  double tolerance_;
};

}  // namespace preimage::models
