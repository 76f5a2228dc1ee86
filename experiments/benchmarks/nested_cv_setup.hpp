// The jobs of the benchmark nested-cv: samples, classes and folds, which our learner and its peers both get.
#pragma once

#include <armadillo>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "preimage/samples/folds.hpp"

namespace preimage::experiments::benchmarks {

inline constexpr std::size_t kNestedFolds = 5;  // outer, and inner

struct NestedFold {
  samples::Split split;
  std::vector<samples::Split> inner;
};

struct NestedSetup {
  std::string title;   // what is trained on what
  std::string source;  // of the samples
  arma::mat inputs;    // n x d
  std::vector<int> labels;
  std::vector<NestedFold> folds;  // their test samples in ascending order

  /// n x 5: the inner fold of a sample in the training set of each outer fold; -1 where it is a test sample.
  arma::mat fold_table() const;
};

/// OCR letters, a row each.
struct LetterRows {
  arma::mat first, others;  // of fold 0; of the other folds
  std::vector<int> labels;  // of the first, from 0
  std::string source;
};
LetterRows ocr_letter_rows();

/// A job; nothing, with the reason on `skipped`, where its data are not to be had.
struct NestedJob {
  std::size_t n_train = 0;
  int rounds = 1, whole_rounds = 1;  // the second with --whole
  std::size_t folds = kNestedFolds;  // outer folds that are run without --whole
  std::optional<NestedSetup> (*make)(std::string& skipped) = nullptr;
};

/// The jobs, the smallest first.
std::vector<NestedJob> nested_jobs();

}  // namespace preimage::experiments::benchmarks
