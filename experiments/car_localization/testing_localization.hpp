// Images with objects in them, for tests.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

#include "experiments/car_localization/localization.hpp"
#include "preimage/base/random.hpp"
#include "testing/is_close.hpp"

namespace preimage::testing {

struct ToyImages {
  std::shared_ptr<const experiments::car_localization::LocalizationImages> images;
  experiments::car_localization::BoxLists boxes;  // of each image
  std::uint64_t seed = 1;
};

/// Words of a grid in which the points of `object` are mostly word 0 in its left half and 1 in its right
/// half, and all others one of 6 at random.
inline experiments::car_localization::WordMap object_words(const preimage::suite::figures::GreyImage& image,
                                                           const std::vector<samples::Box>& objects,
                                                           base::Random& random) {
  constexpr int kStride = 4;
  experiments::car_localization::WordMap map{
      {2, kStride, image.width / kStride, image.height / kStride}, 6, {}};
  for (std::size_t i = 0; i < map.grid.columns * map.grid.rows; ++i) {
    const int x = 2 + kStride * static_cast<int>(i % map.grid.columns);
    const int y = 2 + kStride * static_cast<int>(i / map.grid.columns);
    std::size_t word = random.below(6);
    for (const samples::Box& box : objects) {
      if (samples::overlap_area({x, y, 1, 1}, box) > 0 && random.below(10) < 9)
        word = 2 * (x - box.left) < box.width ? 0 : 1;
    }
    map.words.push_back(static_cast<std::uint16_t>(word));
  }
  return map;
}

/// An object of 24 x 12 pixels in each of n images of 72 x 36, a second one in every fifth; crops of both
/// kinds.
inline ToyImages toy_localization(arma::uword n) {
  base::Random random(95);
  auto images = std::make_shared<experiments::car_localization::LocalizationImages>();
  experiments::car_localization::BoxLists lists;
  images->window = {0, 0, 24, 12};
  images->stride = 4;
  for (arma::uword i = 0; i < n; ++i) {
    const preimage::suite::figures::GreyImage image{72, 36, {}};
    std::vector<samples::Box> boxes = {
        {static_cast<int>(4 * random.below(3)), static_cast<int>(4 * random.below(7)), 24, 12}};
    if (i % 5 == 0) boxes.push_back({boxes[0].left + 36, boxes[0].top, 24, 12});
    images->samples.push_back({image, object_words(image, boxes, random)});
    lists.push_back(boxes);
  }
  for (int i = 0; i < 80; ++i) {
    images->is_object.push_back(i % 2 == 0);
    const std::vector<samples::Box> boxes(i % 2 == 0 ? 1 : 0, images->window);
    images->crops.push_back(object_words({24, 12, {}}, boxes, random));
  }
  return {images, lists, 1};
}

/// experiments::car_localization::training_pairs of some of these images.
inline std::vector<experiments::car_localization::BoxPair> pairs_of(const ToyImages& toy,
                                                                    const arma::uvec& train, double noise) {
  const samples::SampleSet all(toy.boxes.size());
  const samples::DataSet data{all.with(experiments::car_localization::all_images(toy.images, toy.seed)),
                              all.with(toy.boxes)};
  return experiments::car_localization::training_pairs(data.subset(train), noise, 0.1);
}

inline arma::mat box_histograms(const experiments::car_localization::LocalizationImages& images,
                                const std::vector<experiments::car_localization::BoxPair>& pairs,
                                experiments::car_localization::BoxHistogram histogram) {
  return experiments::car_localization::box_histograms(
      experiments::car_localization::regions_of(images, pairs), histogram);
}

/// experiments::car_localization::detect box by box, sharing nothing.
inline std::vector<samples::ScoredBox> slow_detect(
    const experiments::car_localization::LocalizationImage& image, const samples::Box& window,
    const std::function<double(const samples::Box&)>& score,
    const experiments::car_localization::ScanOptions& options) {
  std::vector<samples::ScoredBox> boxes;
  for (const samples::Box& box : experiments::car_localization::sliding_boxes(
           image.image, window.width, window.height, options.step, options.outside))
    boxes.push_back({box, score(box)});
  return experiments::car_localization::suppress_overlaps(boxes, options.max_overlap, options.max_boxes);
}

/// The same boxes, scores to `rtol`.
inline bool same_boxes(const std::vector<samples::ScoredBox>& a, const std::vector<samples::ScoredBox>& b,
                       double rtol) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [rtol](const samples::ScoredBox& left, const samples::ScoredBox& right) {
                      return left.box == right.box && is_close(left.score, right.score, rtol);
                    });
}

}  // namespace preimage::testing
