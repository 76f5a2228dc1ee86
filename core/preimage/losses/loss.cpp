#include "preimage/losses/loss.hpp"

#include "preimage/base/ties.hpp"
#include "preimage/losses/losses.hpp"

namespace preimage::losses {

namespace {

using kernels::Strings;

/// Counts per sample, scaled so that their mean is the share of all units; nothing where there is no unit.
std::optional<arma::vec> shares(const arma::vec& counts, const arma::vec& units) {
  const double all = arma::accu(units);
  if (all == 0.0) return std::nullopt;
  return arma::vec(counts * (static_cast<double>(counts.n_elem) / all));
}

/// A predicted number is a sum of numbers of the size of outputs.
arma::mat entry_errors(const arma::mat& truth, const arma::mat& predicted) {
  return base::kRoundingOfSums * (arma::abs(truth) + arma::abs(predicted));
}

arma::vec lengths(const arma::mat& rows) {
  return arma::sqrt(arma::sum(arma::square(rows), 1));
}

arma::vec moved_or_zero(const arma::vec& moved, arma::uword n) {
  return moved.is_empty() ? arma::vec(n, arma::fill::zeros) : moved;
}

}  // namespace

Loss<kernels::Labels> zero_one_loss() {
  return {"zero_one", false,
          [](const auto& truth, const auto& predicted) { return zero_one(truth, predicted); }};
}

Loss<kernels::Points> feature_distance_loss(bool squared) {
  return {
      squared ? "squared_feature_distance" : "feature_distance",
      false,
      [squared](const kernels::Points& truth, const kernels::Points& predicted) {
        const arma::vec squares = truth.paired_squared_distances(predicted);
        return squared ? squares : arma::vec(arma::sqrt(squares));
      },
      {},
      [squared](const kernels::Points& truth, const kernels::Points& predicted, const arma::vec& /*moved*/) {
        const arma::vec squares = truth.paired_squared_distances(predicted);
        const arma::vec errors = truth.paired_distance_errors(predicted, squares);
        if (squared) return errors;
        return arma::vec(arma::sqrt(squares + errors) -
                         arma::sqrt(arma::clamp(squares - errors, 0.0, arma::datum::inf)));
      }};
}

Loss<kernels::Vectors> squared_error_loss() {
  return {"squared_error",
          false,
          [](const auto& truth, const auto& predicted) { return squared_error(truth, predicted); },
          {},
          [](const arma::mat& truth, const arma::mat& predicted, const arma::vec& moved) {
            const arma::vec known =
                lengths(entry_errors(truth, predicted)) + moved_or_zero(moved, truth.n_rows);
            return arma::vec((2.0 * lengths(truth - predicted) + known) % known);
          }};
}

Loss<kernels::Vectors> absolute_error_loss() {
  return {
      "absolute_error",
      false,
      [](const auto& truth, const auto& predicted) { return absolute_error(truth, predicted); },
      {},
      [](const arma::mat& truth, const arma::mat& predicted, const arma::vec& moved) {
        return arma::vec(arma::mean(entry_errors(truth, predicted), 1) + moved_or_zero(moved, truth.n_rows));
      }};
}

Loss<Strings> symbol_error_loss(samples::Tokens tokens) {
  return {"symbol_error", false, [tokens](const Strings& truth, const Strings& predicted) {
            return shares(wrong_symbols(truth, predicted, tokens), lengths(truth, tokens));
          }};
}

Loss<Strings> edit_error_loss(EditUnit unit, samples::Tokens tokens) {
  return {"edit_error", false, [unit, tokens](const Strings& truth, const Strings& predicted) {
            arma::vec units = lengths(truth, tokens);
            if (unit == EditUnit::longer_string) units = arma::max(units, lengths(predicted, tokens));
            return shares(edits(truth, predicted, tokens), units);
          }};
}

Loss<Strings> edit_distance_loss(samples::Tokens tokens) {
  return {"edit_distance", false, [tokens](const Strings& truth, const Strings& predicted) {
            return edits(truth, predicted, tokens);
          }};
}

Loss<Strings> string_error_loss() {
  return {"string_error", false, [](const Strings& truth, const Strings& predicted) {
            return arma::vec(arma::conv_to<arma::vec>::from(wrong_symbols(truth, predicted) > 0.0));
          }};
}

}  // namespace preimage::losses
