#include <algorithm>
#include <map>

#include "suite/own_data/draft_facts.hpp"

namespace preimage::suite::own_data {

namespace {

std::size_t rounded_up(std::size_t samples, std::size_t folds) {
  return (samples + folds - 1) / folds;
}

std::size_t largest_fold(const std::vector<int>& given) {
  std::map<int, std::size_t> sizes;
  std::size_t largest = 0;
  for (const int name : given) largest = std::max(largest, ++sizes[name]);
  return largest;
}

}  // namespace

FoldPlan plan_folds(std::size_t samples, const std::vector<std::size_t>& classes,
                    const std::vector<int>& given) {
  FoldPlan plan;
  plan.given = !given.empty();
  plan.outer = std::clamp<std::size_t>(samples / 3, 2, 5);
  const std::size_t training = samples - (plan.given ? largest_fold(given) : rounded_up(samples, plan.outer));
  plan.inner = std::clamp<std::size_t>(training / 2, 2, 4);
  plan.smallest_inner_training = training - std::min(training, rounded_up(training, plan.inner));
  if (classes.empty() || plan.given) return plan;
  const auto [smallest, largest] = std::minmax_element(classes.begin(), classes.end());
  plan.stratified_outer = *smallest >= plan.outer;
  // An outer training set lacks the class's share of one fold.
  plan.stratified_inner =
      plan.stratified_outer && *smallest - rounded_up(*smallest, plan.outer) >= plan.inner;
  const std::size_t left_out = samples - plan.smallest_inner_training;
  plan.two_classes_everywhere = plan.stratified_inner || samples - *largest > left_out;
  return plan;
}

}  // namespace preimage::suite::own_data
