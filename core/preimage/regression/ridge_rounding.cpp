#include "preimage/regression/ridge_rounding.hpp"

#include <cmath>

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
  const double largest = arma::abs(M).max();
  if (!(largest > 0.0)) return arma::vec(M.n_rows, arma::fill::zeros);
  return largest * arma::sqrt(arma::sum(arma::square(M / largest), 1));
}

arma::mat rounding_columns(const std::function<arma::mat(const arma::mat&)>& solve,
                           const arma::vec& root_diagonal, const arma::mat& C) {
  const arma::vec lengths = row_lengths(C);
  const double scale = arma::norm(arma::vec(root_diagonal % lengths));
  const arma::mat of_solution = rounding_signs(C.n_rows).each_col() % root_diagonal;
  const arma::mat of_product = drawn_signs(C.n_rows, "product").each_col() % lengths;
  return (scale * solve(of_solution) + of_product) / std::sqrt(static_cast<double>(kRoundingColumns));
}

arma::mat rounding_of_inverse(const arma::mat& S, const arma::vec& root_diagonal) {
  return rounding_columns([&](const arma::mat& B) -> arma::mat { return S * B; }, root_diagonal, S);
}

arma::vec rounding_errors(const arma::mat& products) {
  return kRoundingOfRidge * row_lengths(products);
}

}  // namespace preimage::regression
