#include "experiments/car_localization/localization.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/random.hpp"
#include "preimage/losses/ranking.hpp"

namespace preimage::experiments::car_localization {

namespace {

constexpr arma::uword kCropsPerBlock = 64;

/// The first pixel of a stretch of `length` in an axis of `size` pixels, moved inside where more than
/// `outside` of it is not; to the middle where it is longer than the axis.
int moved_inside(int first, int length, int size, double outside) {
  const double margin = outside * length;
  if (first >= -margin && first + length <= size + margin) return first;
  return length > size ? (size - length) / 2 : std::clamp(first, 0, size - length);
}

samples::Box moved_inside(samples::Box box, const suite::figures::GreyImage& image, double outside) {
  box.left = moved_inside(box.left, box.width, static_cast<int>(image.width), outside);
  box.top = moved_inside(box.top, box.height, static_cast<int>(image.height), outside);
  return box;
}

}  // namespace

SearchedImages all_images(std::shared_ptr<const LocalizationImages> images, std::uint64_t seed) {
  SearchedImages searched{std::move(images), {}, seed};
  for (arma::uword i = 0; i < searched.images->samples.size(); ++i) searched.numbers.push_back(i);
  return searched;
}

void require_images(const samples::DataSet& data, const std::string& method) {
  if (data.inputs.has<SearchedImages>() && data.outputs.has<BoxLists>()) return;
  throw std::invalid_argument("method " + method + " needs inputs that are images with objects to be found");
}

std::vector<BoxPair> training_pairs(const samples::DataSet& training, double noise, double outside) {
  if (!(noise >= 0.0 && noise <= 1.0))
    throw NumericalError(fmt::format("label noise {}, expected a share from 0 to 1", noise));
  const auto searched = training.inputs.get<SearchedImages>();
  const auto boxes = training.outputs.get<BoxLists>();
  const std::vector<LocalizationImage>& samples = searched.images->samples;
  std::vector<BoxPair> pairs;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    for (const samples::Box& box : boxes[i]) pairs.push_back({searched.numbers[i], box});
  }
  if (pairs.empty()) throw NumericalError("the training images have no box, expected at least one");
  const auto disturbed = static_cast<std::size_t>(std::lround(noise * static_cast<double>(pairs.size())));
  base::Random random(searched.seed);
  const std::vector<std::size_t> order = random.permutation(pairs.size());
  const std::vector<BoxPair> intact = pairs;
  for (std::size_t k = 0; k < disturbed; ++k) {
    BoxPair& pair = pairs[order[k]];
    const samples::Box& other = intact[order[(k + 1) % disturbed]].box;
    pair.box = moved_inside(other, samples[pair.sample].image, outside);
  }
  return pairs;
}

ImageRegions regions_of(const LocalizationImages& images, const std::vector<BoxPair>& pairs) {
  ImageRegions regions;
  for (const BoxPair& pair : pairs) regions.push_back({&images.samples[pair.sample].words, pair.box});
  return regions;
}

arma::mat crop_scores(const LocalizationImages& images,
                      const std::function<arma::mat(const ImageRegions&)>& score) {
  arma::mat scores;
  const arma::uword n = images.crops.size();
  for (arma::uword first = 0; first < n; first += kCropsPerBlock) {
    const arma::uword last = std::min(n, first + kCropsPerBlock) - 1;
    ImageRegions regions;
    for (arma::uword i = first; i <= last; ++i) regions.push_back({&images.crops[i], images.window});
    scores = arma::join_cols(scores, score(regions));
  }
  return scores;
}

BestColumn choose_by_roc_area(const arma::mat& scores, const std::vector<bool>& is_object) {
  BestColumn best{0, -1.0};
  for (arma::uword column = 0; column < scores.n_cols; ++column) {
    const double area = losses::roc_area(scores.col(column), is_object);
    if (area > best.value) best = {column, area};
  }
  return best;
}

std::vector<BoxRaster> rasters_of_widths(const LocalizationImages& images, arma::uword sample,
                                         const std::vector<int>& widths, double outside) {
  const suite::figures::GreyImage& image = images.samples[sample].image;
  const Grid& grid = images.samples[sample].words.grid;
  std::vector<BoxRaster> rasters;
  bool is_empty = true;
  for (const int width : widths) {
    const double height = static_cast<double>(width) * images.window.height / images.window.width;
    rasters.push_back(box_raster(
        grid, sliding_boxes(image, width, static_cast<int>(std::lround(height)), images.stride, outside)));
    is_empty = is_empty && rasters.back().boxes.empty();
  }
  if (!is_empty) return rasters;
  throw std::invalid_argument(
      fmt::format("sample {}: an image of {} x {} pixels is too small for boxes of any of the {} widths",
                  sample, image.width, image.height, widths.size()));
}

std::vector<samples::ScoredBox> detect(const LocalizationImage& image, const samples::Box& window,
                                       const BoxScore& score, const ScanOptions& options) {
  const BoxRaster raster =
      box_raster(image.words.grid,
                 sliding_boxes(image.image, window.width, window.height, options.step, options.outside));
  if (raster.boxes.empty()) {
    throw std::invalid_argument(fmt::format("an image of {} x {} pixels is too small for boxes of {} x {}",
                                            image.image.width, image.image.height, window.width,
                                            window.height));
  }
  std::vector<samples::ScoredBox> scored;
  for (std::size_t b = 0; b < raster.boxes.size(); ++b)
    scored.push_back({raster.boxes[b], score(raster.columns_of(b), raster.rows_of(b))});
  return suppress_overlaps(std::move(scored), options.max_overlap, options.max_boxes);
}

BoxScore linear_score(const WordMap& words, const arma::vec& weights, BoxHistogram histogram) {
  // Shared, because a std::function is copied.
  const auto scorer = std::make_shared<const LinearBoxScorer>(words, weights);
  const bool of_shares = histogram == BoxHistogram::shares;
  return [scorer, of_shares](const PyramidEdges& columns, const PyramidEdges& rows) {
    return of_shares ? scorer->score_of_shares(columns, rows) : scorer->score(columns, rows);
  };
}

}  // namespace preimage::experiments::car_localization
