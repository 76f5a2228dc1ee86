// A kernel of one's own on samples of one's own, held to what a kernel promises, and judged in nested cross-validation.
#include <algorithm>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "preimage/kernels/conformance.hpp"
#include "preimage/kernels/label_kernels.hpp"
#include "preimage/losses/losses.hpp"
#include "preimage/models/kernel_dependency_estimation.hpp"
#include "preimage/validation/nested_cross_validation.hpp"

using namespace preimage;

struct Interval {
  double begin, end;
};
using Intervals = std::vector<Interval>;  // a std::vector of anything is a list of samples

/// How long two intervals overlap: the inner product of their indicator functions.
class OverlapKernel final : public kernels::Kernel<Intervals> {
 public:
  arma::mat cross_gram(const Intervals& a, const Intervals& b) const override {
    arma::mat K(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      for (std::size_t j = 0; j < b.size(); ++j)
        K(i, j) = std::max(0.0, std::min(a[i].end, b[j].end) - std::max(a[i].begin, b[j].begin));
    }
    return K;
  }
  arma::vec diagonal(const Intervals& a) const override {
    arma::vec lengths(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) lengths(i) = a[i].end - a[i].begin;
    return lengths;
  }
};

int main() {
  // Working hours, and the shift that they belong to: 0 early, 1 late, 2 both.
  base::Random random(1);
  Intervals hours;
  kernels::Labels shifts;
  for (int i = 0; i < 90; ++i) {
    const double noise = random.gaussian(), more = random.gaussian();
    hours.push_back({(i % 3 == 1 ? 14.0 : 6.0) + 2.5 * noise, (i % 3 == 0 ? 14.0 : 22.0) + 2.5 * more});
    shifts.push_back(i % 3);
  }
  const auto kernel = std::make_shared<OverlapKernel>();
  const std::vector<std::string> violations = kernels::kernel_violations(*kernel, hours);
  for (const std::string& violation : violations) fmt::print("not a kernel: {}\n", violation);

  // The ridge is chosen on inner folds, of which the outer test samples are no part.
  const samples::DataSet data{
      outputs::with_input_kernel<Intervals>(kernel, hours),
      outputs::with_output_kernel<kernels::Labels>(std::make_shared<kernels::ClassKernel>(), shifts)};
  const validation::MethodLearner learner(
      std::make_shared<models::KdeMethod>(models::KdeOptions{.ridges = {100.0, 1.0, 0.01}}), data);
  const auto loss = [&](const outputs::Prediction& prediction, const arma::uvec& test) {
    return losses::zero_one(samples::select(shifts, test), models::outputs_of(prediction, shifts));
  };
  double errors = 0.0;
  const arma::uvec all = arma::regspace<arma::uvec>(0, 89);
  for (const samples::Split& outer :
       samples::make_splits(samples::cut_into_folds(all, 5, shifts, random), samples::TrainOn::the_rest)) {
    const auto inner =
        samples::make_splits(samples::cut_into_folds(outer.train, 4, {}, random), samples::TrainOn::the_rest);
    const validation::OuterFold fold = validation::run_outer_fold(learner, outer, inner, loss);
    errors += arma::accu(loss(fold.prediction, outer.test));
    fmt::print("ridge {}: {:.0f} of {} wrong\n", learner.parameters(fold.choice.grid_point).front().second,
               arma::accu(loss(fold.prediction, outer.test)), outer.test.n_elem);
  }
  return violations.empty() && errors <= 18.0 ? 0 : 1;
}
