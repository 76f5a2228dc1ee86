// Numbers of the predictions of a whole test set that are no means of values per sample. Each is that of
// scikit-learn's function, on the labels that occur.
#pragma once

#include <optional>
#include <vector>

#include "preimage/kernels/kernel.hpp"

namespace preimage::losses {

/// The error rate within each class of the truth, averaged over these classes:
///   1/|C| sum_{c in C} (wrong of class c) / (samples of class c)        (1 - balanced_accuracy_score)
/// A class that is predicted only has no rate of its own. Nothing without samples.
/// throws  NumericalError where truth and predictions are not as many
/// cost    O(n log |C|), as of all below
std::optional<double> balanced_error(const kernels::Labels& truth, const kernels::Labels& predicted);

/// The share of samples whose class is predicted: 1 - the mean zero-one loss (accuracy_score). More is
/// better. Nothing without samples.
/// throws  as balanced_error
std::optional<double> accuracy(const kernels::Labels& truth, const kernels::Labels& predicted);

/// F1 of each label, 2 (samples that have it in both) / (in truth + in prediction), averaged over the labels
/// that occur in either (f1_score(average="macro", zero_division=0)): a label of one side alone counts as 0.
/// More is better. Nothing where no label occurs.
/// throws  as balanced_error
std::optional<double> macro_f1(const kernels::Labels& truth, const kernels::Labels& predicted);
std::optional<double> macro_f1(const kernels::LabelSets& truth, const kernels::LabelSets& predicted);

/// The same with the three counts summed over all labels first (average="micro"): every label of every set
/// weighs alike.
/// throws  as balanced_error
std::optional<double> micro_f1(const kernels::LabelSets& truth, const kernels::LabelSets& predicted);

/// F1 of each sample's two sets, 2 |A and B| / (|A| + |B|), averaged over samples (average="samples",
/// zero_division=1): 1 of two empty sets. More is better. Nothing without samples.
/// throws  as balanced_error
std::optional<double> samples_f1(const kernels::LabelSets& truth, const kernels::LabelSets& predicted);

/// Of each output j, R^2 = 1 - sum_i (y_ij - f_ij)^2 / sum_i (y_ij - mean_j)^2 with the mean over these
/// samples, averaged over outputs (r2_score(multioutput="uniform_average")): 1 where all is right, 0 for
/// always their mean, below 0 for worse. More is better. An output that is the same in all samples has 1
/// where it is met exactly, else 0. Nothing for fewer than 2 samples, without outputs, and where it is below
/// the range of numbers.
/// truth, predicted  n x outputs
/// throws  NumericalError where the shapes differ
/// cost    O(n outputs)
std::optional<double> r_squared(const kernels::Vectors& truth, const kernels::Vectors& predicted);

/// Of groups, each with one prediction: the class that most of its samples are predicted to have, of equals
/// the least. The share of groups whose class it is not.
/// groups  of each sample the number of its group;  truth  one class for all samples of a group
/// throws  NumericalError as balanced_error, and where a group has two classes
std::optional<double> group_error(const kernels::Labels& truth, const kernels::Labels& predicted,
                                  const std::vector<int>& groups);
/// The same of vectors: |mean of a group's truths - mean of its predictions|^2, averaged over groups.
std::optional<double> group_squared_error(const kernels::Vectors& truth, const kernels::Vectors& predicted,
                                          const std::vector<int>& groups);

}  // namespace preimage::losses
