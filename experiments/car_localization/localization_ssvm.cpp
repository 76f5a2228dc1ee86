#include "experiments/car_localization/localization_ssvm.hpp"

#include <functional>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "experiments/car_localization/box_search.hpp"
#include "preimage/models/fit_notes.hpp"

namespace preimage::experiments::car_localization {

namespace {

/// The machines of all C.
struct Machines {
  arma::mat weights;  // bins x |C|
  std::vector<StructuredSvm> trained;
  std::size_t oracle_calls = 0;
};

Machines train(const LocalizationSsvmOptions& options, const SearchedImages& searched,
               const std::vector<BoxPair>& pairs) {
  const LocalizationImages& images = *searched.images;
  const BoxSearch search(images, pairs, options.widths, options.scan.outside);
  const arma::mat truth = box_histograms(regions_of(images, pairs), BoxHistogram::counts).t();
  Machines machines{arma::mat(truth.n_rows, options.Cs.size()), {}, 0};
  for (std::size_t c = 0; c < options.Cs.size(); ++c) {
    StructuredSvmOptions training = options.training;
    training.C = options.Cs[c];
    training.seed = searched.seed;
    machines.trained.push_back(structured_svm(truth, search, training));
    machines.weights.col(c) = machines.trained.back().w;
    machines.oracle_calls += machines.trained.back().oracle_calls;
  }
  return machines;
}

/// The machine whose C is best on the crops, and what is said of it.
struct Chosen {
  arma::uword column = 0;  // of the C
  arma::vec w;
  double area = 0.0, passes = 0.0, gap = 0.0, primal = 0.0, oracle_calls = 0.0;  // the last for all C
};

Chosen choose(const LocalizationSsvmOptions& options, const samples::DataSet& training) {
  const auto searched = training.inputs.get<SearchedImages>();
  const Machines machines =
      train(options, searched, training_pairs(training, options.noise, options.scan.outside));
  const BestColumn choice = choose_by_roc_area(
      crop_scores(*searched.images,
                  [&](const ImageRegions& crops) {
                    return arma::mat(box_histograms(crops, BoxHistogram::counts) * machines.weights);
                  }),
      searched.images->is_object);
  const StructuredSvm& machine = machines.trained[choice.column];
  return {choice.column,
          machine.w,
          choice.value,
          static_cast<double>(machine.passes),
          machine.gap(),
          machine.primal,
          static_cast<double>(machines.oracle_calls)};
}

Chosen kept_choice(const regression::KeptArrays& kept, std::size_t n_Cs, arma::uword bins,
                   const std::function<Chosen()>& compute) {
  Chosen chosen = kept.is_loading() ? Chosen() : compute();
  arma::mat said = arma::vec{chosen.area, chosen.passes, chosen.gap, chosen.primal, chosen.oracle_calls},
            w = chosen.w.t();
  kept.field("chosen_C", n_Cs, chosen.column);
  kept.field("training", {5, 1}, said);
  kept.field("w", {1, bins}, w);
  return {chosen.column, w.t(), said(0), said(1), said(2), said(3), said(4)};
}

}  // namespace

models::MethodPtr localization_ssvm_method(LocalizationSsvmOptions options) {
  return models::method_without_grid(
      [](const samples::DataSet& data) { require_images(data, "localization_ssvm"); },
      [options](const samples::DataSet& training, const regression::KeptArrays& kept) {
        const auto searched = training.inputs.get<SearchedImages>();
        const Chosen chosen = kept_choice(kept, options.Cs.size(),
                                          kPyramidCells * searched.images->samples.front().words.n_words,
                                          [&] { return choose(options, training); });
        const double C = options.Cs[chosen.column];
        const double calls_per_C = chosen.oracle_calls / static_cast<double>(options.Cs.size());
        const std::string note = fmt::format(
            "C {} by ROC area {:.6f} on the crops, {} passes, duality gap {:.2g} of {:.2g}; {} "
            "searches for all C",
            C, chosen.area, chosen.passes, chosen.gap, chosen.primal, chosen.oracle_calls);
        const models::FitNotes notes =
            models::of_gap("structured SVM", chosen.gap, options.training.tolerance);
        return models::fitted([=, window = searched.images->window, w = chosen.w,
                               scan = options.scan](const samples::SampleSet& inputs) -> outputs::Prediction {
          const auto test = inputs.get<SearchedImages>();
          outputs::Detections found;
          for (const arma::uword number : test.numbers) {
            const LocalizationImage& image = test.images->samples[number];
            found.boxes.push_back(
                detect(image, window, linear_score(image.words, w, BoxHistogram::counts), scan));
          }
          return notes.with_notes({found, {note}, {}, {{"chosen_C", C}, {"map_calls_per_C", calls_per_C}}},
                                  test.numbers.size());
        });
      });
}

}  // namespace preimage::experiments::car_localization
