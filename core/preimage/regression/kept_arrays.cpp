#include "preimage/regression/kept_arrays.hpp"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"

namespace preimage::regression {

KeptArrays KeptArrays::recording() {
  KeptArrays kept;
  kept.state_ = std::make_shared<State>();
  return kept;
}

KeptArrays KeptArrays::of(Arrays arrays) {
  KeptArrays kept;
  kept.state_ = std::make_shared<State>();
  kept.state_->given = true;
  for (auto& [name, array] : arrays) kept.state_->arrays.emplace(name, std::move(array));
  return kept;
}

KeptArrays KeptArrays::with(const FitResources& resources) const {
  KeptArrays kept = *this;
  kept.resources_ = resources;
  return kept;
}

KeptArrays::Arrays KeptArrays::arrays() const {
  if (state_ == nullptr) return {};
  const std::lock_guard<std::mutex> guard(state_->mutex);
  Arrays arrays;
  for (const auto& [name, array] : state_->arrays) arrays.emplace(name, *array);
  return arrays;
}

const arma::mat& KeptArrays::find(const std::string& name) const {
  const auto found = state_->arrays.find(name);
  if (found == state_->arrays.end()) throw DataError(fmt::format("the model has no array '{}'", name));
  return *found->second;
}

void KeptArrays::field(const std::string& name, Shape shape, base::Lazy<arma::mat>& value) const {
  if (!is_loading()) {
    if (state_ == nullptr) return;
    const std::lock_guard<std::mutex> guard(state_->mutex);
    state_->arrays.try_emplace(name, value);
    return;
  }
  const arma::mat& array = find(name);
  const bool is_as_wide = shape.has_fewer ? array.n_cols <= shape.cols : array.n_cols == shape.cols;
  if (array.n_rows != shape.rows || !is_as_wide) {
    throw DataError(fmt::format("the model's array '{}' is {} x {}, expected {} x {}{}", name, array.n_rows,
                                array.n_cols, shape.rows, shape.cols, shape.has_fewer ? " at most" : ""));
  }
  if (!shape.has_gaps && !array.is_finite())
    throw DataError(fmt::format("the model's array '{}' holds a number that is not finite", name));
  value = base::Lazy<arma::mat>(array);
}

void KeptArrays::field(const std::string& name, Shape shape, arma::mat& value) const {
  if (state_ == nullptr) return;
  base::Lazy<arma::mat> array(value);
  field(name, shape, array);
  if (is_loading()) value = *array;
}

void KeptArrays::field(const std::string& name, arma::uword limit, arma::uvec& positions) const {
  arma::mat array = arma::conv_to<arma::vec>::from(positions);
  field(name, {is_loading() ? find(name).n_rows : 0, 1}, array);
  for (const double position : array) {
    if (!(position >= 0.0 && position < static_cast<double>(limit) && position == std::floor(position)))
      throw DataError(
          fmt::format("the model's array '{}' holds {}, expected positions below {}", name, position, limit));
  }
  positions = arma::conv_to<arma::uvec>::from(array);
}

void KeptArrays::field(const std::string& name, arma::uword limit, arma::uword& position) const {
  arma::uvec positions{position};
  field(name, limit, positions);
  if (positions.n_elem != 1)
    throw DataError(
        fmt::format("the model's array '{}' holds {} positions, expected one", name, positions.n_elem));
  position = positions(0);
}

void KeptArrays::field(const std::string& name, double& number) const {
  arma::mat array(1, 1, arma::fill::value(number));
  field(name, {1, 1}, array);
  number = array(0);
}

void KeptArrays::field(FitQuality& quality) const {
  if (!has("quality")) return;
  arma::mat numbers = arma::vec{quality.rcond, quality.moved, quality.stopped, quality.machines};
  field("quality", {4, 1}, numbers);
  if (numbers.min() < 0.0 || numbers(2) > numbers(3))
    throw DataError("the model's array 'quality' holds a number that no fit has");
  quality = {numbers(0), numbers(1), numbers(2), numbers(3)};
}

}  // namespace preimage::regression
