// Rows of a table as inputs of an estimator, and the numbers among them brought to scale.
#include <doctest/doctest.h>

#include "preimage/kernels/column_kernel.hpp"
#include "preimage/kernels/label_kernels.hpp"
#include "preimage/kernels/spectrum_kernel.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/models/kernel_dependency_estimation.hpp"
#include "preimage/models/prepared_method.hpp"
#include "testing/is_close.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/toy_data.hpp"

namespace preimage::models {

namespace {

samples::Table rows_of(const arma::mat& numbers) {
  const std::vector<std::string> texts = {"abab", "", "cbab", "ccc", "acb", "abab", "ba", "cab"};
  return {{samples::Column{"n", numbers}, samples::Column{"text", texts}}};
}

std::shared_ptr<const kernels::Kernel<samples::Table>> sum_kernel() {
  return std::make_shared<const kernels::ColumnKernel>(
      kernels::Combination::sum,
      std::vector<kernels::ColumnPart>{{{"n"}, kernels::share(kernels::gaussian(0.7)), 1.0},
                                       {{"text"}, kernels::share(kernels::spectrum(1, 2)), 0.5}});
}

}  // namespace

TEST_CASE("an estimator of rows predicts as its kernel's values do, and its file keeps strings and numbers") {
  const samples::Table rows = rows_of(testing::gaussian_matrix(8, 2, 3));
  const kernels::Labels classes = {0, 1, 1, 0, 2, 0, 1, 2};
  const auto estimator = kde(sum_kernel(), kernels::same_class(), {.ridges = {0.1}});
  const auto model = estimator.fit(rows, classes);
  const arma::mat K = sum_kernel()->gram(rows);
  const arma::mat weights = arma::solve(K + 0.1 * arma::eye(8, 8), K);
  kernels::Labels expected;
  for (arma::uword i = 0; i < 8; ++i) {
    arma::vec scores(3, arma::fill::zeros);
    for (arma::uword j = 0; j < 8; ++j) scores(static_cast<arma::uword>(classes[j])) += weights(j, i);
    expected.push_back(static_cast<int>(scores.index_max()));
  }
  CHECK(model.predict(rows).outputs == expected);
  const testing::TemporaryFolder folder;
  model.save(folder.path() / "model");
  CHECK(estimator.load(folder.path() / "model").predict(rows).outputs == expected);
}

TEST_CASE("columns of one name are one, and a category's indicators are side by side at its place") {
  const arma::mat values = {{1, 0, 5}, {2, 1, 6}, {3, 2, 7}};
  RawVectors raw{values, {}, {Scale::none}};
  raw.options.categories.names = {"", "colour", ""};
  raw.options.own_scales = {Scale::standard, {}, {}};
  raw.names = {"x", "colour", "colour"};
  raw.others = {{{"text", std::vector<std::string>{"a", "b", "c"}}}};
  const ColumnTransform transform = ColumnTransform::fitted_to(values, raw.options);
  CHECK(transform.widths() == std::vector<arma::uword>{1, 3, 1});
  const samples::Table table = table_of(raw, transform.apply(values), transform.widths());
  CHECK(kind_of(table) == "rows of 'text' (a string), 'x' (1 number), 'colour' (4 numbers)");
  const double third = std::sqrt(1.5);
  const arma::mat x = std::get<arma::mat>(table.column("x").values),
                  colour = std::get<arma::mat>(table.column("colour").values);
  CHECK(testing::is_close(x, arma::mat(arma::vec{-third, 0.0, third}), 1e-15));
  const arma::mat expected = {{1, 0, 0, 5}, {0, 1, 0, 6}, {0, 0, 1, 7}};
  CHECK(testing::is_close(colour, expected, 0.0));
}

}  // namespace preimage::models
