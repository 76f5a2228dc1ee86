// The training outputs of one split as decoders see them, and predictions in their feature space.
#pragma once

#include <armadillo>
#include <memory>
#include <optional>

#include "preimage/outputs/kernel_pca.hpp"
#include "preimage/validation/problem.hpp"

namespace preimage::validation {

/// The outputs that one split trains on. Its Gram matrix and vectors are copied out of the problem by each call;
/// the kernel PCA is computed by the first call and kept. The problem must outlive it.
class TrainingOutputs {
 public:
  TrainingOutputs(const Problem& problem, Indices train, outputs::ComponentCut cut,
                  outputs::Centring centring = outputs::Centring::training_mean)
      : problem_(problem), train_(std::move(train)), cut_(cut), centring_(centring) {}

  const Problem& problem() const { return problem_; }
  const Indices& train() const { return train_; }
  bool keeps_all_directions() const { return cut_.keeps_all(); }
  bool are_centred() const { return centring_ == outputs::Centring::training_mean; }

  arma::mat gram() const { return problem_.output_gram.submat(train_, train_); }  // L, m x m
  arma::mat vectors() const { return problem_.output_vectors.rows(train_); }      // Y, m x d
  /// Which of them may be a pre-image, 1 or 0.
  arma::uvec candidates() const { return problem_.is_candidate.elem(train_); }
  /// Kernel PCA of L: the directions of the cut, or all.   cost O(m^3), once
  const outputs::KernelPca& pca() const;

 private:
  const Problem& problem_;
  Indices train_;
  outputs::ComponentCut cut_;
  outputs::Centring centring_;
  mutable std::optional<outputs::KernelPca> pca_;
};

/// A prediction in the output feature space for t test samples, in one of three forms.
struct FeaturePrediction {
  /// t x m, c(x) of sum_i c_i(x) (phi(y_i) - phibar) + phibar, not yet projected on the kept directions.
  std::optional<arma::mat> weights;
  /// t x p, along the kept directions of the kernel PCA.
  std::optional<arma::mat> coordinates;
  /// t x q, in the problem's explicit output features; only for a decoder that takes them.
  std::optional<arma::mat> features = std::nullopt;
  /// The same model's prediction for the training samples, where the decoder asked for it.
  std::shared_ptr<const FeaturePrediction> fitted = nullptr;
};

/// t x p coordinates along the kept directions.
arma::mat coordinates_of(const FeaturePrediction& prediction, const TrainingOutputs& outputs);

/// t x m weights w with prediction = sum_i w_i phi(y_i), projected on the kept directions; where the outputs
/// are centred the rows sum to 1.
arma::mat weights_of(const FeaturePrediction& prediction, const TrainingOutputs& outputs);

}  // namespace preimage::validation
