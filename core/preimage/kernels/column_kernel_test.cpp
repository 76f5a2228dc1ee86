#include "preimage/kernels/column_kernel.hpp"

#include <cmath>
#include <map>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/kernels/conformance.hpp"
#include "preimage/kernels/spectrum_kernel.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/kernels/wrappers.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace kernels = preimage::kernels;
using kernels::ColumnKernel;
using kernels::ColumnPart;
using kernels::Combination;
using preimage::NumericalError;
using preimage::samples::Table;
using preimage::testing::gaussian_matrix;
using preimage::testing::is_close;
using preimage::testing::thrown_message;

namespace {

/// The last row equals the first; the second has an empty string and zeros.
Table toy_table() {
  arma::mat x = gaussian_matrix(7, 2, 1), z = gaussian_matrix(7, 1, 2) + 1e4;
  x.row(6) = x.row(0);
  z.row(6) = z.row(0);
  x.row(1).zeros();
  return {{{"x", x},
           {"s", std::vector<std::string>{"CC(O)", "", "ACCA", "CCCC", "OC", "ACAC", "CC(O)"}},
           {"z", z}}};
}

ColumnPart gaussian_part(double weight = 1.0) {
  return {{"x", "z"}, kernels::share(kernels::gaussian(1.5)), weight};
}
ColumnPart linear_part(double weight = 1.0) {
  return {{"z"}, kernels::share(kernels::linear()), weight};
}
ColumnPart string_part(double weight = 1.0) {
  return {{"s"}, kernels::share(kernels::spectrum(2, 2)), weight};
}

double squared_distance(const arma::mat& x, arma::uword i, arma::uword j) {
  double sum = 0.0;
  for (arma::uword c = 0; c < x.n_cols; ++c) sum += (x(i, c) - x(j, c)) * (x(i, c) - x(j, c));
  return sum;
}

double common_bigrams(const std::string& s, const std::string& t) {
  std::map<std::string, double> counts;
  for (std::size_t i = 0; i + 2 <= s.size(); ++i) ++counts[s.substr(i, 2)];
  double sum = 0.0;
  for (std::size_t i = 0; i + 2 <= t.size(); ++i) sum += counts[t.substr(i, 2)];
  return sum;
}

/// weight_g k_g(x_i, x_j) of the Gaussian, the linear and the string part.
arma::vec values_by_definition(const Table& table, arma::uword i, arma::uword j) {
  const auto& x = std::get<arma::mat>(table.columns[0].values);
  const auto& z = std::get<arma::mat>(table.columns[2].values);
  const auto& s = std::get<std::vector<std::string>>(table.columns[1].values);
  return {std::exp(-(squared_distance(x, i, j) + squared_distance(z, i, j)) / (2.0 * 1.5 * 1.5)),
          z(i, 0) * z(j, 0), common_bigrams(s[i], s[j])};
}

}  // namespace

TEST_CASE("sum and product are those of the parts' values, and keep what kernels promise") {
  const Table table = toy_table();
  const ColumnKernel sum(Combination::sum, {gaussian_part(2.0), linear_part(0.25), string_part(3.0)});
  const ColumnKernel product(Combination::product, {gaussian_part(), string_part()});
  const arma::mat K = sum.gram(table), P = product.gram(table);
  for (arma::uword i = 0; i < 7; ++i) {
    for (arma::uword j = 0; j < 7; ++j) {
      const arma::vec k = values_by_definition(table, i, j);
      CHECK(is_close(K(i, j), 2.0 * k(0) + 0.25 * k(1) + 3.0 * k(2), 1e-12));
      CHECK(is_close(P(i, j), k(0) * k(2), 1e-12));
    }
  }
  CHECK(kernels::kernel_violations(product, table).empty());
  const ColumnKernel near_origin(Combination::sum,
                                 {{{"x"}, kernels::share(kernels::linear()), 2.0}, string_part(0.5)});
  CHECK(kernels::kernel_violations(near_origin, table).empty());
}

