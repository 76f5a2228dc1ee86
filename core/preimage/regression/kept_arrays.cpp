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

arma::mat KeptArrays::computed(const std::string& name, const std::function<arma::mat()>& compute) const {
  if (state_ == nullptr) return compute();
  {
    const std::lock_guard<std::mutex> guard(state_->mutex);
    const auto found = state_->arrays.find(name);
    if (found != state_->arrays.end()) return *found->second;
  }
  // Unlocked: it may keep arrays of its own.
  return *keep_lazily(name, {}, base::Lazy<arma::mat>(compute()));
}

base::Lazy<arma::mat> KeptArrays::keep_lazily(const std::string& name, Shape shape,
                                              const base::Lazy<arma::mat>& computed) const {
  if (is_loading()) return base::Lazy<arma::mat>(keep(name, shape, [] { return arma::mat(); }));
  if (state_ == nullptr) return computed;
  const std::lock_guard<std::mutex> guard(state_->mutex);
  return state_->arrays.try_emplace(name, computed).first->second;
}

arma::mat KeptArrays::keep(const std::string& name, Shape shape,
                           const std::function<arma::mat()>& compute) const {
  if (!is_loading()) return computed(name, compute);
  const arma::mat& array = find(name);
  if (array.n_rows != shape.rows || array.n_cols != shape.cols) {
    throw DataError(fmt::format("the model's array '{}' is {} x {}, expected {} x {}", name, array.n_rows,
                                array.n_cols, shape.rows, shape.cols));
  }
  if (!shape.has_gaps && !array.is_finite())
    throw DataError(fmt::format("the model's array '{}' holds a number that is not finite", name));
  return array;
}

arma::mat KeptArrays::keep_columns(const std::string& name, arma::uword rows, arma::uword most_columns,
                                   const std::function<arma::mat()>& compute) const {
  const arma::uword columns = is_loading() ? find(name).n_cols : 0;
  if (columns > most_columns)
    throw DataError(fmt::format("the model's array '{}' has {} columns, expected at most {}", name, columns,
                                most_columns));
  return keep(name, {rows, columns}, compute);
}

arma::uword KeptArrays::keep_position(const std::string& name, arma::uword limit,
                                      const std::function<arma::uword()>& compute) const {
  const arma::uvec found = keep_positions(name, limit, [&] { return arma::uvec{compute()}; });
  if (found.n_elem != 1)
    throw DataError(
        fmt::format("the model's array '{}' holds {} positions, expected one", name, found.n_elem));
  return found(0);
}

arma::uvec KeptArrays::keep_positions(const std::string& name, arma::uword limit,
                                      const std::function<arma::uvec()>& compute) const {
  const auto as_numbers = [&] { return arma::mat(arma::conv_to<arma::vec>::from(compute())); };
  const arma::mat array = keep(name, {is_loading() ? find(name).n_rows : 0, 1}, as_numbers);
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

void KeptArrays::field(const std::string& name, Shape shape, arma::mat& value) const {
  if (state_ != nullptr) value = keep(name, shape, [&] { return value; });
}

void KeptArrays::field(const std::string& name, arma::uword limit, arma::uvec& positions) const {
  positions = keep_positions(name, limit, [&] { return positions; });
}

void KeptArrays::field(const std::string& name, double& number) const {
  number = keep_number(name, [&] { return number; });
}

void KeptArrays::field(FitQuality& quality) const {
  if (is_loading() && !is_given("quality")) return;
  arma::mat numbers = arma::vec{quality.rcond, quality.moved, quality.stopped, quality.machines};
  field("quality", {4, 1}, numbers);
  if (numbers.min() < 0.0 || numbers(2) > numbers(3))
    throw DataError("the model's array 'quality' holds a number that no fit has");
  quality = {numbers(0), numbers(1), numbers(2), numbers(3)};
}

}  // namespace preimage::regression
