// Objects to be found in images: inputs are images, outputs boxes. What learners of boxes share: training
// pairs, noise on their boxes, histograms, the choice of a hyper-parameter on crops, and the scan of an
// image.
//                                                              [Lampert and Blaschko 2008, sec. 3]
#pragma once

#include <armadillo>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "experiments/car_localization/box_histograms.hpp"
#include "experiments/car_localization/detections.hpp"
#include "preimage/samples/sample_set.hpp"
#include "suite/figures/grey_image.hpp"

namespace preimage::experiments::car_localization {

/// An image as its visual words.
struct LocalizationImage {
  suite::figures::GreyImage image;
  WordMap words;
};

/// All images of a data set, with one codebook.
struct LocalizationImages {
  std::vector<LocalizationImage> samples;  // n, one per sample of the data set
  std::vector<WordMap> crops;              // of window.width x window.height pixels; none is a sample
  std::vector<bool> is_object;             // per crop: shows an object, which fills it
  samples::Box window;                     // (0, 0, width, height) of the boxes that are sought
  int stride = 1;                          // of the grid of words, in pixels
};

/// A form of inputs: images to be searched.
struct SearchedImages {
  std::shared_ptr<const LocalizationImages> images;
  std::vector<arma::uword> numbers;  // n, of the samples among all images
  /// Of the pairs that lose their boxes, and of what else is drawn: one for all methods.
  std::uint64_t seed = 1;
};
inline std::size_t sample_count(const SearchedImages& searched) {
  return searched.numbers.size();
}
inline SearchedImages select(const SearchedImages& searched, const arma::uvec& positions) {
  return {searched.images, samples::select(searched.numbers, positions), searched.seed};
}
/// All images.
SearchedImages all_images(std::shared_ptr<const LocalizationImages> images, std::uint64_t seed);

/// A form of outputs: the boxes in each image.
using BoxLists = std::vector<std::vector<samples::Box>>;

/// throws  std::invalid_argument naming the method where the inputs are no images with objects to be found
void require_images(const samples::DataSet& data, const std::string& method);

/// A training pair (x, y).
struct BoxPair {
  arma::uword sample = 0;
  samples::Box box;
};

/// The pairs (image, box) to train on: one for every box of every training image, in order.
/// Then round(noise * pairs) of them, chosen at random, exchange boxes: with the chosen pairs in random order
/// p_1, ..., p_m, pair p_k gets the box of p_{k+1} and p_m that of p_1, so that no box is lost or doubled. A
/// box that then lies more than `outside` of its width or height beyond an edge of its new image is shifted
/// inside. With the same seed, more noise disturbs the same pairs and further ones.
/// throws  NumericalError where there is no pair, or noise is not in [0, 1]
std::vector<BoxPair> training_pairs(const samples::DataSet& training, double noise, double outside);

/// The pairs as what joint kernels compare; the images must outlive them.
ImageRegions regions_of(const LocalizationImages& images, const std::vector<BoxPair>& pairs);

/// q scores of every crop: `score` turns whole crops as regions into rows of q scores.
/// returns crops x q.
/// memory  a block of crops at a time
arma::mat crop_scores(const LocalizationImages& images,
                      const std::function<arma::mat(const ImageRegions& crops)>& score);

struct BestColumn {
  arma::uword column = 0;
  double value = 0.0;  // that it is best by
};

/// The column of scores with the largest area under the ROC curve of the crops, the first of equals.
/// throws  NumericalError as losses::roc_area
BestColumn choose_by_roc_area(const arma::mat& scores, const std::vector<bool>& is_object);

/// How a test image is searched.
struct ScanOptions {
  int step = 4;               // from one box to the next, pixels
  double outside = 0.1;       // of a box may lie beyond an edge
  double max_overlap = 0.05;  // of two detections (intersection over union)
  std::size_t max_boxes = 20;
};

/// The boxes of some widths, and of the window's proportions, that a training image is searched for:
/// sliding_boxes with the words' stride as the step, one raster per width.
/// throws  std::invalid_argument naming the sample whose image is too small for any of them
std::vector<BoxRaster> rasters_of_widths(const LocalizationImages& images, arma::uword sample,
                                         const std::vector<int>& widths, double outside);

/// The score of the box between these edges.
using BoxScore = std::function<double(const PyramidEdges& columns, const PyramidEdges& rows)>;

/// The detections of one image: its boxes of the window's size, scored and suppressed; falling scores.
/// throws  std::invalid_argument where the image is too small for a box
std::vector<samples::ScoredBox> detect(const LocalizationImage& image, const samples::Box& window,
                                       const BoxScore& score, const ScanOptions& options);

/// w . phi(image, box) by integral images.
/// weights  one per bin
BoxScore linear_score(const WordMap& words, const arma::vec& weights, BoxHistogram histogram);

}  // namespace preimage::experiments::car_localization
