// Random partitions of samples, and the splits that they make.
#pragma once

#include <armadillo>
#include <vector>

#include "preimage/base/random.hpp"
#include "preimage/samples/train_on.hpp"

namespace preimage::samples {

/// The training and the test samples of one fold, by their numbers; disjoint.
struct Split {
  arma::uvec train;
  arma::uvec test;
};

/// Cuts `samples` into `folds` random parts whose sizes differ by at most one; every sample is in exactly one
/// part.
/// strata  empty, or a class for each entry of `samples`: then every part also holds each class in proportion
///         (its counts differ by at most one between parts).
/// throws  std::invalid_argument "more folds than samples" and the like
std::vector<arma::uvec> cut_into_folds(const arma::uvec& samples, std::size_t folds,
                                       const std::vector<int>& strata, base::Random& random);

/// One split per part: the part is the test set and all others train, or the other way round; or one split
/// only, which trains on the first part and tests on all others.
std::vector<Split> make_splits(const std::vector<arma::uvec>& parts, TrainOn train_on);

}  // namespace preimage::samples
