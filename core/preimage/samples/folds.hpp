// Random partitions of samples, and the splits that they make.
#pragma once

#include <armadillo>
#include <cstdint>
#include <string>
#include <vector>

#include "preimage/base/random.hpp"
#include "preimage/samples/sample_set.hpp"

namespace preimage::samples {

/// Which of the parts of a set of samples train, part by part: all but the one that tests, that one alone
/// while all others test, or the first part alone and once.
enum class TrainOn { the_rest, one_fold, first_fold };

/// The training and the test samples of one fold, by their numbers; disjoint.
struct Split {
  arma::uvec train;
  arma::uvec test;
};

/// Cuts `samples` into `folds` random parts whose sizes differ by at most one; every sample is in exactly one
/// part. Each part has the order of one random permutation of all samples, also with strata: where methods
/// take the first of equals, no class comes first.
/// strata  empty, or a class for each entry of `samples`: then every part also holds each class in proportion
///         (its counts differ by at most one between parts).
/// throws  std::invalid_argument "more folds than samples" and the like
std::vector<arma::uvec> cut_into_folds(const arma::uvec& samples, std::size_t folds,
                                       const std::vector<int>& strata, base::Random& random);

/// The same for samples that belong together: every part holds whole groups, at least one. Groups are dealt
/// out in random order, larger ones first, each to the part where the parts become most alike: by their
/// sizes, which then differ by at most the largest group, and with strata also by their shares of each class.
/// groups  for each entry of `samples` the number of its group; equal numbers are one group
/// throws  std::invalid_argument "more folds than groups: 5 folds, 3 groups", and as cut_into_folds
/// cost    O(samples log(groups) + groups x folds x classes of a group)
std::vector<arma::uvec> cut_into_group_folds(const arma::uvec& samples, const std::vector<int>& groups,
                                             std::size_t folds, const std::vector<int>& strata,
                                             base::Random& random);

/// One split per part: the part is the test set and all others train, or the other way round; or one split
/// only, which trains on the first part and tests on all others.
std::vector<Split> make_splits(const std::vector<arma::uvec>& parts, TrainOn train_on);

/// What lies between the training samples and the test samples of a split in time, and is neither.
struct Gap {
  std::size_t samples = 0;  // the last before the test samples
  double time =
      0.0;  // those less than this before the first test sample, but for rounding; in the units of times
};

/// Splits that train on the past. In the order of `times` the last folds x floor(n / (folds + 1)) samples are
/// cut into `folds` parts of one size; each is a test set once, and all samples before it train, as of
/// scikit-learn's TimeSeriesSplit. Samples of one time stay together: a cut among them moves to their first.
/// Test sets are in the order of time, samples of one time in that of `samples`.
/// times   for each entry of `samples`
/// throws  std::invalid_argument: a time that is no finite number, too few samples or times for so many
///         folds, a gap that leaves a fold nothing to train on
/// cost    O(n (folds + log n))
std::vector<Split> ordered_splits(const arma::uvec& samples, const arma::vec& times, std::size_t folds,
                                  const Gap& gap = {});

// What the random draws of a method depend on beside its own seed: which draw of a study its samples are.

/// A form of inputs: random numbers are drawn anew in each repetition of a study, also where the samples and
/// their split are given.
struct RepetitionSeed {
  std::size_t samples = 0;  // how many
  std::uint64_t seed = 0;
};
inline std::size_t sample_count(const RepetitionSeed& of) {
  return of.samples;
}
inline RepetitionSeed select(const RepetitionSeed& of, const arma::uvec& positions) {
  return {positions.n_elem, of.seed};
}

/// The seed of a method on these samples: its own where they have none.
inline std::uint64_t seed_for_repetition(const SampleSet& inputs, std::uint64_t own) {
  if (!inputs.has<RepetitionSeed>()) return own;
  return base::derive_seed({std::to_string(own), std::to_string(inputs.get<RepetitionSeed>().seed), "lots"});
}

}  // namespace preimage::samples
