// What is wrong with data and folds before any score: what lets learners see on one side of a fold what is on
// the other.
#pragma once

#include <armadillo>
#include <optional>
#include <string>
#include <vector>

#include "suite/data/data_source.hpp"
#include "suite/study/plan.hpp"

namespace preimage::suite::results {

/// A line each, with counts and what to write:
/// - what the experiment says of its data or its program (Experiment::warnings);
/// and of configs that reproduce no paper:
/// - learners with bandwidths over a Gaussian input kernel;
/// - test samples that have exactly the inputs of a training sample, over the outer folds of all repetitions, with up
///   to three such pairs by their lines, and whether their targets differ;
/// - test samples that are nearly equal to a training sample (scale_of_copies), over those of the first
///   repetition;
/// - outer folds that test on fewer than 5 samples, or on samples of one output.
/// cost  a draw, its outer folds in each repetition, and O(n^2) of at most 1,000 samples
std::vector<std::string> audit(const study::PlannedReading& planned, const data::DataSource& data);

/// A distance e below which many pairs of samples lie, N(e), while few lie between e and 3 e: N(3 e) < 1.7
/// N(e). In data of d dimensions that vary smoothly N(3 e) is about 3^d N(e): in 100 draws each of 60 kinds
/// of such data with 20 to 150 samples (normal, uniform, log-normal, three clusters, whole numbers; 1 to 5
/// columns) at most 1 was taken for copies. Looked for among a third of the median distance and what is
/// sqrt(2) times smaller again and again, the largest first; N(e) is 10 and n / 4 at least, and 5 % of all
/// pairs at most: more are clusters. Nothing where there is none.
/// squared  n x n squared distances; of pairs at distance 0 nothing is said
/// cost  O(n^2 log n)
std::optional<double> scale_of_copies(const arma::mat& squared);

}  // namespace preimage::suite::results
