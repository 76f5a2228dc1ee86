// Inputs and outputs that are brought to scale inside a model: every learner against the same on samples that
// were scaled by hand, with the numbers of the training samples alone.
#include <memory>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/random.hpp"
#include "preimage/kernels/label_kernels.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/models/prepared_method.hpp"
#include "preimage/outputs/forms.hpp"
#include "suite/registry/testing_learners.hpp"
#include "suite/registry/testing_runs.hpp"

using namespace preimage;
using models::Missing;
using models::Scale;
using namespace testing;

namespace {

using VectorKernel = std::shared_ptr<const kernels::Kernel<kernels::Vectors>>;

struct Raw {
  arma::mat X, Y;
  std::vector<int> classes;
};

/// Columns of very different scales and offsets; the outputs depend on the small ones.
Raw raw_samples(arma::uword n) {
  base::Random random(7);
  Raw raw{arma::mat(n, 3), arma::mat(n, 2), {}};
  for (arma::uword i = 0; i < n; ++i) {
    const double a = random.gaussian(), b = random.gaussian();
    raw.X.row(i) = arma::rowvec{a, 0.01 * b + 3, 1000 * random.gaussian()};
    raw.Y.row(i) = arma::rowvec{100 * a + 500, b};
    raw.classes.push_back(a + b > 0 ? 1 : 0);
  }
  return raw;
}

/// x -> (x - mean) / sd by loops, both of the training rows; NaN becomes their mean before.
arma::mat by_hand(const arma::mat& X, const arma::uvec& train) {
  arma::mat result = X;
  for (arma::uword j = 0; j < X.n_cols; ++j) {
    double sum = 0.0, square = 0.0;
    double count = 0.0;
    for (const arma::uword i : train) {
      if (std::isnan(X(i, j))) continue;
      sum += X(i, j);
      count += 1.0;
    }
    const double mean = sum / count;
    for (const arma::uword i : train)
      square += std::isnan(X(i, j)) ? 0.0 : (X(i, j) - mean) * (X(i, j) - mean);
    const double sd = std::sqrt(square / static_cast<double>(train.n_elem));
    for (arma::uword i = 0; i < X.n_rows; ++i)
      result(i, j) = std::isnan(X(i, j)) ? 0.0 : (X(i, j) - mean) / sd;
  }
  return result;
}

samples::SampleSet plain_outputs(const Raw& raw, const arma::mat& Y, const VectorKernel& kernel) {
  return outputs::with_output_kernel<kernels::Vectors>(kernel, Y).with(raw.classes);
}

/// Both sides scaled inside.
samples::DataSet data_of(const Raw& raw, const VectorKernel& kernel, bool scales_outputs) {
  samples::DataSet data{
      samples::SampleSet(raw.X.n_rows)
          .with(models::RawVectors{raw.X, {{{}, kernel}}, {Scale::standard, Missing::mean}}),
      plain_outputs(raw, raw.Y, kernel)};
  if (scales_outputs)
    data.outputs =
        data.outputs.with(models::RawOutputs{raw.Y, kernel, outputs::Candidates::all, {Scale::standard}});
  return data;
}

std::unique_ptr<const validation::Learner> learner(const std::string& yaml, const samples::DataSet& data) {
  const suite::config::Value root = suite::config::parse_yaml(yaml, "learner.yaml");
  return suite::registry::parse_learner("learner", suite::config::Reader(root)).build(data);
}

/// What each learner predicts that is for such samples, and how many those are.
template <class Check>
int for_learners(const samples::DataSet& data, const Check& check) {
  int count = 0;
  for (const std::string& yaml : testing::learner_examples()) {
    CAPTURE(yaml);
    try {
      learner(yaml, data);
    } catch (const std::invalid_argument&) {
      continue;
    }
    check(yaml);
    ++count;
  }
  return count;
}

const VectorKernel kGaussian = std::make_shared<kernels::GaussianKernel>(1.5);

}  // namespace

