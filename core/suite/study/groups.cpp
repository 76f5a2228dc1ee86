#include "suite/study/groups.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "preimage/base/collect.hpp"
#include "preimage/samples/folds.hpp"

namespace preimage::suite::study {

namespace {

std::vector<int> groups_of(const Groups& groups, const arma::uvec& samples) {
  return base::collect(samples, [&](arma::uword sample) { return groups.of.at(sample); });
}

}  // namespace

std::size_t group_count(const Groups& groups, const arma::uvec& samples) {
  const std::vector<int> of = groups_of(groups, samples);
  return std::set<int>(of.begin(), of.end()).size();
}

std::vector<arma::uvec> cut_into_parts(const arma::uvec& samples, std::size_t folds,
                                       const std::vector<int>& strata, const Groups* groups,
                                       base::Random& random) {
  if (groups == nullptr) return samples::cut_into_folds(samples, folds, strata, random);
  return samples::cut_into_group_folds(samples, groups_of(*groups, samples), folds, strata, random);
}

arma::uvec draw_groups(const arma::uvec& samples, std::size_t count, std::size_t fewest, const Groups& groups,
                       base::Random& random) {
  std::map<int, std::size_t> sizes;
  for (const int group : groups_of(groups, samples)) ++sizes[group];
  const std::vector<std::pair<int, std::size_t>> all(sizes.begin(), sizes.end());
  std::set<int> drawn;
  std::size_t total = 0;
  for (const std::size_t place : random.permutation(all.size())) {
    const auto& [group, size] = all[place];
    if (drawn.size() >= fewest && total + size > count) break;
    drawn.insert(group);
    total += size;
  }
  std::vector<arma::uword> kept;
  for (const arma::uword sample : samples) {
    if (drawn.contains(groups.of[sample])) kept.push_back(sample);
  }
  return arma::conv_to<arma::uvec>::from(kept);
}

}  // namespace preimage::suite::study
