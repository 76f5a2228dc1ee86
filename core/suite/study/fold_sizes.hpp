// What is known of the folds of a draw before it is made.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "suite/study/study.hpp"

namespace preimage::suite::study {

/// How many samples each of the given folds has, by its name.
/// throws  DataError where there is no fold column, or one fold only
std::map<int, std::size_t> given_fold_sizes(const std::vector<int>& folds);

/// The outer splits of a protocol with `ordered`.
/// throws  std::invalid_argument, as ordered_splits
std::vector<samples::Split> outer_splits_in_order(const Protocol& protocol, const DrawSize& size);

/// Whether every outer fold is one sample (or one group, of samples with groups) and each is tested, or
/// trains, once: leave-one-out. All ways to cut such folds are the same but for their order.
bool leaves_one_out(const Protocol& protocol, const DrawSize& size);

/// Whether inner folds can be drawn in different ways: not where each is one sample, or one group, of every
/// outer training set.
bool inner_folds_vary(const Protocol& protocol, const DrawSize& size);

/// repetitions  of which outer training sets with groups, whose sizes are a matter of chance, are looked at
/// throws  ConfigError for folds that no draw of this size can give: more than there are samples, groups or
///         times, in all or in an outer training set; DataError for a group that lies in two given folds
/// cost    with groups that of cutting all repetitions' outer folds
void require_enough_samples(const Study& study, const Reading& reading, std::size_t repetitions,
                            const DrawSize& size);

}  // namespace preimage::suite::study
