#pragma once

#include <vector>

#include "preimage/models/estimator.hpp"
#include "preimage/models/method.hpp"

namespace preimage::models {

struct NearestNeighbourOptions {
  std::vector<arma::uword> ks = {1};  // neighbours; of equals the smallest is preferred
  bool one_may_be_any = false;        // k = 1 answers with the neighbour's output, candidate or not
};

/// The candidate nearest to the mean of k neighbours' outputs, in both kernels' feature spaces. For one
/// neighbour that is the neighbour itself, which needs no search where it may be the answer.
/// cost  O(t m), and O(t m^2) for k > 1
class NearestNeighbourMethod final : public Method {
 public:
  explicit NearestNeighbourMethod(NearestNeighbourOptions options);

  void require(const samples::DataSet& data) const override;
  std::size_t grid_size() const override { return options_.ks.size(); }
  base::Parameters parameters(std::size_t g) const override;
  std::string description() const override {
    return options_.one_may_be_any ? "one neighbour: any" : "one neighbour: candidate";
  }
  FittedPtr fit(std::size_t g, const samples::DataSet& training,
                const regression::KeptArrays& kept = {}) const override;
  void predict_grid(const samples::DataSet& training, const samples::SampleSet& inputs,
                    const Sink& sink) const override;

 private:
  outputs::Prediction decode(const arma::umat& sorted, arma::uword k,
                             const samples::SampleSet& outputs) const;

  NearestNeighbourOptions options_;
};

/// k nearest neighbours with a kernel on inputs and one on outputs, by value or by pointer.
template <class InputKernel, class OutputKernel>
auto nearest_neighbours(InputKernel input, OutputKernel output, NearestNeighbourOptions options = {}) {
  return estimator(std::move(input), std::move(output), NearestNeighbourMethod(std::move(options)));
}

}  // namespace preimage::models