TEST_CASE("scaled inside or by hand: every learner predicts the same") {
  Raw raw = raw_samples(40);
  raw.X(4, 1) = raw.X(5, 0) = arma::datum::nan;  // of a training and a test sample
  const samples::Split split = strided_split(40, 4);
  const arma::mat X = by_hand(raw.X, split.train);
  const samples::DataSet manual{outputs::with_input_kernel<kernels::Vectors>(kGaussian, X),
                                plain_outputs(raw, raw.Y, kGaussian)};
  const samples::DataSet inside = data_of(raw, kGaussian, false);
  const int count = for_learners(inside, [&](const std::string& yaml) {
    const auto ours = learner(yaml, inside), theirs = learner(yaml, manual);
    REQUIRE(ours->grid().size() == theirs->grid().size());
    ours->predict_grid(split, [&](std::size_t g, const outputs::Prediction& found) {
      CHECK(same_prediction(found, theirs->predict(g, split), 1e-7));
    });
    CHECK(same_prediction(ours->predict(0, split), theirs->predict(0, split), 1e-7));
  });
  CHECK(count >= 5);
}

TEST_CASE(
    "outputs are scaled back: new vectors are those of a model of scaled outputs, by the training samples' "
    "numbers") {
  const Raw raw = raw_samples(40);
  const samples::Split split = strided_split(40, 4);
  const arma::mat X = by_hand(raw.X, split.train), Y = by_hand(raw.Y, split.train);
  const VectorKernel linear = std::make_shared<kernels::LinearKernel>();
  samples::DataSet manual{outputs::with_input_kernel<kernels::Vectors>(linear, X),
                          plain_outputs(raw, Y, linear)};
  const std::string yaml = "{method: kernel_dependency_estimation, ridge: 0.1, decoder: {name: closed_form}}";
  const auto prediction = learner(yaml, data_of(raw, linear, true))->predict(0, split);
  arma::mat expected = std::get<outputs::NewVectors>(learner(yaml, manual)->predict(0, split).value).vectors;
  for (arma::uword j = 0; j < raw.Y.n_cols; ++j) {
    const arma::vec train = arma::vec(raw.Y.col(j)).elem(split.train);
    expected.col(j) = expected.col(j) * arma::stddev(train, 1) + arma::mean(train);
  }
  CHECK(testing::is_close(std::get<outputs::NewVectors>(prediction.value).vectors, expected, 1e-9));
}

TEST_CASE("expected losses are those of outputs in their own units, however they are scaled") {
  const Raw raw = raw_samples(40);
  const samples::Split split = strided_split(40, 4);
  // The weights depend on the inputs alone, so scaling the outputs must not change what is decided by them.
  for (const std::string loss : {"absolute_error", "squared_error", "feature_distance"}) {
    CAPTURE(loss);
    const std::string yaml =
        "{method: kernel_dependency_estimation, ridge: 0.1, decoder: {name: expected_loss, loss: {name: " +
        loss + "}}}";
    const VectorKernel linear = std::make_shared<kernels::LinearKernel>();
    const auto scaled = learner(yaml, data_of(raw, linear, true))->predict(0, split);
    const auto plain = learner(yaml, data_of(raw, linear, false))->predict(0, split);
    CHECK(arma::all(std::get<outputs::Chosen>(scaled.value).samples ==
                    std::get<outputs::Chosen>(plain.value).samples));
  }
}

TEST_CASE("no number of a test sample moves a prediction for another one, and no test output any") {
  const Raw raw = raw_samples(40);
  const samples::Split split = strided_split(40, 4);
  Raw other = raw;
  for (const arma::uword i : split.test) {
    other.Y.row(i).fill(1e30);
    other.classes[i] = 1 - other.classes[i];
  }
  const arma::uword last = split.test(split.test.n_elem - 1);
  other.X.row(last).fill(-1e6);
  samples::Split first = split;
  first.test = split.test.head(split.test.n_elem - 1);
  const int count = for_learners(data_of(raw, kGaussian, true), [&](const std::string& yaml) {
    const auto intact = learner(yaml, data_of(raw, kGaussian, true)),
               poisoned = learner(yaml, data_of(other, kGaussian, true));
    CHECK(same_prediction(intact->predict(0, first), poisoned->predict(0, first), 0.0));
    std::size_t folds =
        0;  // held-out folds of the training samples, as the inner cross-validation asks for them
    const samples::Split inner{first.train.tail(20), first.train.head(10)};
    poisoned->predict_folds({inner}, [&](std::size_t, std::size_t g, const outputs::Prediction& found) {
      CHECK(same_prediction(found, intact->predict(g, inner), 1e-9));
      ++folds;
    });
    CHECK(folds == intact->grid().size());
  });
  CHECK(count >= 5);
}
