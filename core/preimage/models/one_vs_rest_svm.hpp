#pragma once

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "preimage/kernels/bandwidth_grid.hpp"
#include "preimage/kernels/label_kernels.hpp"
#include "preimage/models/estimator.hpp"
#include "preimage/models/method.hpp"

namespace preimage::models {

/// v_i of the squared slack of training sample i, by its own class.
struct BalancedClasses {};  // n / (c n_k): c classes in the training set, n_k samples of class k
using WeightsByName = std::map<std::string, double>;  // > 0; a class that is not named weighs 1
using ClassWeights = std::variant<std::monostate, BalancedClasses, WeightsByName>;

struct OneVsRestOptions {
  kernels::BandwidthGrid bandwidths = {};
  std::vector<double> ridges = {1.0};  // added to the diagonal of K, > 0; of equals the larger is preferred
  ClassWeights class_weights = {};     // all 1
};

/// A support vector machine with squared slack per class of the training samples; the one with the largest decision
/// value wins, of equals the class that comes first in the data (regression/support_vectors.hpp). Weights by name need outputs that have class names.
class OneVsRestMethod final : public Method {
 public:
  explicit OneVsRestMethod(OneVsRestOptions options);

  void require(const samples::DataSet& data) const override;
  std::size_t grid_size() const override { return options_.ridges.size() * options_.bandwidths.size(); }
  base::Parameters parameters(std::size_t g) const override;
  std::string description() const override;
  FittedPtr fit(std::size_t g, const samples::DataSet& training,
                const regression::KeptArrays& kept = {}) const override;
  void predict_grid(const samples::DataSet& training, const samples::SampleSet& inputs,
                    const Sink& sink) const override;

 private:
  OneVsRestOptions options_;
};

/// One-vs-rest support vector machines with a kernel on inputs, by value or by pointer.
template <class InputKernel>
auto one_vs_rest_svm(InputKernel input, OneVsRestOptions options = {}) {
  return estimator(std::move(input), kernels::ClassKernel(), OneVsRestMethod(std::move(options)));
}

}  // namespace preimage::models
