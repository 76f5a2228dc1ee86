#include "preimage/samples/folds.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/collect.hpp"
#include "preimage/base/ties.hpp"

namespace preimage::samples {

namespace {

/// Of places in a random order, 0, 1, 2, ...: with strata class by class, so that dealing them out in turn
/// spreads each class.
std::vector<std::size_t> dealing_order(const std::vector<std::size_t>& random_order,
                                       const std::vector<int>& strata) {
  std::map<int, std::vector<std::size_t>> by_class;
  for (std::size_t place = 0; place < random_order.size(); ++place)
    by_class[strata.empty() ? 0 : strata[random_order[place]]].push_back(place);
  std::vector<std::size_t> order;
  for (const auto& [label, members] : by_class) order.insert(order.end(), members.begin(), members.end());
  return order;
}

arma::uvec joined_without(const std::vector<arma::uvec>& parts, std::size_t left_out) {
  arma::uvec joined;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    if (p != left_out) joined = arma::join_cols(joined, parts[p]);
  }
  return joined;
}

void require_folds(std::size_t folds, std::size_t most, const char* of_what) {
  if (folds < 2)
    throw std::invalid_argument(fmt::format("cross-validation needs at least 2 folds, not {}", folds));
  if (folds > most)
    throw std::invalid_argument(fmt::format("more folds than {0}: {1} folds, {2} {0}", of_what, folds, most));
}

void require_as_many(std::size_t found, const char* what, std::size_t samples) {
  if (found != samples)
    throw std::invalid_argument(
        fmt::format("{} {} for {} samples to be cut into folds", found, what, samples));
}

using Counts = std::map<int, double>;  // of samples, by class

struct Group {
  std::vector<arma::uword> samples;
  Counts classes;  // empty without strata
};

/// In the order of their numbers.
std::vector<Group> groups_of(const arma::uvec& samples, const std::vector<int>& groups,
                             const std::vector<int>& strata) {
  std::map<int, Group> by_number;
  for (arma::uword i = 0; i < samples.n_elem; ++i) {
    Group& group = by_number[groups[i]];
    group.samples.push_back(samples(i));
    if (!strata.empty()) ++group.classes[strata[i]];
  }
  std::vector<Group> all;
  for (auto& [number, group] : by_number) all.push_back(std::move(group));
  return all;
}

/// Random, but for the sizes, of which those within a factor of 2 count as equal: the last groups are small
/// and level out the parts, and sizes that are all different leave chance its place.
std::vector<Group> in_dealing_order(std::vector<Group> groups, base::Random& random) {
  std::vector<Group> order;
  for (const std::size_t place : random.permutation(groups.size())) order.push_back(std::move(groups[place]));
  std::stable_sort(order.begin(), order.end(), [](const Group& a, const Group& b) {
    return std::bit_width(a.samples.size()) > std::bit_width(b.samples.size());
  });
  return order;
}

/// A part that groups are dealt to.
class Part {
 public:
  /// By how much the squared shares of the samples, and of each class, grow by this group (but for what is
  /// the same for all parts): where it is smallest, the parts become most alike. 0 of an empty part alone.
  double growth_by(const Group& group, double total, const Counts& totals) const {
    const double size = static_cast<double>(samples_.size());
    double growth = size * static_cast<double>(group.samples.size()) / (total * total);
    for (const auto& [label, count] : group.classes) {
      const auto held = classes_.find(label);
      if (held != classes_.end()) growth += held->second * count / (totals.at(label) * totals.at(label));
    }
    return growth;
  }
  void take(const Group& group) {
    samples_.insert(samples_.end(), group.samples.begin(), group.samples.end());
    for (const auto& [label, count] : group.classes) classes_[label] += count;
  }
  arma::uvec samples() const { return arma::conv_to<arma::uvec>::from(samples_); }

 private:
  std::vector<arma::uword> samples_;
  Counts classes_;
};

/// The first of equals (base/ties.hpp).
Part& most_in_need(std::vector<Part>& parts, const Group& group, double total, const Counts& totals) {
  std::vector<double> growths, errors;
  for (const Part& part : parts) {
    growths.push_back(part.growth_by(group, total, totals));
    errors.push_back(base::kRoundingOfSums * growths.back());
  }
  return parts[base::first_smallest(growths, errors)];
}

}  // namespace

