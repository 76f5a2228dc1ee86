#include "experiments/car_localization/box_cross_validation.hpp"

#include <doctest/doctest.h>

#include "experiments/car_localization/testing_localization.hpp"
#include "preimage/base/error.hpp"
#include "preimage/base/random.hpp"
#include "preimage/samples/folds.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::experiments::car_localization {

using testing::is_close;
using testing::thrown_message;
using testing::toy_localization;

namespace {

BoxCrossValidation options_of(std::size_t folds) {
  BoxCrossValidation options;
  options.folds = folds;
  options.widths = {20, 24};
  options.seed = 3;
  return options;
}

/// An image full of the word `number`, whose counts are the weights of a machine.
WordMap full_of(std::size_t number) {
  return {{2, 4, 18, 9}, 6, std::vector<std::uint16_t>(18 * 9, static_cast<std::uint16_t>(number))};
}

/// A machine that counts a word, whatever it is trained on.
BoxScorer machine_of(const WordMap& full) {
  return {BoxKernel::linear, BoxHistogram::counts, {{&full, {0, 0, 72, 36}}}, {1.0}};
}

}  // namespace

TEST_CASE("each image is held out once, with all of its boxes, and trains in the other folds") {
  const testing::ToyImages toy = toy_localization(11);
  const std::vector<BoxPair> pairs = testing::pairs_of(toy, arma::regspace<arma::uvec>(0, 10), 0.0);
  REQUIRE(pairs.size() == 14);
  std::size_t trained = 0, folds = 0;
  const WordMap words[] = {full_of(0), full_of(1)};
  held_out_losses(*toy.images, pairs, options_of(4), 1, [&](const std::vector<BoxPair>& some) -> BoxMachines {
    ++folds;
    trained += some.size();
    for (const BoxPair& pair : pairs) {
      std::size_t here = 0, in_all = 0;
      for (const BoxPair& other : some) here += other.sample == pair.sample ? 1 : 0;
      for (const BoxPair& other : pairs) in_all += other.sample == pair.sample ? 1 : 0;
      CHECK((here == 0 || here == in_all));
    }
    return [&](std::size_t number) { return machine_of(words[number]); };
  });
  CHECK(folds == 4);
  CHECK(trained == 3 * pairs.size());
}

TEST_CASE("the loss is one minus the overlap of the best box, over all widths, with the nearest label") {
  const testing::ToyImages toy = toy_localization(6);
  const LocalizationImages& images = *toy.images;
  const std::vector<BoxPair> pairs = testing::pairs_of(toy, arma::regspace<arma::uvec>(0, 5), 0.5);
  const WordMap words[] = {full_of(0), full_of(1)};
  const arma::vec losses =
      held_out_losses(images, pairs, options_of(3), 2, [&](const std::vector<BoxPair>&) -> BoxMachines {
        return [&](std::size_t number) { return machine_of(words[number]); };
      });
  REQUIRE(losses.n_elem == 2);
  for (std::size_t number = 0; number < 2; ++number) {
    double sum = 0.0;
    for (arma::uword sample = 0; sample < 6; ++sample) {
      const WordMap& map = images.samples[sample].words;
      std::vector<samples::Box> boxes = sliding_boxes(images.samples[sample].image, 20, 10, 4, 0.0);
      const auto wide = sliding_boxes(images.samples[sample].image, 24, 12, 4, 0.0);
      boxes.insert(boxes.end(), wide.begin(), wide.end());
      arma::vec scores(boxes.size());
      for (std::size_t b = 0; b < boxes.size(); ++b) {
        scores(b) = arma::dot(box_counts(map, boxes[b]), box_counts(words[number], {0, 0, 72, 36}));
      }
      double overlap = 0.0;
      for (const BoxPair& pair : pairs) {
        if (pair.sample != sample) continue;
        overlap = std::max(overlap, samples::intersection_over_union(boxes[scores.index_max()], pair.box));
      }
      sum += 1.0 - overlap;
    }
    CHECK(is_close(losses(number), sum / 6.0, 1e-12));
  }
}

TEST_CASE("held out: a machine of chi-square scores is one of shares") {
  CHECK(thrown_message<NumericalError>([] {
          make_base_kernel(BoxKernel::chi_square, BoxHistogram::counts);
        }) == "chi-square scores of boxes: histograms of counts, expected shares");
}

TEST_CASE("more folds than images are an error") {
  const testing::ToyImages toy = toy_localization(4);
  const std::vector<BoxPair> pairs = testing::pairs_of(toy, {0, 1, 2}, 0.0);
  const WordMap word = full_of(0);
  CHECK(thrown_message<std::invalid_argument>([&] {
          held_out_losses(*toy.images, pairs, options_of(4), 1,
                          [&](const std::vector<BoxPair>&) -> BoxMachines {
                            return [&](std::size_t) { return machine_of(word); };
                          });
        }) == "more folds than samples: 4 folds, 3 samples");
}

}  // namespace preimage::experiments::car_localization
