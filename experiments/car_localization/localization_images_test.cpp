#include <set>

#include <doctest/doctest.h>

#include "experiments/car_localization/box_search.hpp"
#include "experiments/car_localization/localization.hpp"
#include "experiments/car_localization/testing_localization.hpp"
#include "preimage/base/error.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::experiments::car_localization {

using testing::box_histograms;
using testing::is_close;
using testing::pairs_of;
using testing::thrown_message;
using testing::toy_localization;
using testing::ToyImages;

namespace {

const arma::uvec kAll = arma::regspace<arma::uvec>(0, 29);

std::vector<samples::Box> boxes_of(const std::vector<BoxPair>& pairs) {
  std::vector<samples::Box> boxes;
  for (const BoxPair& pair : pairs) boxes.push_back(pair.box);
  return boxes;
}

/// The places at which two lists of pairs differ.
std::set<std::size_t> differences(const std::vector<BoxPair>& a, const std::vector<BoxPair>& b) {
  std::set<std::size_t> result;
  REQUIRE(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    CHECK(a[i].sample == b[i].sample);
    if (!(a[i].box == b[i].box)) result.insert(i);
  }
  return result;
}

struct ImageWithBoxes {
  suite::figures::GreyImage image;
  std::vector<samples::Box> boxes;
};

ToyImages images_with(const std::vector<ImageWithBoxes>& all, std::uint64_t seed) {
  auto images = std::make_shared<LocalizationImages>();
  ToyImages result{nullptr, {}, seed};
  for (const ImageWithBoxes& one : all) {
    images->samples.push_back({one.image, {}});
    result.boxes.push_back(one.boxes);
  }
  result.images = images;
  return result;
}

/// Boxes that are all different, in images that hold any of them.
ToyImages distinct_boxes(std::size_t n) {
  std::vector<ImageWithBoxes> all;
  for (std::size_t i = 0; i < n; ++i) all.push_back({{400, 400, {}}, {{static_cast<int>(i), 5, 100, 40}}});
  return images_with(all, 3);
}

arma::vec random_weights(const WordMap& words, arma::uword seed) {
  return testing::gaussian_matrix(kPyramidCells * words.n_words, 1, seed);
}

}  // namespace

TEST_CASE("pairs: every box of every training image, in order; none of other images") {
  const ToyImages toy = toy_localization(30);
  const std::vector<BoxPair> pairs = pairs_of(toy, {5, 2}, 0.0);
  REQUIRE(pairs.size() == 3);
  CHECK(pairs[0].sample == 5);
  CHECK(pairs[1].sample == 5);
  CHECK(pairs[2].sample == 2);
  CHECK(pairs[1].box == toy.boxes[5][1]);
}

TEST_CASE(
    "noise: so many pairs get another's box, no box is lost, more noise disturbs the same pairs and more") {
  const ToyImages many = distinct_boxes(40);
  const auto all = arma::regspace<arma::uvec>(0, 39);
  const std::vector<BoxPair> intact = pairs_of(many, all, 0.0);
  std::set<std::size_t> before;
  for (const double noise : {0.1, 0.5, 0.9, 1.0}) {
    const std::vector<BoxPair> noisy = pairs_of(many, all, noise);
    const std::set<std::size_t> disturbed = differences(intact, noisy);
    CHECK(disturbed.size() == static_cast<std::size_t>(std::lround(40 * noise)));
    CHECK(std::includes(disturbed.begin(), disturbed.end(), before.begin(), before.end()));
    std::set<int> lefts;
    for (const samples::Box& box : boxes_of(noisy)) lefts.insert(box.left);
    CHECK(lefts.size() == 40);
    before = disturbed;
  }
  ToyImages other = many;
  CHECK(differences(pairs_of(many, all, 0.5), pairs_of(other, all, 0.5)).empty());
  other.seed = 4;
  CHECK(!differences(pairs_of(many, all, 0.5), pairs_of(other, all, 0.5)).empty());
}

TEST_CASE("noise: a swapped box that is too far outside of its new image is shifted inside") {
  const ToyImages images = images_with({{{400, 400, {}}, {{300, 350, 100, 40}}},
                                        {{210, 100, {}}, {{-10, 62, 100, 40}}},
                                        {{90, 30, {}}, {{0, 0, 90, 30}}}},
                                       1);
  const auto swapped = [&](const arma::uvec& train) { return boxes_of(pairs_of(images, train, 1.0)); };
  CHECK(swapped({0, 1}) == std::vector<samples::Box>{{-10, 62, 100, 40}, {110, 60, 100, 40}});
  CHECK(swapped({0, 2}).at(1) == samples::Box{-5, -5, 100, 40});  // longer than the image: to the middle
}

TEST_CASE("noise that is no share, and images without boxes, are errors") {
  const ToyImages toy = toy_localization(5);
  CHECK(thrown_message<NumericalError>([&] { pairs_of(toy, {0}, 1.5); }) ==
        "label noise 1.5, expected a share from 0 to 1");
  ToyImages without = toy;
  without.boxes[3].clear();
  CHECK(thrown_message<NumericalError>([&] { pairs_of(without, {3}, 0.0); }) ==
        "the training images have no box, expected at least one");
}

TEST_CASE("crops: block by block as one by one") {
  const ToyImages toy = toy_localization(5);
  const LocalizationImages& images = *toy.images;
  const arma::vec w = random_weights(images.crops[0], 1);
  const arma::mat scores = crop_scores(images, [&](const ImageRegions& crops) {
    const arma::vec score = box_histograms(crops, BoxHistogram::shares) * w;
    return arma::mat(arma::join_rows(score, -score));
  });
  REQUIRE(scores.n_rows == 80);  // more than a block
  REQUIRE(scores.n_cols == 2);
  for (arma::uword i = 0; i < scores.n_rows; ++i) {
    const WordMap& words = images.crops[i];
    const double expected = arma::dot(w, box_shares(box_counts(words, images.window), words.n_words));
    CHECK(is_close(scores(i, 0), expected, 1e-12));
    CHECK(is_close(scores(i, 1), -expected, 1e-12));
  }
}

