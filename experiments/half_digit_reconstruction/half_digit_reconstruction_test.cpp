// The draw of half digits, and the program on it.
#include <doctest/doctest.h>

#include "experiments/half_digit_reconstruction/hopfield_network.hpp"
#include "experiments/shared/usps.hpp"
#include "preimage/kernels/points.hpp"
#include "suite/data/testing_rows.hpp"
#include "suite/study/draws.hpp"
#include "suite/study/testing_study.hpp"
#include "testing/config_text.hpp"
#include "testing/is_close.hpp"
#include "testing/program.hpp"
#include "testing/refusals.hpp"
#include "testing/temporary_folder.hpp"

using namespace preimage;
using namespace preimage::suite;
using testing::parse;
using testing::replaced;
using testing::stand_in;

namespace {

const std::string kConfig =
    testing::config_of("half_digit_reconstruction", R"(dataset: {name: usps, per_class: 6, smoothing: 0.75}
input_kernel: {name: gaussian, sigma: 10}
output_kernel: {name: gaussian, sigma: 6}
loss: distance
protocol: {outer: {folds: 3, stratified: true}, inner: {folds: 2}}
learners:
  kde: {method: kernel_dependency_estimation, ridge: 0.01}
  nearest_neighbours: {method: nearest_neighbours, k: 1}
)");

std::shared_ptr<const study::Task> draw(const std::string& config) {
  const study::Study study = parse(config);
  return study::draw_task(study, study.readings[0], 0, stand_in());
}

}  // namespace

TEST_CASE("inputs are top halves, outputs bottom halves, and the kernels see nothing else") {
  const auto task = draw(kConfig);
  const auto& [inputs, outputs] = task->data;
  const arma::uword half = experiments::shared::kDigitPixels / 2;
  REQUIRE(inputs.size() == 60);
  const arma::mat patterns = outputs.get<experiments::half_digit_reconstruction::CompletePatterns>().values;
  const arma::mat partial = inputs.get<experiments::half_digit_reconstruction::PartialPatterns>().values;
  const arma::mat top = patterns.head_cols(half), bottom = patterns.tail_cols(half);
  CHECK(arma::approx_equal(outputs.get<arma::mat>(), bottom, "absdiff", 0.0));
  CHECK(arma::approx_equal(partial.head_cols(half), top, "absdiff", 0.0));
  CHECK(arma::abs(partial.tail_cols(half)).max() == 0.0);
  const arma::mat K = kernels::points_of(inputs).gram(), L = kernels::points_of(outputs).gram();
  for (const auto& [i, j] : {std::pair<arma::uword, arma::uword>{0, 1}, {7, 31}, {12, 12}}) {
    const double input = arma::accu(arma::square(top.row(i) - top.row(j))),
                 output = arma::accu(arma::square(bottom.row(i) - bottom.row(j)));
    CHECK(testing::is_close(K(i, j), std::exp(-input / 200.0), 1e-12));
    CHECK(testing::is_close(L(i, j), std::exp(-output / 72.0), 1e-12));
  }
  const auto whole = draw(replaced(kConfig, "smoothing: 0.75", "smoothing: 0.75, output: complete"));
  CHECK(arma::approx_equal(whole->data.outputs.get<arma::mat>(), patterns, "absdiff", 0.0));
}

TEST_CASE("the loss is the distance in the output kernel's feature space, for any vector, or its square") {
  for (const bool squared : {false, true}) {
    const auto task = draw(squared ? replaced(kConfig, "loss: distance", "loss: squared_distance") : kConfig);
    const auto Y = task->data.outputs.get<arma::mat>();
    const outputs::Prediction other{outputs::NewVectors{arma::mat(Y.row(3) + 0.1)}};
    const double d2 = arma::accu(arma::square(Y.row(5) - Y.row(3) - 0.1));
    const double expected = 2.0 - 2.0 * std::exp(-d2 / 72.0);  // |phi(y) - phi(z)|^2
    const arma::vec loss = task->measures[0].values(other, {5}).value();
    CHECK(testing::is_close(loss(0), squared ? expected : std::sqrt(expected), 1e-12));
    CHECK(task->measures[0].values({outputs::Chosen{{5}}}, {5}).value()(0) == 0.0);
    CHECK(task->measures[1].values({outputs::Chosen{{5}}}, {5}).value()(0) == 0.0);  // its own class
  }
}

TEST_CASE("the program: every cell, and losses of a distance between unit vectors") {
  const testing::TemporaryFolder folder;
  const std::string config = folder.write("halves.yaml", kConfig).string();
  const auto out = folder.path() / "out";
  testing::ended_well(testing::run_preimage({"run", config, "--stand-in", "--out", out.string()}));
  CHECK(testing::count_records(out) == 6);
  std::size_t rows = 0;
  for (const testing::Row& row : testing::rows_in(out / "quick/half_digit_reconstruction/halves.csv")) {
    if (row.at("measure") != "rbf_loss") continue;
    ++rows;
    CHECK(testing::number(row, "ours") > 0.0);
    CHECK(testing::number(row, "ours") < std::sqrt(2.0));
  }
  CHECK(rows == 2);
}
