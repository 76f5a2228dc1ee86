#include "preimage/models/virtual_examples.hpp"

#include <stdexcept>

#include <doctest/doctest.h>

#include "preimage/kernels/label_kernels.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/models/nearest_neighbours.hpp"
#include "preimage/models/prepared_method.hpp"
#include "preimage/outputs/forms.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::models {

namespace {

std::shared_ptr<const kernels::Kernel<kernels::Vectors>> image_kernel() {
  return std::make_shared<kernels::GaussianKernel>(1.0);
}

/// 12 images of 3 x 2 pixels, no two alike, in classes 0, 1, 2.
samples::DataSet labelled_images() {
  const arma::mat images = testing::gaussian_matrix(12, 6, 61);
  kernels::Labels labels;
  for (int i = 0; i < 12; ++i) labels.push_back(i % 3);
  return {samples::SampleSet(12)
              .with(RawVectors{images, {{{}, image_kernel()}}, {}})
              .with(ShiftableImages{{3, 2, {-1, 0, 1}, 7.0}, 12}),
          outputs::with_output_kernel<kernels::Labels>(std::make_shared<kernels::ClassKernel>(), labels)};
}

/// What a method was given, call by call.
struct Given {
  samples::DataSet training;
  arma::mat asked;
};

/// Notes what it is given, and predicts the first training output.
class NotingMethod final : public Method {
 public:
  explicit NotingMethod(std::vector<Given>& given) : given_(given) {}
  void require(const samples::DataSet&) const override {}
  FittedPtr fit(std::size_t, const samples::DataSet& training, const regression::KeptArrays&) const override {
    return fitted([this, training](const samples::SampleSet& inputs) {
      given_.push_back({training, inputs.get<RawVectors>().values});
      return outputs::Prediction{
          outputs::Chosen{arma::uvec(inputs.size(), arma::fill::value(training.outputs.numbers()(0)))}};
    });
  }

 private:
  std::vector<Given>& given_;
};

/// All samples whose image is in `training` are of `allowed`, each nine times, with its own output.
void check_training(const samples::DataSet& training, const samples::DataSet& data,
                    const arma::uvec& allowed) {
  REQUIRE(training.size() == 9 * allowed.n_elem);
  CHECK(arma::all(arma::unique(training.outputs.numbers()) == arma::sort(allowed)));
  const arma::mat all = data.inputs.get<RawVectors>().values,
                  values = training.inputs.get<RawVectors>().values;
  const auto labels = data.outputs.get<kernels::Labels>(), found = training.outputs.get<kernels::Labels>();
  for (arma::uword i = 0; i < training.size(); ++i) {
    const arma::uword number = training.outputs.numbers()(i);
    CHECK(training.inputs.numbers()(i) == number);
    CHECK(found[i] == labels[number]);
    if (i < allowed.n_elem) CHECK(arma::all(values.row(i) == all.row(number)));
    // The pixels that a shift leaves in the image, of this one and no other.
    arma::uword own = 0;
    for (const double pixel : values.row(i))
      own += pixel != 7.0 && arma::any(arma::vectorise(all.row(number)) == pixel) ? 1 : 0;
    CHECK(own == static_cast<arma::uword>(arma::accu(values.row(i) != 7.0)));
    CHECK(own >= 2);
  }
}

}  // namespace

TEST_CASE("copies are shifted to each side, and the background comes in") {
  const arma::mat images = {{1, 2, 3, 4, 5, 6}, {11, 12, 13, 14, 15, 16}};  // of 3 x 2
  const arma::mat copies = samples::with_shifted_copies(images, {3, 2, {0, 1}, -1.0});
  CHECK(arma::approx_equal(copies,
                           arma::mat{{1, 2, 3, 4, 5, 6},
                                     {11, 12, 13, 14, 15, 16},
                                     {-1, -1, -1, 1, 2, 3},  // down
                                     {-1, -1, -1, 11, 12, 13},
                                     {-1, 1, 2, -1, 4, 5},  // right
                                     {-1, 11, 12, -1, 14, 15},
                                     {-1, -1, -1, -1, 1, 2},  // both
                                     {-1, -1, -1, -1, 11, 12}},
                           "absdiff", 0.0));
  const arma::mat up_left = samples::with_shifted_copies(images, {3, 2, {-1, 0}, 0.0});
  CHECK(arma::approx_equal(up_left.row(2), arma::rowvec{5, 6, 0, 0, 0, 0}, "absdiff", 0.0));
}