TEST_CASE("distances of a sum add, from differences where a part has them, and equal rows are at 0") {
  const Table table = toy_table();
  const ColumnKernel sum(Combination::sum, {linear_part(0.25), string_part(3.0)});
  const arma::mat D = kernels::squared_distances(sum, table);
  const auto& z = std::get<arma::mat>(table.columns[2].values);
  for (arma::uword i = 0; i < 7; ++i) {
    for (arma::uword j = 0; j < 7; ++j) {
      const double of_strings = values_by_definition(table, i, i)(2) + values_by_definition(table, j, j)(2) -
                                2.0 * values_by_definition(table, i, j)(2);
      // Kernel values of z are 1e8: their differences would be off by 1e-8.
      CHECK(std::abs(D(i, j) - (0.25 * squared_distance(z, i, j) + 3.0 * of_strings)) < 1e-11);
    }
  }
  CHECK(D(0, 6) == 0.0);
  CHECK(sum.own_distance_errors(table, table, D).max() < 1e-10);
  CHECK_FALSE(kernels::has_own_distances(ColumnKernel(Combination::product, {linear_part()})));
}

TEST_CASE("a sum has explicit features where all parts have, with the roots of their weights") {
  struct Halves final : kernels::Kernel<kernels::Strings> {  // the string's length and half of it
    arma::mat features_of(const kernels::Strings& a) const {
      arma::mat F(a.size(), 2);
      for (arma::uword i = 0; i < a.size(); ++i)
        F.row(i) = arma::rowvec{static_cast<double>(a[i].size()), 0.5 * static_cast<double>(a[i].size())};
      return F;
    }
    arma::mat cross_gram(const kernels::Strings& a, const kernels::Strings& b) const override {
      return features_of(a) * features_of(b).t();
    }
    arma::vec diagonal(const kernels::Strings& a) const override {
      return arma::sum(arma::square(features_of(a)), 1);
    }
    std::optional<kernels::FeatureMap<kernels::Strings>> feature_map(const kernels::Strings&) const override {
      return [this](const kernels::Strings& a) { return features_of(a); };
    }
  };
  const Table table = toy_table();
  const ColumnPart halves{{"s"}, std::make_shared<const Halves>(), 4.0};
  const ColumnKernel alone(Combination::sum, {halves});
  const arma::mat F = alone.features(table).value();
  CHECK(F.n_cols == 2);
  CHECK(F(0, 0) == 10.0);
  CHECK(kernels::kernel_violations(alone, table).empty());
  CHECK_FALSE(ColumnKernel(Combination::sum, {halves, gaussian_part()}).features(table).has_value());
  CHECK_FALSE(ColumnKernel(Combination::product, {string_part()}).features(table).has_value());
}

TEST_CASE("a part of weight 0 is none; what is no kernel is refused") {
  const Table table = toy_table();
  const ColumnKernel one(Combination::sum, {gaussian_part(), string_part(0.0)});
  CHECK(arma::approx_equal(one.gram(table), ColumnKernel(Combination::sum, {gaussian_part()}).gram(table),
                           "absdiff", 0.0));
  CHECK(one.description() == "column_sum(1 gaussian(sigma = 1.5) of x, z)");
  const auto refused = [](Combination combination, std::vector<ColumnPart> parts) {
    return thrown_message<NumericalError>([&] { ColumnKernel(combination, std::move(parts)); });
  };
  CHECK(refused(Combination::sum, {}) == "column sum: no kernels; name one at least");
  CHECK(refused(Combination::sum, {gaussian_part(0.0), string_part(0.0)}) == "column sum: all weights are 0");
  CHECK(refused(Combination::sum, {gaussian_part(-1.0)}).find("weight -1") != std::string::npos);
  CHECK(refused(Combination::product, {gaussian_part(2.0)}).find("of a sum") != std::string::npos);
  CHECK(refused(Combination::sum, {{{}, kernels::share(kernels::linear())}}).find("no column") !=
        std::string::npos);
  CHECK(refused(Combination::sum, {{{"s", "t"}, kernels::share(kernels::spectrum(1, 1))}})
            .find("compares one column") != std::string::npos);
  const auto of = [&](const char* column) {
    const ColumnKernel kernel(Combination::sum, {{{column}, kernels::share(kernels::linear())}});
    return thrown_message<std::invalid_argument>([&] { kernel.gram(table); });
  };
  CHECK(of("y") == "the samples have no column 'y'");
  CHECK(of("s") ==
        "column 's' holds values of another kind than its kernel compares: rows of 'x' (2 numbers), "
        "'s' (a string), 'z' (1 number)");
}
