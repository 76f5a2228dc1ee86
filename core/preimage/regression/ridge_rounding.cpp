#include "preimage/regression/ridge_rounding.hpp"

#include <cmath>
#include <utility>

#include "preimage/base/random.hpp"

namespace preimage::regression {

namespace {

/// A mean of four squares is below 1/256 of what is expected once in 30,000 times.
arma::mat drawn_signs(arma::uword m, const char* purpose) {
  base::Random random(base::derive_seed({"signs of rounding errors", purpose}));
  arma::mat signs(m, kRoundingColumns);
  for (double& sign : signs) sign = random.below(2) == 0 ? -1.0 : 1.0;
  return signs;
}

}  // namespace

arma::mat rounding_signs(arma::uword m) {
  return drawn_signs(m, "solution");
}

arma::vec row_lengths(const arma::mat& M) {
  if (M.is_empty()) return arma::vec(M.n_rows, arma::fill::zeros);
  const arma::vec squares = arma::sum(arma::square(M), 1);
  if (squares.min() > 1e-250 && squares.max() < 1e250) return arma::sqrt(squares);
  const double largest = arma::abs(M).max();
  if (!(largest > 0.0)) return arma::vec(M.n_rows, arma::fill::zeros);
  return largest * arma::sqrt(arma::sum(arma::square(M / largest), 1));
}

namespace {

/// R.  lengths  s
arma::mat rounding_columns(const std::function<arma::mat(const arma::mat&)>& solve,
                           const arma::vec& root_diagonal, const arma::vec& lengths) {
  const double scale = arma::norm(arma::vec(root_diagonal % lengths));
  const arma::mat of_solution = rounding_signs(lengths.n_elem).each_col() % root_diagonal;
  const arma::mat of_product = drawn_signs(lengths.n_elem, "product").each_col() % lengths;
  return (scale * solve(of_solution) + of_product) / std::sqrt(static_cast<double>(kRoundingColumns));
}

}  // namespace

Rounding Rounding::changed(std::function<arma::vec(const arma::vec&)> change) const {
  return {change(bounds), base::Lazy<arma::vec>([own = errors, change] { return change(*own); })};
}

Rounding RidgeRounding::of(const base::Lazy<arma::mat>& K_test_train, const arma::mat& weights) const {
  const base::Lazy<arma::vec> errors(
      [R = columns, K_test_train] { return rounding_errors(*K_test_train * *R); });
  if (of_values == 0.0 && of_weights == 0.0) return columns->is_empty() ? Rounding() : Rounding(*errors);
  arma::vec lengths = of_values * row_lengths(*K_test_train);
  if (!weights.is_empty()) lengths += of_weights * row_lengths(weights);
  return {kRoundingOfBounds * lengths, errors};
}

RidgeRounding rounding_of_solution(std::function<arma::mat(const arma::mat&)> solve,
                                   const arma::vec& root_diagonal, const arma::mat& C, double ridge) {
  const arma::vec lengths = row_lengths(C);
  const double per_value =
      arma::norm(arma::vec(root_diagonal % lengths)) * arma::norm(root_diagonal) / ridge +
      arma::norm(lengths);
  return {base::Lazy<arma::mat>([=] { return rounding_columns(solve, root_diagonal, lengths); }), per_value};
}

RidgeRounding rounding_of_inverse(const base::Lazy<arma::mat>& S, const arma::vec& root_diagonal,
                                  double ridge) {
  const double length = std::sqrt(static_cast<double>(root_diagonal.n_elem)) / ridge;
  const auto solve = [S](const arma::mat& B) -> arma::mat { return *S * B; };
  return {base::Lazy<arma::mat>([=] { return rounding_columns(solve, root_diagonal, row_lengths(*S)); }),
          length, root_diagonal.max() * arma::norm(root_diagonal) * length};
}

arma::vec rounding_errors(const arma::mat& products) {
  return kRoundingOfRidge * row_lengths(products);
}

}  // namespace preimage::regression