std::vector<arma::uvec> cut_into_folds(const arma::uvec& samples, std::size_t folds,
                                       const std::vector<int>& strata, base::Random& random) {
  require_folds(folds, samples.n_elem, "samples");
  if (!strata.empty()) require_as_many(strata.size(), "classes", samples.n_elem);
  const std::vector<std::size_t> random_order = random.permutation(samples.n_elem);
  std::vector<std::vector<std::size_t>> parts(folds);
  const std::vector<std::size_t> order = dealing_order(random_order, strata);
  for (std::size_t i = 0; i < order.size(); ++i) parts[i % folds].push_back(order[i]);
  std::vector<arma::uvec> result;
  for (std::vector<std::size_t>& places : parts) {
    std::sort(places.begin(), places.end());
    arma::uvec& part = result.emplace_back(places.size());
    for (std::size_t i = 0; i < places.size(); ++i) part(i) = samples(random_order[places[i]]);
  }
  return result;
}

std::vector<arma::uvec> cut_into_group_folds(const arma::uvec& samples, const std::vector<int>& groups,
                                             std::size_t folds, const std::vector<int>& strata,
                                             base::Random& random) {
  require_as_many(groups.size(), "groups", samples.n_elem);
  if (!strata.empty()) require_as_many(strata.size(), "classes", samples.n_elem);
  std::vector<Group> all = groups_of(samples, groups, strata);
  require_folds(folds, all.size(), "groups");
  Counts totals;
  for (const int label : strata) ++totals[label];
  std::vector<Part> parts(folds);
  for (const Group& group : in_dealing_order(std::move(all), random))
    most_in_need(parts, group, static_cast<double>(samples.n_elem), totals).take(group);
  return base::collect(parts, &Part::samples);
}

std::vector<Split> make_splits(const std::vector<arma::uvec>& parts, TrainOn train_on) {
  std::vector<Split> splits;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    Split split{joined_without(parts, p), parts[p]};
    if (train_on != TrainOn::the_rest) std::swap(split.train, split.test);
    splits.push_back(std::move(split));
    if (train_on == TrainOn::first_fold) break;
  }
  return splits;
}

std::vector<Split> ordered_splits(const arma::uvec& samples, const arma::vec& times, std::size_t folds,
                                  const Gap& gap) {
  if (times.n_elem != samples.n_elem || !times.is_finite())
    throw std::invalid_argument("folds in the order of time need a finite time for each sample");
  const arma::uword n = samples.n_elem, size = n / (folds + 1);
  if (folds == 0 || size == 0)
    throw std::invalid_argument(fmt::format("{} folds in the order of time of {} samples", folds, n));
  const arma::uvec order = arma::stable_sort_index(times);
  const arma::vec t = times.elem(order);
  std::vector<arma::uword> cuts;  // the first test sample of each fold, and the end
  for (std::size_t f = folds; f > 0; --f) {
    arma::uword cut = n - f * size;
    while (cut > 0 && t(cut - 1) == t(cut)) --cut;
    cuts.push_back(cut);
  }
  cuts.push_back(n);
  std::vector<Split> splits;
  const double rounding = base::kRoundingOfSums * std::max(std::abs(t.front()), std::abs(t.back()));
  for (std::size_t f = 0; f < folds; ++f) {
    if (cuts[f] == cuts[f + 1])
      throw std::invalid_argument(fmt::format(
          "{} folds in the order of time: too many samples are of one time, so that fold {} is empty", folds,
          f));
    arma::uword end = cuts[f] - std::min<arma::uword>(gap.samples, cuts[f]);
    while (end > 0 && t(cuts[f]) - t(end - 1) < gap.time - rounding) --end;
    if (end == 0)
      throw std::invalid_argument(fmt::format(
          "{} folds in the order of time: nothing is left to train on before those that fold {} tests", folds,
          f));
    splits.push_back({samples.elem(order.head(end)), samples.elem(order.subvec(cuts[f], cuts[f + 1] - 1))});
  }
  return splits;
}

}  // namespace preimage::samples
