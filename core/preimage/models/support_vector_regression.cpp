#include "preimage/models/support_vector_regression.hpp"

#include <functional>
#include <memory>
#include <stdexcept>
#include <utility>

#include "preimage/kernels/points.hpp"

namespace preimage::models {

namespace {

Grid points_of(SupportVectorRegressionGrid& options) {
  sort_grid(options.Cs, std::less<>(), "C", 0.0, false);
  sort_grid(options.epsilons, std::greater<>(), "epsilon", 0.0, true);
  Grid points;
  for (const double C : options.Cs) {
    for (const double epsilon : options.epsilons) points.push_back({{"C", C}, {"epsilon", epsilon}});
  }
  return points;
}

class SupportVectorRegressionMethod final : public DualFunctionsMethod {
 public:
  explicit SupportVectorRegressionMethod(SupportVectorRegressionGrid options)
      : DualFunctionsMethod("support vector regression", options.bandwidths, points_of(options)) {}
  void require(const samples::DataSet& data) const override {
    kernels::points_of(data.inputs);
    if (!data.outputs.has<arma::mat>())
      throw std::invalid_argument("method support_vector_regression needs outputs that are vectors");
  }

 private:
  DualFunctionsMethod::Problem problem(const samples::SampleSet& outputs) const override {
    const auto Y = outputs.get<arma::mat>();
    return {Y.n_cols,
            [Y](const arma::mat& K, const Grid& points) {
              std::vector<regression::SupportVectorRegressionOptions> options;
              for (const base::Parameters& point : points)
                options.push_back({point[0].second, point[1].second});
              return regression::support_vector_regression(K, Y, options);
            },
            [](const regression::DualFunctions& functions, const arma::mat& K_test_train) {
              return outputs::Prediction{outputs::NewVectors{regression::evaluate(functions, K_test_train)}};
            }};
  }
};

}  // namespace

MethodPtr support_vector_regression_method(SupportVectorRegressionGrid options) {
  return std::make_unique<const SupportVectorRegressionMethod>(std::move(options));
}

}  // namespace preimage::models