TEST_CASE("training images alone are shifted: of a fit, of a grid, and of each inner fold") {
  const samples::DataSet data = labelled_images();
  std::vector<Given> given;
  const MethodPtr method = prepared_method(std::make_shared<const NotingMethod>(given));
  method->require(data);
  const arma::mat all = data.inputs.get<RawVectors>().values;
  const auto check = [&](const Given& one, const arma::uvec& train, const arma::uvec& test) {
    check_training(one.training, data, train);
    CHECK(arma::approx_equal(one.asked, all.rows(test), "absdiff", 0.0));
  };
  const arma::uvec train = {0, 2, 3, 5, 7, 11}, test = {1, 4, 6};
  method->fit(0, data.subset(train))->predict(data.inputs.subset(test));
  method->predict_grid(data.subset(train), data.inputs.subset(test), [](auto, const auto&) {});
  REQUIRE(given.size() == 2);
  for (const Given& one : given) check(one, train, test);
  given.clear();
  // Inner folds, as positions in a pool that is itself a part of the data.
  const std::vector<samples::Split> folds = {{{0, 1, 2}, {3, 4, 5}}, {{3, 4, 5}, {0, 1, 2}}};
  method->predict_held_out(data.subset(train), folds, [](auto, auto, const auto&) {});
  REQUIRE(given.size() == 2);
  check(given[0], {0, 2, 3}, {5, 7, 11});
  check(given[1], {5, 7, 11}, {0, 2, 3});
}

TEST_CASE("one neighbour among virtual examples is that of the nearest copy, found by hand") {
  const samples::DataSet data = labelled_images();
  const MethodPtr method = prepared_method(nearest_neighbour_method({{1}}));
  method->require(data);
  const arma::uvec train = {0, 1, 2, 3, 4, 5, 6, 7}, test = {8, 9, 10, 11};
  const auto prediction = method->fit(0, data.subset(train))->predict(data.inputs.subset(test));
  const arma::mat all = data.inputs.get<RawVectors>().values;
  const arma::mat copies = samples::with_shifted_copies(all.rows(train), {3, 2, {-1, 0, 1}, 7.0});
  const auto labels = data.outputs.get<kernels::Labels>();
  for (arma::uword i = 0; i < test.n_elem; ++i) {
    arma::vec distances(copies.n_rows);
    for (arma::uword j = 0; j < copies.n_rows; ++j)
      distances(j) = arma::norm(copies.row(j) - all.row(test(i)));
    const arma::uword chosen = std::get<outputs::Chosen>(prediction.value).samples(i);
    CHECK(labels[chosen] == labels[train(distances.index_min() % 8)]);
  }
}

TEST_CASE("what cannot be shifted is refused") {
  const arma::mat images(2, 6, arma::fill::ones);
  using Message = std::invalid_argument;
  CHECK(testing::thrown_message<Message>([&] {
          samples::with_shifted_copies(images, {4, 2, {0}, 0.0});
        }) == "shifted images: images of 6 numbers, expected 4 x 2");
  CHECK(testing::thrown_message<Message>([&] {
          require_shiftable(samples::SampleSet(2).with(ShiftableImages{{3, 2, {0}, 0.0}, 2}));
        }) == "virtual examples need inputs that are images");
  CHECK(testing::thrown_message<Message>([&] {
          samples::with_shifted_copies(images, {3, 2, {0, 2}, 0.0});
        }) == "shifted images: a step of 2 moves an image of 3 x 2 out");
  for (const std::vector<int>& steps : {std::vector<int>{1}, {0, 0}, {}})
    CHECK(testing::thrown_message<Message>([&] {
            samples::with_shifted_copies(images, {3, 2, steps, 0.0});
          }) == "shifted images: different steps expected, 0 among them");
}

}  // namespace preimage::models
