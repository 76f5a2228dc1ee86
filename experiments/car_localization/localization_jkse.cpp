#include "experiments/car_localization/localization_jkse.hpp"

#include <functional>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "preimage/base/ties.hpp"
#include "preimage/models/fit_notes.hpp"
#include "preimage/regression/support_vectors.hpp"

namespace preimage::experiments::car_localization {

namespace {

/// The chosen machine, as it is kept.
struct Chosen {
  BestColumn nu;
  arma::vec coefficients;  // of all pairs
  regression::FitQuality quality = {};
};

/// Machines of all nu.
struct Trained {
  arma::mat coefficients;       // one column per nu
  std::vector<bool> converged;  // of each
};

/// What training and the choice of nu have in common.
struct Trainer {
  const LocalizationJkseOptions& options;
  const LocalizationImages& images;
  std::uint64_t seed;
  kernels::KernelPtr<kernels::Vectors> kernel;

  Trained trained(const ImageRegions& pairs) const {
    const arma::mat K = kernel->gram(box_histograms(pairs, options.histogram));
    Trained result{arma::mat(K.n_rows, options.nus.size()), {}};
    const auto machines = regression::one_class_svms(K, options.nus, {.enclosure = options.enclosure});
    for (std::size_t n = 0; n < machines.size(); ++n) {
      result.coefficients.col(n) = machines[n].coefficients;
      result.converged.push_back(machines[n].converged);
    }
    return result;
  }

  BestColumn choose_on_crops(const ImageRegions& pairs, const arma::mat& A) const {
    const arma::mat known = box_histograms(pairs, options.histogram);
    const arma::mat scores = crop_scores(images, [&](const ImageRegions& crops) {
      return arma::mat(kernel->cross_gram(known, box_histograms(crops, options.histogram)).t() * A);
    });
    return choose_by_roc_area(scores, images.is_object);
  }

  BestColumn choose_on_held_out(const std::vector<BoxPair>& pairs) const {
    BoxCrossValidation validation = *options.cross_validation;
    validation.seed = seed;
    const auto train = [&](const std::vector<BoxPair>& some) -> BoxMachines {
      const ImageRegions regions = regions_of(images, some);
      return [this, regions, A = trained(regions).coefficients](std::size_t n) {
        return BoxScorer(options.base, options.histogram, regions, A.col(n));
      };
    };
    const arma::vec losses = held_out_losses(images, pairs, validation, options.nus.size(), train);
    const arma::vec errors = base::kRoundingOfSums * losses;
    const arma::uword best =
        base::first_smallest({losses.memptr(), losses.n_elem}, {errors.memptr(), errors.n_elem});
    return {best, 1.0 - losses(best)};
  }
};

Chosen kept_choice(const regression::KeptArrays& kept, std::size_t n_nus, arma::uword n_pairs,
                   const std::function<Chosen()>& choose) {
  Chosen chosen = kept.is_loading() ? Chosen() : choose();
  kept.field("chosen_nu", n_nus, chosen.nu.column);
  kept.field("chosen_by", chosen.nu.value);
  kept.field("coefficients", {n_pairs, 1}, chosen.coefficients);
  kept.field(chosen.quality);
  return chosen;
}

}  // namespace

models::MethodPtr localization_jkse_method(LocalizationJkseOptions options) {
  return models::method_without_grid(
      [](const samples::DataSet& data) { require_images(data, "localization_jkse"); },
      [options](const samples::DataSet& training, const regression::KeptArrays& kept) {
        const auto searched = training.inputs.get<SearchedImages>();
        const Trainer trainer{options, *searched.images, searched.seed,
                              make_base_kernel(options.base, options.histogram)};
        const std::vector<BoxPair> pairs = training_pairs(training, options.noise, options.scan.outside);
        const ImageRegions regions = regions_of(trainer.images, pairs);
        const auto choose = [&]() -> Chosen {
          const Trained trained = trainer.trained(regions);
          const arma::mat& A = trained.coefficients;
          const BestColumn nu = options.cross_validation ? trainer.choose_on_held_out(pairs)
                                                         : trainer.choose_on_crops(regions, A);
          return {
              nu, A.col(nu.column), {.stopped = trained.converged[nu.column] ? 0.0 : 1.0, .machines = 1.0}};
        };
        const Chosen chosen = kept_choice(kept, options.nus.size(), pairs.size(), choose);
        const auto machine =
            std::make_shared<const BoxScorer>(options.base, options.histogram, regions, chosen.coefficients);
        const double nu = options.nus[chosen.nu.column];
        const std::string reason = options.cross_validation
                                       ? fmt::format("overlap {:.6f} on held-out images", chosen.nu.value)
                                       : fmt::format("ROC area {:.6f} on the crops", chosen.nu.value);
        const std::string note = fmt::format("nu {} by {}, {} of {} pairs carry the machine", nu, reason,
                                             machine->n_support(), pairs.size());
        // The machine's regions point into the training images, which are held here, too.
        const models::FitNotes notes{chosen.quality,
                                     regression::not_converged(chosen.quality, "one-class SVM",
                                                               regression::OneClassOptions().tolerance)};
        return models::fitted(
            [=, scan = options.scan](const samples::SampleSet& inputs) -> outputs::Prediction {
              const auto test = inputs.get<SearchedImages>();
              outputs::Detections found;
              for (const arma::uword number : test.numbers) {
                const LocalizationImage& image = test.images->samples[number];
                found.boxes.push_back(detect(image, searched.images->window, machine->on(image.words), scan));
              }
              return notes.with_notes({found, {note}, {}, {{"chosen_nu", nu}}}, test.numbers.size());
            });
      });
}

}  // namespace preimage::experiments::car_localization
