#include "preimage/linalg/kept_arrays.hpp"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"

namespace preimage::linalg {

KeptArrays KeptArrays::recording() {
  KeptArrays kept;
  kept.state_ = std::make_shared<State>();
  return kept;
}

KeptArrays KeptArrays::of(Arrays arrays) {
  KeptArrays kept;
  kept.state_ = std::make_shared<State>();
  kept.state_->given = true;
  kept.state_->arrays = std::move(arrays);
  return kept;
}

KeptArrays KeptArrays::with(const FitMeans& means) const {
  KeptArrays kept = *this;
  kept.means_ = means;
  return kept;
}

KeptArrays::Arrays KeptArrays::arrays() const {
  if (state_ == nullptr) return {};
  const std::lock_guard<std::mutex> guard(state_->mutex);
  return state_->arrays;
}

const arma::mat& KeptArrays::find(const std::string& name) const {
  const auto found = state_->arrays.find(name);
  if (found == state_->arrays.end()) throw DataError(fmt::format("the model has no array '{}'", name));
  return found->second;
}

arma::mat KeptArrays::computed(const std::string& name, const std::function<arma::mat()>& compute) const {
  if (state_ == nullptr) return compute();
  {
    const std::lock_guard<std::mutex> guard(state_->mutex);
    const auto found = state_->arrays.find(name);
    if (found != state_->arrays.end()) return found->second;
  }
  arma::mat array = compute();  // unlocked: it may keep arrays of its own
  const std::lock_guard<std::mutex> guard(state_->mutex);
  return state_->arrays.try_emplace(name, std::move(array)).first->second;
}

arma::mat KeptArrays::keep(const std::string& name, Shape shape,
                           const std::function<arma::mat()>& compute) const {
  if (!are_given()) return computed(name, compute);
  const arma::mat& array = find(name);
  if (array.n_rows != shape.rows || array.n_cols != shape.cols) {
    throw DataError(fmt::format("the model's array '{}' is {} x {}, expected {} x {}", name, array.n_rows,
                                array.n_cols, shape.rows, shape.cols));
  }
  return array;
}

arma::mat KeptArrays::keep_columns(const std::string& name, arma::uword rows,
                                   const std::function<arma::mat()>& compute) const {
  return keep(name, {rows, are_given() ? find(name).n_cols : 0}, compute);
}

arma::uvec KeptArrays::keep_positions(const std::string& name, arma::uword limit,
                                      const std::function<arma::uvec()>& compute) const {
  const auto as_numbers = [&] { return arma::mat(arma::conv_to<arma::vec>::from(compute())); };
  const arma::mat array = keep(name, {are_given() ? find(name).n_rows : 0, 1}, as_numbers);
  for (const double position : array) {
    if (!(position >= 0.0 && position < static_cast<double>(limit) && position == std::floor(position)))
      throw DataError(
          fmt::format("the model's array '{}' holds {}, expected positions below {}", name, position, limit));
  }
  return arma::conv_to<arma::uvec>::from(array);
}

double KeptArrays::keep_number(const std::string& name, const std::function<double()>& compute) const {
  return keep(name, {1, 1}, [&] { return arma::mat(1, 1, arma::fill::value(compute())); })(0);
}

}  // namespace preimage::linalg
