// Kernels on the columns of a table, put together to one on its rows.
#pragma once

#include <armadillo>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "preimage/kernels/kernel.hpp"
#include "preimage/samples/table.hpp"

namespace preimage::kernels {

/// A kernel on some columns: of vectors on all their numbers, side by side; of strings on one column.
struct ColumnPart {
  std::vector<std::string> columns;
  std::variant<SharedKernel<Vectors>, SharedKernel<Strings>> kernel;
  double weight = 1.0;  // of a sum
};

/// How the values of parts become one.
enum class Combination { sum, product };

/// k(x, x') = sum_g w_g k_g(x_g, x'_g), or the product of all k_g(x_g, x'_g); x_g are the columns of part g.
///                            [Shawe-Taylor and Cristianini 2004, prop. 3.22: both are kernels]
/// Distances of a sum add: d^2 = sum_g w_g d_g^2, each part's own where it has them. A sum has explicit
/// features where all parts have them: those of each part times sqrt(w_g), side by side. A column may be in
/// several parts, and one that is in none changes nothing.
/// cost  of a block: that of all parts, one after the other
class ColumnKernel final : public Kernel<samples::Table> {
 public:
  /// throws  NumericalError for no part, a part without columns or on several columns of strings, a weight
  ///         below 0, weights that are all 0, and weights other than 1 of a product
  ColumnKernel(Combination combination, std::vector<ColumnPart> parts);

  std::string description() const override;
  arma::mat cross_gram(const samples::Table& a, const samples::Table& b) const override;
  arma::mat gram(const samples::Table& a) const override;
  arma::vec diagonal(const samples::Table& a) const override;
  std::optional<FeatureMap<samples::Table>> feature_map(const samples::Table& training) const override;
  /// Of a product every row in which one part has norm 0.
  bool maps_several_to_zero() const override;
  std::optional<arma::mat> own_squared_distances(const samples::Table& a,
                                                 const samples::Table& b) const override;
  arma::vec rounding(const samples::Table& a) const override;
  arma::mat own_distance_errors(const samples::Table& a, const samples::Table& b,
                                const arma::mat& squared) const override;

 private:
  Combination combination_;
  std::vector<ColumnPart> parts_;  // of a sum without those of weight 0
};

}  // namespace preimage::kernels
