#include "preimage/models/localization_ssvm.hpp"

#include <string>

#include <fmt/format.h>

#include "preimage/detection/box_search.hpp"

namespace preimage::models {

using detection::BoxHistogram;

namespace {

/// The machines of all C.
struct Machines {
  arma::mat weights;  // bins x |C|
  std::vector<detection::StructuredSvm> trained;
  std::size_t oracle_calls = 0;
};

Machines train(const LocalizationSsvmOptions& options, const detection::SearchedImages& searched,
               const std::vector<detection::BoxPair>& pairs) {
  const detection::LocalizationImages& images = *searched.images;
  const detection::BoxSearch search(images, pairs, options.widths, options.scan.outside);
  const arma::mat truth =
      detection::box_histograms(detection::regions_of(images, pairs), BoxHistogram::counts).t();
  Machines machines{arma::mat(truth.n_rows, options.Cs.size()), {}, 0};
  for (std::size_t c = 0; c < options.Cs.size(); ++c) {
    detection::StructuredSvmOptions training = options.training;
    training.C = options.Cs[c];
    training.seed = searched.seed;
    machines.trained.push_back(detection::structured_svm(truth, search, training));
    machines.weights.col(c) = machines.trained.back().w;
    machines.oracle_calls += machines.trained.back().oracle_calls;
  }
  return machines;
}

}  // namespace

void LocalizationSsvmMethod::require(const samples::DataSet& data) const {
  detection::require_images(data, "localization_ssvm");
}

FittedPtr LocalizationSsvmMethod::fit(std::size_t /*g*/, const samples::DataSet& training) const {
  const auto searched = training.inputs.get<detection::SearchedImages>();
  const Machines machines =
      train(options_, searched, detection::training_pairs(training, options_.noise, options_.scan.outside));
  const detection::RocChoice choice = detection::choose_by_roc_area(
      detection::crop_scores(*searched.images,
                             [&](const detection::ImageRegions& crops) {
                               return arma::mat(detection::box_histograms(crops, BoxHistogram::counts) *
                                                machines.weights);
                             }),
      searched.images->is_object);
  const detection::StructuredSvm& machine = machines.trained[choice.column];
  const double C = options_.Cs[choice.column];
  const double calls_per_C =
      static_cast<double>(machines.oracle_calls) / static_cast<double>(machines.trained.size());
  const std::string note = fmt::format(
      "C {} by ROC area {:.6f} on the crops, {} passes, duality gap {:.2g} of {:.2g}; {} "
      "searches for all C",
      C, choice.area, machine.passes, machine.gap(), machine.primal, machines.oracle_calls);
  return fitted([=, window = searched.images->window, w = machine.w,
                 scan = options_.scan](const samples::SampleSet& inputs) -> outputs::Prediction {
    const auto test = inputs.get<detection::SearchedImages>();
    outputs::Detections found;
    for (const arma::uword number : test.numbers) {
      const detection::LocalizationImage& image = test.images->samples[number];
      found.boxes.push_back(detection::detect(
          image, window, detection::linear_score(image.words, w, BoxHistogram::counts), scan));
    }
    return {found, {note}, {}, {{"chosen_C", C}, {"map_calls_per_C", calls_per_C}}};
  });
}

}  // namespace preimage::models