TEST_CASE("crops: the largest area is chosen, the first of equals") {
  const arma::mat scores = {{1, 3, 30}, {2, 2, 20}, {3, 1, 10}};  // areas 0, 1, 1
  const BestColumn choice = choose_by_roc_area(scores, {true, false, false});
  CHECK(choice.column == 1);
  CHECK(choice.value == 1.0);
}

TEST_CASE("a linear scan scores each box by its histogram and suppresses overlaps") {
  const ToyImages toy = toy_localization(5);
  const LocalizationImages& images = *toy.images;
  const arma::vec w = random_weights(images.crops[0], 2);
  ScanOptions options;
  for (const BoxHistogram histogram : {BoxHistogram::counts, BoxHistogram::shares}) {
    const auto found = detect(images.samples[0], images.window,
                              linear_score(images.samples[0].words, w, histogram), options);
    const auto direct = testing::slow_detect(
        images.samples[0], images.window,
        [&](const samples::Box& box) {
          return arma::dot(w, arma::vec(box_histograms(images, {{0, box}}, histogram).t()));
        },
        options);
    CHECK(testing::same_boxes(found, direct, 1e-10));
    CHECK(found.size() > 1);
  }
  const LocalizationImage tiny{{18, 40, {}}, {}};
  CHECK(thrown_message<std::invalid_argument>([&] {
          detect(
              tiny, images.window, [](const auto&, const auto&) { return 0.0; }, options);
        }) == "an image of 18 x 40 pixels is too small for boxes of 24 x 12");
}

TEST_CASE("the loss-augmented search finds what scoring every box finds") {
  const ToyImages toy = toy_localization(10);
  const LocalizationImages& images = *toy.images;
  const std::vector<BoxPair> pairs = pairs_of(toy, {0, 5, 7}, 0.0);
  const BoxSearch search(images, pairs, {20, 24, 31}, 0.1);
  for (arma::uword seed = 0; seed < 8; ++seed) {
    const arma::vec w = 0.02 * static_cast<double>(seed) * random_weights(images.crops[0], seed);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      std::vector<samples::Box> boxes;
      for (const int width : {20, 24, 31}) {
        const int height = width == 20 ? 10 : width == 24 ? 12 : 16;
        const auto more = sliding_boxes(images.samples[pairs[i].sample].image, width, height, 4, 0.1);
        boxes.insert(boxes.end(), more.begin(), more.end());
      }
      arma::vec values(boxes.size());
      for (std::size_t b = 0; b < boxes.size(); ++b) {
        values(b) = 1.0 - samples::intersection_over_union(boxes[b], pairs[i].box) +
                    arma::dot(w, box_counts(images.samples[pairs[i].sample].words, boxes[b]));
      }
      const JointAnswer answer = search(i, w);
      CHECK(is_close(answer.loss + arma::dot(w, answer.features), values.max(), 1e-10));
      const samples::Box& best = boxes[values.index_max()];
      CHECK(is_close(answer.loss, 1.0 - samples::intersection_over_union(best, pairs[i].box), 1e-12));
    }
  }
}

TEST_CASE(
    "of candidates whose values are equal the loss-augmented search takes the first, to the last bit of "
    "exact scores") {
  const ToyImages toy = toy_localization(10);
  const LocalizationImages& images = *toy.images;
  const std::vector<BoxPair> pairs = pairs_of(toy, {0, 5, 7}, 0.0);
  const std::vector<int> widths = {20, 24, 31};
  const BoxSearch search(images, pairs, widths, 0.1);
  for (const double scale :
       {0.0, 1e-17, 1e-9, 1.0, 1e9}) {  // from values that are losses to values without a loss
    for (arma::uword seed = 0; seed < 4; ++seed) {
      const arma::vec w = scale * arma::round(2.0 * random_weights(images.crops[0], seed));
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        CAPTURE(scale);
        const WordMap& words = images.samples[pairs[i].sample].words;
        const LinearBoxScorer scorer(words, w);
        double best_value = -arma::datum::inf, best_loss = 0.0;
        samples::Box best;
        for (const BoxRaster& raster : rasters_of_widths(images, pairs[i].sample, widths, 0.1)) {
          for (const samples::Box& box : raster.boxes) {
            const double loss = 1.0 - samples::intersection_over_union(box, pairs[i].box);
            const double score = scorer.score(pyramid_columns(words.grid, box.left, box.width),
                                              pyramid_rows(words.grid, box.top, box.height));
            if (!(loss + score > best_value)) continue;
            best_value = loss + score;
            best_loss = loss;
            best = box;
          }
        }
        const JointAnswer answer = search(i, w);
        CHECK(answer.loss == best_loss);
        CHECK(arma::all(answer.features == box_counts(words, best)));
      }
    }
  }
}

TEST_CASE("images that are too small for all widths are an error") {
  const ToyImages toy = toy_localization(10);
  const LocalizationImages& images = *toy.images;
  const std::vector<BoxPair> pairs = pairs_of(toy, {0, 5, 7}, 0.0);
  CHECK(thrown_message<std::invalid_argument>([&] {
          BoxSearch(images, pairs, {100, 120}, 0.1);
        }) == "sample 0: an image of 72 x 36 pixels is too small for boxes of any of the 2 widths");
}

}  // namespace preimage::experiments::car_localization
