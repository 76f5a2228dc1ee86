#include "experiments/car_localization/box_search.hpp"

#include <algorithm>
#include <utility>

#include "preimage/base/error.hpp"

namespace preimage::experiments::car_localization {

namespace {

constexpr double kLossError = 1e-15;  // of a loss and a score, added

/// A maximum has the same bits in any order; four at once wait less for each other.
double largest_of(const double* values, std::size_t n) {
  double most[] = {-arma::datum::inf, -arma::datum::inf, -arma::datum::inf, -arma::datum::inf};
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    for (std::size_t k = 0; k < 4; ++k) most[k] = values[i + k] > most[k] ? values[i + k] : most[k];
  }
  for (; i < n; ++i) most[0] = std::max(most[0], values[i]);
  return std::max(std::max(most[0], most[1]), std::max(most[2], most[3]));
}

}  // namespace

BoxSearch::BoxSearch(const LocalizationImages& images, const std::vector<BoxPair>& pairs,
                     const std::vector<int>& widths, double outside)
    : images_(images), pairs_(pairs) {
  for (const auto& [sample, truth] : pairs) {
    Candidates& candidates = candidates_[sample];
    if (candidates.rasters.empty()) {
      candidates.rasters = rasters_of_widths(images, sample, widths, outside);
      for (const BoxRaster& raster : candidates.rasters)
        candidates.columns.emplace_back(images.samples[sample].words.grid, raster.columns);
    }
    std::vector<double>& losses = losses_.emplace_back();
    for (const BoxRaster& raster : candidates.rasters) {
      for (const samples::Box& box : raster.boxes)
        losses.push_back(1.0 - samples::intersection_over_union(box, truth));
    }
  }
}

std::vector<BoxSearch::Place> BoxSearch::best_places(arma::uword pair, const arma::vec& w) const {
  const std::vector<double>& losses = losses_[pair];
  const auto& [rasters, columns] = candidates_.at(pairs_[pair].sample);
  const ScoreEstimates estimates(images_.samples[pairs_[pair].sample].words, w, columns);
  std::vector<double> values(losses.size() + ScoreEstimates::kSideBySide);
  std::size_t number = 0;
  for (std::size_t k = 0; k < rasters.size(); ++k) {
    for (const PyramidEdges& rows : rasters[k].rows) {
      estimates.scores(columns[k], rows, &values[number]);
      number += columns[k].boxes;
    }
  }
  for (std::size_t i = 0; i < number; ++i) values[i] += losses[i];
  // Where errors are no numbers nothing is told apart, and all are near.
  const double near = largest_of(values.data(), number) - 2.0 * (estimates.error() + kLossError);
  std::vector<Place> places;
  number = 0;
  for (std::size_t k = 0; k < rasters.size(); ++k) {
    const std::size_t width = columns[k].boxes, count = rasters[k].boxes.size();
    for (std::size_t b = 0; b < count; ++b, ++number) {
      if (!(values[number] < near)) places.push_back({k, b / width, b % width, number});
    }
  }
  return places;
}

JointAnswer BoxSearch::operator()(arma::uword pair, const arma::vec& w) const {
  const WordMap& words = images_.samples[pairs_[pair].sample].words;
  const std::vector<BoxRaster>& rasters = candidates_.at(pairs_[pair].sample).rasters;
  const std::vector<Place> places = best_places(pair, w);
  const Place* best = places.size() == 1 ? places.data() : nullptr;
  if (best == nullptr) {
    const LinearBoxScorer scorer(words, w);
    double best_value = -arma::datum::inf;
    for (const Place& place : places) {
      const BoxRaster& raster = rasters[place.raster];
      const double value =
          losses_[pair][place.number] + scorer.score(raster.columns[place.column], raster.rows[place.row]);
      if (!(value > best_value)) continue;
      best = &place;
      best_value = value;
    }
  }
  if (best == nullptr) throw NumericalError("structured SVM: no box has a score above -inf");
  const BoxRaster& raster = rasters[best->raster];
  return {box_counts(words, raster.boxes[best->row * raster.columns.size() + best->column]),
          losses_[pair][best->number]};
}

}  // namespace preimage::experiments::car_localization
