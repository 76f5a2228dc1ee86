#pragma once

#include <vector>

#include "preimage/base/random.hpp"
#include "preimage/validation/learner.hpp"
#include "preimage/validation/train_on.hpp"

namespace preimage::validation {

/// Cuts `samples` into `folds` random parts whose sizes differ by at most one; every sample is in exactly one
/// part.
/// strata  empty, or a class for each entry of `samples`: then every part also holds each class in proportion
///         (its counts differ by at most one between parts).
/// throws  DataError "more folds than samples" and the like
std::vector<Indices> cut_into_folds(const Indices& samples, std::size_t folds, const std::vector<int>& strata,
                                    base::Random& random);

/// One split per part: the part is the test set and all others train, or the other way round; or one split
/// only, which trains on the first part and tests on all others.
std::vector<Split> make_splits(const std::vector<Indices>& parts, TrainOn train_on);

}  // namespace preimage::validation
