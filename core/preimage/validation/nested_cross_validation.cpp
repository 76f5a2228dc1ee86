#include "preimage/validation/nested_cross_validation.hpp"

#include <cmath>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/ties.hpp"

namespace preimage::validation {

namespace {

void require_inside(const arma::uvec& samples, const arma::uvec& allowed) {
  std::vector<char> is_allowed(allowed.max() + 1, 0);
  for (arma::uword sample : allowed) is_allowed[sample] = 1;
  for (arma::uword sample : samples) {
    if (sample >= is_allowed.size() || !is_allowed[sample]) {
      throw NumericalError(
          fmt::format("an inner fold looks at sample {}, which is not in the training set", sample));
    }
  }
}

}  // namespace

std::vector<double> inner_losses(const Learner& learner, const std::vector<samples::Split>& inner,
                                 const Criterion& criterion) {
  if (inner.empty()) throw NumericalError("an inner loss needs inner folds");
  std::vector<double> sums(learner.grid_size(), 0.0);
  learner.predict_folds(inner, [&](std::size_t fold, std::size_t g, const outputs::Prediction& prediction) {
    sums[g] += arma::accu(criterion(prediction, inner[fold].test));
  });
  std::size_t count = 0;
  for (const samples::Split& split : inner) count += split.test.n_elem;
  for (std::size_t g = 0; g < sums.size(); ++g) {
    sums[g] /= static_cast<double>(count);
    if (!std::isfinite(sums[g]))
      throw NumericalError(fmt::format("the inner loss of grid point {} is not finite", g));
  }
  return sums;
}

namespace {

std::vector<double> roundings_of(const std::vector<double>& losses) {
  std::vector<double> roundings;
  for (const double loss : losses) roundings.push_back(1e-12 * std::abs(loss));
  return roundings;
}

}  // namespace

std::size_t first_smallest_loss(const std::vector<double>& losses) {
  return base::first_smallest(losses, roundings_of(losses));
}

std::vector<std::size_t> equal_to_smallest_loss(const std::vector<double>& losses) {
  return base::equal_to_smallest(losses, roundings_of(losses));
}

Choice choose(const Learner& learner, const std::vector<samples::Split>& inner, const Criterion& criterion) {
  if (learner.grid_size() == 1) return {};
  const std::vector<double> losses = inner_losses(learner, inner, criterion);
  const std::size_t best = first_smallest_loss(losses);
  return {best, losses[best]};
}

OuterFold run_outer_fold(const Learner& learner, const samples::Split& outer,
                         const std::vector<samples::Split>& inner, const Criterion& criterion) {
  for (const samples::Split& split : inner) {
    require_inside(split.train, outer.train);
    require_inside(split.test, outer.train);
  }
  OuterFold result;
  result.choice = choose(learner, inner, criterion);
  result.prediction = learner.predict(result.choice.grid_point, outer);
  return result;
}

}  // namespace preimage::validation
