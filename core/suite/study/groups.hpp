// Samples that belong together: of one patient, one author, one machine.
#pragma once

#include <armadillo>
#include <cstddef>
#include <string>
#include <vector>

#include "preimage/base/random.hpp"

namespace preimage::suite::study {

/// No fold, neither an outer nor an inner one, has samples of a group on both sides.
struct Groups {
  std::string column;              // what the user calls them: "column 'patient'"
  std::vector<int> of;             // the number of each sample's group: its place in `names`
  std::vector<std::string> names;  // each group once
};

/// How many different groups some samples have.
std::size_t group_count(const Groups& groups, const arma::uvec& samples);

/// Cuts `samples` into random parts: as samples::cut_into_folds, or, with groups, as cut_into_group_folds.
/// groups  of all samples, by their numbers; or nullptr
/// strata  empty, or a class for each entry of `samples`
/// throws  std::invalid_argument, as these
std::vector<arma::uvec> cut_into_parts(const arma::uvec& samples, std::size_t folds,
                                       const std::vector<int>& strata, const Groups* groups,
                                       base::Random& random);

/// Whole groups in random order, until the next one would make them more than `count` samples; but `fewest`
/// groups at least, where there are so many. In the order of `samples`.
arma::uvec draw_groups(const arma::uvec& samples, std::size_t count, std::size_t fewest, const Groups& groups,
                       base::Random& random);

}  // namespace preimage::suite::study
