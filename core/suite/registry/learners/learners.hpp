// The parsers behind the learner table; one file each.
#pragma once

#include "suite/registry/learners/learner_table.hpp"

namespace preimage::suite::registry {

/// KDE: kernel ridge (or support vector) regression on the outputs' feature space, then a decoder.
LearnerBuilder parse_kernel_dependency_estimation(const config::Reader& reader);
/// k-nearest neighbours for general outputs: k = 1 the neighbour's output, k > 1 linear combination, then
/// pre-image.
LearnerBuilder parse_nearest_neighbours(const config::Reader& reader);
/// k-nearest neighbours over windows of input symbols, for every symbol of an output string.
LearnerBuilder parse_window_nearest_neighbours(const config::Reader& reader);
/// Regression for learning transductions with a known alignment: ridge regression from elements to symbols,
/// then Viterbi with an n-gram model of the training outputs.
LearnerBuilder parse_aligned_transduction(const config::Reader& reader);
/// Ridge regression for each output feature by itself, with an input kernel and a ridge of its own.
LearnerBuilder parse_component_ridge(const config::Reader& reader);
/// The max-margin Markov network on chains of elements and their symbols.
LearnerBuilder parse_max_margin_markov_network(const config::Reader& reader);
/// Joint kernel support estimation: the training output with which the input lies deepest in the support of
/// the training pairs. Needs an output kernel with one k(y, y) for all candidates.
LearnerBuilder parse_joint_kernel_support_estimation(const config::Reader& reader);
/// Joint kernel support estimation of objects' boxes in images, nu chosen on crops.
LearnerBuilder parse_localization_jkse(const config::Reader& reader);
/// The linear structured support vector machine on objects' boxes in images, C chosen on crops.
LearnerBuilder parse_localization_ssvm(const config::Reader& reader);
/// One-vs-rest support vector machines with squared slack.
LearnerBuilder parse_one_vs_rest_svm(const config::Reader& reader);
/// The Li-Michel-Porod network, completed by the nearest training pattern.
LearnerBuilder parse_hopfield_network(const config::Reader& reader);
/// The output bandwidth that kernel alignment with a k-means target chooses (a statistic, no prediction);
/// per_coordinate divides it by the root of the number of coordinates.
LearnerBuilder parse_output_alignment(const config::Reader& reader);
/// Lines, or the not-a-knot cubic spline, through the training outputs over an input that is one number.
LearnerBuilder parse_linear_interpolation(const config::Reader& reader);
LearnerBuilder parse_cubic_spline(const config::Reader& reader);

/// Denoising by kernel PCA: the observed pattern's projection on the leading directions, then a decoder.
LearnerBuilder parse_kernel_pca_denoising(const config::Reader& reader);
/// The same by PCA in input space, where the projection itself is the output.
LearnerBuilder parse_pca_denoising(const config::Reader& reader);

}  // namespace preimage::suite::registry
