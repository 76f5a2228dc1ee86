// The whole way from images to an equal-error rate, with the plainest scorer: the mean histogram of car
// crops.
#include <vector>

#include <doctest/doctest.h>

#include "experiments/car_localization/car_scenes.hpp"
#include "experiments/car_localization/codebook.hpp"
#include "experiments/car_localization/detections.hpp"
#include "experiments/car_localization/spatial_pyramid.hpp"
#include "experiments/car_localization/uiuc_cars.hpp"
#include "experiments/car_localization/uiuc_criterion.hpp"
#include "preimage/base/random.hpp"
#include "preimage/losses/ranking.hpp"
#include "testing/real_data.hpp"

namespace car_localization = preimage::experiments::car_localization;
using namespace preimage::experiments::car_localization;
namespace losses = preimage::losses;
namespace samples = preimage::samples;

namespace {

struct Quality {
  double roc_area = 0.0;          // on crops that the template is not made of
  double equal_error_rate = 0.0;  // on the single-scale images
};

arma::vec shares_of(const preimage::suite::figures::GreyImage& crop, const Codebook& codebook) {
  const auto map = word_map(crop, codebook);
  return box_shares(box_counts(map, {0, 0, preimage::experiments::car_localization::kCarWidth,
                                     preimage::experiments::car_localization::kCarHeight}),
                    map.n_words);
}

double equal_error_rate(const std::vector<preimage::experiments::car_localization::Scene>& scenes,
                        const Codebook& codebook, const arma::vec& weights) {
  std::vector<double> scores;
  std::vector<bool> is_correct;
  std::size_t n_cars = 0;
  for (const auto& [image, cars] : scenes) {
    const WordMap words = word_map(image, codebook);
    const LinearBoxScorer scorer(words, weights);
    std::vector<samples::ScoredBox> boxes;
    for (const samples::Box& box : sliding_boxes(image, preimage::experiments::car_localization::kCarWidth,
                                                 preimage::experiments::car_localization::kCarHeight, 4, 0.1))
      boxes.push_back({box, scorer.score_of_shares(pyramid_columns(words.grid, box.left, box.width),
                                                   pyramid_rows(words.grid, box.top, box.height))});
    const auto found = suppress_overlaps(boxes, 0.05, 20);
    for (const samples::ScoredBox& box : found) scores.push_back(box.score);
    const auto correct =
        correct_detections(found, cars, preimage::experiments::car_localization::matches_car);
    is_correct.insert(is_correct.end(), correct.begin(), correct.end());
    n_cars += cars.size();
  }
  return losses::equal_error_rate(scores, is_correct, n_cars);
}

/// The first half of the car crops is the template, the others and the other crops test it.
Quality template_quality(const preimage::experiments::car_localization::CarImages& cars) {
  preimage::base::Random random(1);
  const CodebookOptions options{.words = 100, .descriptors_per_image = 100, .iterations = 6};
  const auto codebook = learn_codebook(cars.multi_scale, options, random);
  arma::vec mean(kPyramidCells * codebook.n_words(), arma::fill::zeros);
  std::vector<double> scores;
  std::vector<bool> is_car;
  const std::size_t half = cars.car_crops.size() / 2;
  for (std::size_t i = 0; i < half; ++i) mean += shares_of(cars.car_crops[i], codebook);
  for (std::size_t i = half; i < cars.car_crops.size(); ++i) {
    scores.push_back(arma::dot(mean, shares_of(cars.car_crops[i], codebook)));
    is_car.push_back(true);
  }
  for (const preimage::suite::figures::GreyImage& crop : cars.other_crops) {
    scores.push_back(arma::dot(mean, shares_of(crop, codebook)));
    is_car.push_back(false);
  }
  return {losses::roc_area(scores, is_car), equal_error_rate(cars.single_scale, codebook, mean)};
}

}  // namespace

TEST_CASE("the stand-in's cars are found by the template more often than not, but not all of them") {
  const car_localization::CarSceneCounts counts{
      .car_crops = 120, .other_crops = 60, .single_scale = 40, .multi_scale = 20};
  for (const std::uint64_t seed : {1, 2}) {
    const Quality quality = template_quality(car_localization::car_scenes(counts, seed));
    MESSAGE("ROC area " << quality.roc_area << ", equal-error rate " << quality.equal_error_rate);
    CHECK(quality.roc_area > 0.7);
    CHECK(quality.equal_error_rate < 0.7);  // random scores give about 0.9
    CHECK(quality.equal_error_rate > 0.05);
  }
}

TEST_CASE("the real cars, where they are there, are found by the template") {
  const auto path = preimage::testing::real_data("uiuc_cars/CarData.tar.gz");
  if (!path) return;
  const Quality quality = template_quality(car_localization::load_uiuc_cars(*path));
  MESSAGE("ROC area " << quality.roc_area << ", equal-error rate " << quality.equal_error_rate);
  CHECK(quality.roc_area > 0.95);
  CHECK(quality.equal_error_rate < 0.6);
}
