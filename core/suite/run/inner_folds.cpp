#include "suite/run/inner_folds.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/random.hpp"
#include "preimage/samples/folds.hpp"
#include "suite/records/verdict.hpp"
#include "suite/study/draws.hpp"
#include "suite/study/groups.hpp"

namespace preimage::suite::run {

namespace {

/// So many of the samples, in their order; all, where there are no more.
arma::uvec drawn_from(const arma::uvec& samples, const std::optional<std::size_t>& count,
                      base::Random& random) {
  if (!count || *count >= samples.n_elem) return samples;
  const auto order = arma::conv_to<arma::uvec>::from(random.permutation(samples.n_elem));
  return samples.elem(arma::sort(order.head(*count)));
}

}  // namespace

std::vector<samples::Split> inner_splits(const study::Cell& cell, const study::Task& task,
                                         const arma::uvec& train) {
  const study::Protocol protocol = cell.reading->protocol;
  if (protocol.ordered) return study::ordered_splits(train, protocol.inner_folds, protocol, task.times.get());
  base::Random random(study::seed_for(*cell.study, cell.repetition, cell.outer_fold, "inner folds"));
  const study::Groups* groups = task.groups.get();
  const bool draws_groups =
      groups != nullptr && protocol.inner_samples && *protocol.inner_samples < train.n_elem;
  const arma::uvec chosen =
      draws_groups ? study::draw_groups(train, *protocol.inner_samples, protocol.inner_folds, *groups, random)
                   : drawn_from(train, protocol.inner_samples, random);
  std::vector<int> strata;
  if (protocol.inner_stratified) {
    for (arma::uword sample : chosen) strata.push_back(study::strata_of(task, "inner")[sample]);
  }
  return samples::make_splits(study::cut_into_parts(chosen, protocol.inner_folds, strata, groups, random),
                              samples::TrainOn::the_rest);
}

void require_finite(const std::string& measure, const std::vector<double>& values) {
  const auto bad = std::ranges::count_if(values, [](double value) { return !std::isfinite(value); });
  if (bad > 0) throw NumericalError(fmt::format("{} of {} test samples is not finite", measure, bad));
  if (!values.empty() && !std::isfinite(records::mean(values))) {
    throw NumericalError(
        fmt::format("{} of {} test samples: the mean is not finite", measure, values.size()));
  }
}

validation::Criterion criterion_of(const study::Task& task) {
  const study::Measure& first = task.measures.front();
  const std::string what_helps =
      task.strata.empty() ? "" : "; `inner: {stratified: true}` gives each fold every class";
  return [&first, what_helps](const outputs::Prediction& prediction,
                              const arma::uvec& test) -> validation::Judged {
    const std::optional<arma::vec> values = first.values(prediction, test);
    if (!values)
      throw std::invalid_argument(
          fmt::format("the criterion '{}' does not apply to the {} test samples of an inner fold{}",
                      first.name, test.n_elem, what_helps));
    require_finite(first.name, arma::conv_to<std::vector<double>>::from(*values));
    return {*values, first.errors ? first.errors(prediction, test) : arma::vec()};
  };
}

}  // namespace preimage::suite::run
