// A kernel of one's own on samples of one's own, held to what a kernel promises, and judged in nested
// cross-validation.
#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "preimage/kernels/conformance.hpp"
#include "preimage/kernels/label_kernels.hpp"
#include "preimage/losses/loss.hpp"
#include "preimage/models/kernel_dependency_estimation.hpp"
#include "preimage/validation/cross_validate.hpp"

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
  const std::vector<std::string> violations = kernels::kernel_violations(OverlapKernel(), hours);
  for (const std::string& violation : violations) fmt::print("not a kernel: {}\n", violation);

  // The ridge is chosen on inner folds, of which the outer test samples are no part.
  const auto estimator = models::kde(OverlapKernel(), kernels::same_class(), {.ridges = {100.0, 1.0, 0.01}});
  const auto result = validation::cross_validate(estimator, hours, shifts, losses::zero_one_loss());
  for (const auto& fold : result.folds)
    fmt::print("ridge {}: {:.3f} wrong\n", fold.parameters.front().second, fold.loss);
  fmt::print("{:.3f} +- {:.3f} wrong\n", result.mean(), result.standard_error());
  return violations.empty() && result.mean() <= 0.2 ? 0 : 1;
}
