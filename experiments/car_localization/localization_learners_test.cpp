// Learners of boxes in images.
#include <doctest/doctest.h>

#include "preimage/kernels/chi_square_kernel.hpp"
#include "preimage/regression/one_class_svm.hpp"
#include "suite/config/config_error.hpp"
#include "suite/registry/testing_runs.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::experiments::car_localization {

using testing::box_histograms;
using testing::thrown_message;

TEST_CASE("the chi-square learner detects what the exact kernel detects, with the exact scores") {
  const testing::Problem problem = testing::toy_problem(20);
  const LocalizationImages& images = *problem.localization.images;
  const samples::Split split = testing::strided_split(problem.size(), 4);
  const auto learner = testing::make_learner(
      "{method: localization_jkse, kernel: chi_square, nu: 0.4, noise: 0.3, step: 2}", problem);
  const outputs::Prediction prediction = learner->predict(0, split);

  const kernels::ChiSquareKernel kernel;
  const arma::mat X =
      box_histograms(images, testing::pairs_of(problem.localization, split.train, 0.3), BoxHistogram::shares);
  const arma::vec a = regression::one_class_svm(kernel.gram(X), {.nu = 0.4}).coefficients;
  ScanOptions options;
  options.step = 2;
  outputs::Detections expected;
  for (const arma::uword sample : split.test) {
    const auto exact = [&](const samples::Box& box) {
      return arma::dot(a,
                       kernel.cross_gram(X, box_histograms(images, {{sample, box}}, BoxHistogram::shares)));
    };
    expected.boxes.push_back(testing::slow_detect(images.samples[sample], images.window, exact, options));
  }
  CHECK(testing::same_detections(std::get<outputs::Detections>(prediction.value), expected, 1e-10));
}

TEST_CASE("learners of boxes need images with objects, and a share of noise") {
  testing::Problem problem = testing::toy_problem(20);
  problem.localization = {};
  for (const char* method :
       {"localization_jkse, kernel: chi_square, nu: 1", "localization_ssvm, C: 1, widths: 24"}) {
    const std::string yaml = "{method: " + std::string(method);
    CHECK(thrown_message<std::invalid_argument>([&] { testing::make_learner(yaml + "}", problem); }) ==
          "method " + yaml.substr(9, yaml.find(',') - 9) +
              " needs inputs that are images with objects to be found");
    CHECK(thrown_message<suite::ConfigError>([&] {
            testing::make_learner(yaml + ", noise: 1.5}", problem);
          }).find("noise: expected a number from 0 to 1, found '1.5'") != std::string::npos);
  }
  const testing::Problem toy = testing::toy_problem(20);
  for (const std::string nu : {"0", ".nan", "1.1"}) {
    const std::string message = thrown_message<suite::ConfigError>([&] {
      testing::make_learner("{method: localization_jkse, kernel: chi_square, nu: " + nu + "}", toy);
    });
    CHECK(message.find("nu: expected a number > 0 and <= 1, found '" + nu + "'") != std::string::npos);
  }
}

}  // namespace preimage::experiments::car_localization
