#include "preimage/regression/ridge_rounding.hpp"

#include <cmath>
#include <string>
#include <utility>

#include "preimage/base/random.hpp"

namespace preimage::regression {

/// A mean of four squares is below 1/256 of what is expected once in 30,000 times.
arma::mat rounding_signs(arma::uword m, const std::string& purpose) {
  base::Random random(base::derive_seed({"signs of rounding errors", purpose}));
  arma::mat signs(m, kRoundingColumns);
  for (double& sign : signs) sign = random.below(2) == 0 ? -1.0 : 1.0;
  return signs;
}

arma::vec row_lengths(const arma::mat& M) {
  if (M.is_empty()) return arma::vec(M.n_rows, arma::fill::zeros);
  const arma::vec squares = arma::sum(arma::square(M), 1);
  if (squares.min() > 1e-250 && squares.max() < 1e250) return arma::sqrt(squares);
  const double largest = arma::abs(M).max();
  if (!(largest > 0.0)) return arma::vec(M.n_rows, arma::fill::zeros);
  return largest * arma::sqrt(arma::sum(arma::square(M / largest), 1));
}

arma::mat rounding_columns(const std::vector<RoundedEquations>& equations, const arma::vec& lengths) {
  arma::mat sum = rounding_signs(lengths.n_elem, "product").each_col() % lengths;
  for (std::size_t e = 0; e < equations.size(); ++e) {
    const auto& [solve, root_diagonal, scale] = equations[e];
    const arma::mat signs = rounding_signs(lengths.n_elem, "solution" + std::string(e, '+'));
    sum += scale * solve(signs.each_col() % root_diagonal);
  }
  return sum / std::sqrt(static_cast<double>(kRoundingColumns));
}

Rounding Rounding::changed(const std::function<arma::vec(const arma::vec&)>& change) const {
  const auto later = [&](const base::Lazy<arma::vec>& own) {
    return base::Lazy<arma::vec>([own, change] { return change(*own); });
  };
  return {later(bounds), later(errors)};
}

Rounding RidgeRounding::of(const base::Lazy<arma::mat>& K_test_train,
                           const base::Lazy<arma::mat>& weights) const {
  const base::Lazy<arma::vec> errors([R = columns, K_test_train] {
    return R->is_empty() ? arma::vec() : rounding_errors(*K_test_train * *R);
  });
  if (of_values == 0.0 && of_weights == 0.0) return Rounding(errors);
  const auto bounds = [K_test_train, weights, of_values = of_values, of_weights = of_weights] {
    arma::vec lengths = of_values * row_lengths(*K_test_train);
    if (of_weights > 0.0) lengths += of_weights * row_lengths(*weights);
    return arma::vec(kRoundingOfBounds * lengths);
  };
  return {base::Lazy<arma::vec>(bounds), errors};
}

RidgeRounding rounding_of_solution(std::function<arma::mat(const arma::mat&)> solve,
                                   const arma::vec& root_diagonal, const arma::mat& C, double ridge) {
  const arma::vec lengths = row_lengths(C);
  const double scale = arma::norm(arma::vec(root_diagonal % lengths));
  const double per_value = scale * arma::norm(root_diagonal) / ridge + arma::norm(lengths);
  return {base::Lazy<arma::mat>([=] {
            return rounding_columns({{solve, root_diagonal, scale}}, lengths);
          }),
          per_value};
}

RidgeRounding rounding_of_inverse(const base::Lazy<arma::mat>& S, const arma::vec& root_diagonal,
                                  double ridge) {
  const double length = std::sqrt(static_cast<double>(root_diagonal.n_elem)) / ridge;
  const auto columns = [S, root_diagonal] {
    const arma::vec lengths = row_lengths(*S);
    const auto solve = [S](const arma::mat& B) -> arma::mat { return *S * B; };
    return rounding_columns({{solve, root_diagonal, arma::norm(arma::vec(root_diagonal % lengths))}},
                            lengths);
  };
  return {base::Lazy<arma::mat>(columns), length, root_diagonal.max() * arma::norm(root_diagonal) * length};
}

arma::vec rounding_errors(const arma::mat& products) {
  return kRoundingOfRidge * row_lengths(products);
}

}  // namespace preimage::regression
