// A loss of the table between all training outputs, for decoders that weigh it.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "preimage/base/error.hpp"
#include "preimage/decoders/expected_loss.hpp"
#include "preimage/losses/class_forecasts.hpp"
#include "preimage/losses/loss.hpp"
#include "preimage/samples/label_indicators.hpp"

namespace preimage::suite::registry {

/// What tells outputs apart, sample by sample; points are all taken for different.
template <class Y>
auto distinct_keys(const Y& all) {
  using samples::sample_count;
  if constexpr (std::is_same_v<Y, samples::NamedClasses>) {
    return all.classes;
  } else if constexpr (std::is_same_v<Y, samples::LabelIndicators>) {
    return all.sets;
  } else if constexpr (std::is_same_v<Y, losses::ClassForecasts>) {
    return all.classes.classes;
  } else if constexpr (std::is_same_v<Y, kernels::Vectors>) {
    std::vector<std::vector<double>> rows;
    for (arma::uword i = 0; i < all.n_rows; ++i)
      rows.push_back(arma::conv_to<std::vector<double>>::from(all.row(i)));
    return rows;
  } else if constexpr (std::is_same_v<Y, kernels::Points>) {
    std::vector<std::size_t> numbers(sample_count(all));
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
    return numbers;
  } else {
    return all;
  }
}

/// Positions of the different ones among them, and for each output the place of its like there.
struct Distinct {
  arma::uvec positions, place;
};
template <class Y>
Distinct distinct(const Y& all) {
  const auto keys = distinct_keys(all);
  std::map<typename std::decay_t<decltype(keys)>::value_type, arma::uword> places;
  std::vector<arma::uword> positions;
  arma::uvec place(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto [found, is_new] = places.try_emplace(keys[i], positions.size());
    if (is_new) positions.push_back(i);
    place(i) = found->second;
  }
  return {arma::conv_to<arma::uvec>::from(positions), place};
}

/// loss(y_i, y_j) of u different outputs. A loss of strings counts per symbol of all truths that it is given,
/// so it is given all pairs at once; any other one candidate after the other.
/// memory  strings O(u^2), others O(u) samples
/// throws  NumericalError where the loss is not defined on them
template <class Y>
arma::mat losses_of_pairs(const losses::Loss<Y>& loss, const Y& different) {
  using samples::sample_count, samples::select;
  const arma::uword u = sample_count(different);
  const arma::uvec each = arma::regspace<arma::uvec>(0, u - 1);
  const auto values = [&](const arma::uvec& truth, const arma::uvec& predicted) {
    const std::optional<arma::vec> found = loss(select(different, truth), select(different, predicted));
    if (!found) throw NumericalError("expected loss: " + loss.name + " says nothing of the training outputs");
    return loss.is_gain ? arma::vec(-*found) : *found;
  };
  if constexpr (std::is_same_v<Y, kernels::Strings>)
    return arma::reshape(values(arma::repmat(each, u, 1), arma::vectorise(arma::repmat(each.t(), u, 1))), u,
                         u);
  arma::mat result(u, u);
  for (arma::uword j = 0; j < u; ++j) result.col(j) = values(each, arma::uvec(u, arma::fill::value(j)));
  return result;
}

/// outputs  what the loss compares, in words: "strings"
template <class Y>
decoders::PairwiseLoss pairwise(const losses::Loss<Y>& loss, const std::string& outputs) {
  return {[loss, outputs](const samples::SampleSet& set) {
            if (!set.has<Y>())
              throw std::invalid_argument("decoder expected_loss: loss " + loss.name +
                                          " needs outputs that are " + outputs);
            // The names of classes are known without a look at a sample: one that a file lacks is found at
            // once.
            if constexpr (std::is_same_v<Y, samples::NamedClasses>) losses::loss_for(loss, set.get<Y>());
          },
          [loss](const samples::SampleSet& set) -> arma::mat {
            const Y all = set.get<Y>();
            const Distinct found = distinct(all);
            if (found.positions.is_empty()) return {};
            using samples::select;
            const arma::mat pairs =
                losses_of_pairs(losses::loss_for(loss, all), select(all, found.positions));
            return pairs.submat(found.place, found.place);
          }};
}

}  // namespace preimage::suite::registry
