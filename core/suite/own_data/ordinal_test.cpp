// Classes in an order: how many levels a prediction is off chooses, and is what decoding makes small.
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "preimage/base/file.hpp"
#include "suite/data/testing_rows.hpp"
#include "suite/own_data/testing_own.hpp"
#include "testing/config_text.hpp"
#include "testing/refusals.hpp"
#include "testing/toy_config.hpp"
#include "testing/toy_data.hpp"
#include "testing/workplace.hpp"

using namespace preimage;

namespace {

const std::vector<std::string> kLevels = {"never", "low", "mid", "high"};
constexpr double kRidge = 0.3;

const std::string kOrdinalConfig = testing::own_config(
    "given: true",
    "dataset: {name: vectors, path: d.csv, inputs: [a, b], outputs: [mood], output_kind: ordinal, levels: "
    "[never, low, mid, high], fold: fold}\n"
    "input_kernel: {name: gaussian, sigma: 1}\noutput_kernel: {name: class}\nloss: distance\n"
    "learners:\n"
    "  kde: {method: kernel_dependency_estimation, ridge: 0.3, decoder: {name: expected_loss, loss: {name: "
    "level_error}}}\n"
    "  median: {method: mean_output, decoder: {name: expected_loss, loss: {name: level_error}}}\n"
    "  svm: {method: one_vs_rest_svm, ridge: [0.1]}\n");

struct OrdinalPlace {
  testing::TemporaryFolder folder;
  arma::mat X = testing::gaussian_matrix(40, 2, 91);
  std::vector<int> levels;
  OrdinalPlace() {
    const arma::vec noise = testing::gaussian_matrix(40, 1, 92).as_col();
    std::string text = "a,b,mood,fold\n";
    for (arma::uword i = 0; i < X.n_rows; ++i) {
      const double x = X(i, 0) + 0.7 * noise(i);
      levels.push_back(x < -0.6 ? 1 : x < 0.6 ? 2 : 3);
      text += fmt::format("{},{},{},{}\n", X(i, 0), X(i, 1), kLevels[static_cast<std::size_t>(levels.back())],
                          i % 4);
    }
    folder.write("d.csv", text);
  }
  /// The level of the least expected |i - j|, from regularised regressions to indicators of levels.
  int expected(arma::uword test) const {
    std::vector<arma::uword> train;
    for (arma::uword i = 0; i < X.n_rows; ++i)
      if (i % 4 != test % 4) train.push_back(i);
    arma::mat K(train.size(), train.size()), Y(train.size(), 4, arma::fill::zeros);
    arma::rowvec k(train.size());
    const auto kernel = [&](arma::uword i, arma::uword j) {
      return std::exp(-0.5 * arma::accu(arma::square(X.row(i) - X.row(j))));
    };
    for (std::size_t i = 0; i < train.size(); ++i) {
      k(i) = kernel(test, train[i]);
      Y(i, static_cast<arma::uword>(levels[train[i]])) = 1.0;
      for (std::size_t j = 0; j < train.size(); ++j) K(i, j) = kernel(train[i], train[j]);
    }
    const arma::rowvec mean = arma::mean(Y, 0);
    K.diag() += kRidge;
    const arma::rowvec p = mean + k * arma::solve(K, arma::mat(Y.each_row() - mean));
    int best = 0;
    double least = arma::datum::inf;
    for (int j = 1; j < 4; ++j) {
      double cost = 0.0;
      for (int i = 0; i < 4; ++i) cost += p(static_cast<arma::uword>(i)) * std::abs(i - j);
      if (cost < least) {
        least = cost;
        best = j;
      }
    }
    return best;
  }
};

}  // namespace

TEST_CASE("the level of the least expected difference is predicted, as from regressions to indicators") {
  const OrdinalPlace place;
  const auto predictions = place.folder.path() / "p.csv", out = place.folder.path() / "out/quick/own_data";
  testing::ended_well(testing::run_in(place.folder, kOrdinalConfig, {"--predictions", predictions.string()}));
  std::size_t rows = 0;
  double off = 0.0;
  for (const testing::Row& row : testing::rows_in(predictions)) {
    if (row.at("learner") != "kde") continue;
    const auto sample = static_cast<arma::uword>(std::stoul(row.at("sample"))) - 1;
    const int level = place.expected(sample), truth = place.levels[sample];
    CHECK(row.at("prediction") == kLevels[static_cast<std::size_t>(level)]);
    CHECK(row.at("loss.level_error") == std::to_string(std::abs(level - truth)));
    off += std::abs(level - truth);
    ++rows;
  }
  CHECK(rows == 40);
  const std::string table = base::read_file(out / "c.txt", std::size_t{1} << 20);
  CHECK(testing::contains(table, "level error"));
  CHECK(testing::contains(table, fmt::format("{:.4f}", off / 40.0)));
  CHECK(testing::contains(table, "levels that no sample has, and that are never predicted: 'never'"));
  const std::string confusion = base::read_file(out / "c.confusion.csv", std::size_t{1} << 20);
  CHECK(
      confusion.starts_with("reading,learner,true_class,predicted never,predicted low,predicted mid,"
                            "predicted high\nas-written,kde,never,0,0,0,0\nas-written,kde,low,0,"));
}

TEST_CASE("a kernel on the places of levels, the name of each kernel, and the loss that others choose by") {
  const OrdinalPlace place;
  for (const char* kernel :
       {"{name: linear}", "{name: gaussian, sigma: 2}", "{name: polynomial, degree: 2, offset: 1}"}) {
    const testing::Finished run = testing::ended_well(testing::run_in(
        place.folder, testing::replaced(kOrdinalConfig, "{name: class}", kernel), {"--quiet"}));
    CHECK(testing::contains(run.out, "level error"));
  }
  const testing::Finished asked = testing::run_in(
      place.folder, testing::replaced(kOrdinalConfig, "loss: distance", "loss: {name: zero_one}"),
      {"--quiet"});
  CHECK(testing::contains(asked.out, "chosen on inner folds by zero_one"));
}
