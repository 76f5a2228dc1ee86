#include "preimage/models/kde_map.hpp"

#include <utility>

namespace preimage::models {

namespace {
constexpr regression::BlockShape kLargeBlock{1024, 1024};  // of K_test_train: 8 MiB, few gathers of long rows
}

bool KdeMap::predicts_features(const outputs::OutputSpace& outputs) {
  const arma::mat* F = outputs.features();
  return F != nullptr && F->n_cols < outputs.size() && outputs.keeps_all_directions() &&
         outputs.are_centred();
}

KdeMap KdeMap::ridge(arma::mat dual_operator, const outputs::OutputSpace& outputs, bool may_give_features) {
  Ridge map{std::move(dual_operator), std::nullopt, {}};
  if (may_give_features && predicts_features(outputs)) {
    const arma::mat* F = outputs.features();
    map.mean = arma::mean(*F, 0);
    map.coefficients = map.dual_operator * (F->each_row() - map.mean);
  }
  return {std::move(map), outputs.are_centred()};
}

KdeMap KdeMap::of_coefficients(arma::mat coefficients, const outputs::OutputSpace& outputs) {
  return {Ridge{{}, std::move(coefficients), arma::mean(*outputs.features(), 0)}, outputs.are_centred()};
}

KdeMap KdeMap::support_vectors(const arma::mat& K, const outputs::OutputSpace& outputs,
                               const regression::SupportVectorRegressionOptions& options) {
  KdeMap map{regression::support_vector_regression(K, outputs.pca().coordinates(), options),
             outputs.are_centred()};
  map.notes_.not_converged =
      regression::not_converged(std::get<Functions>(map.map_), "support vector regression");
  return map;
}

KdeMap KdeMap::keep(const linalg::KeptArrays& kept, const outputs::OutputSpace& outputs, bool is_ridge,
                    bool may_give_features, const std::function<KdeMap()>& fit) {
  FitNotes notes;
  const auto fitted = [&] {
    KdeMap map = fit();
    notes = map.notes_;
    return map;
  };
  KdeMap map = kept_map(kept, outputs, is_ridge, may_give_features, fitted);
  map.notes_ = std::move(notes);
  return map;
}

KdeMap KdeMap::kept_map(const linalg::KeptArrays& kept, const outputs::OutputSpace& outputs, bool is_ridge,
                        bool may_give_features, const std::function<KdeMap()>& fit) {
  const arma::uword m = outputs.size();
  if (!is_ridge) {
    return {regression::keep_functions(kept, "functions", m, [&] { return std::get<Functions>(fit().map_); }),
            outputs.are_centred()};
  }
  if (!may_give_features || !predicts_features(outputs)) {
    const auto dual_operator = [&] { return std::get<Ridge>(fit().map_).dual_operator; };
    return {Ridge{kept.keep("dual_operator", {m, m}, dual_operator), std::nullopt, {}},
            outputs.are_centred()};
  }
  const auto coefficients = [&] { return std::get<Ridge>(fit().map_).coefficients.value(); };
  return of_coefficients(kept.keep("coefficients", {m, outputs.features()->n_cols}, coefficients), outputs);
}

outputs::FeaturePoints KdeMap::operator()(const arma::mat& K_test_train) const {
  if (const auto* functions = std::get_if<Functions>(&map_))
    return outputs::Coordinates{regression::evaluate(*functions, K_test_train)};
  const Ridge& map = std::get<Ridge>(map_);
  if (!map.coefficients) return outputs::Weights{K_test_train * map.dual_operator};
  arma::mat predicted = K_test_train * *map.coefficients;
  predicted.each_row() += map.mean;
  return outputs::Features{std::move(predicted)};
}

KdeMap KdeMap::with_rcond(double rcond) && {
  notes_.rcond = rcond;
  return std::move(*this);
}

bool KdeMap::has_blocks() const {
  return std::holds_alternative<Ridge>(map_) && std::get<Ridge>(map_).coefficients.has_value();
}

outputs::FeaturePoints KdeMap::by_blocks(const kernels::Gram& K_test_train, std::size_t threads) const {
  const Ridge& map = std::get<Ridge>(map_);
  arma::mat predicted =
      regression::predict_by_blocks(K_test_train, map.coefficients.value(), kLargeBlock, threads);
  if (!predicted.is_empty()) predicted.each_row() += map.mean;
  return outputs::Features{std::move(predicted)};
}

outputs::FeaturePoints KdeMap::held_out() const {
  return outputs::Weights{
      regression::leave_one_out_weights(std::get<Ridge>(map_).dual_operator, are_centred_)};
}

}  // namespace preimage::models
