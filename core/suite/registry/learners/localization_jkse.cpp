// Joint kernel support estimation of (image, box) pairs: a one-class machine on the training pairs with the
// localisation kernel, detections by the largest f(x, y) = sum_i a_i k((x_i, y_i), (x, y)).
//                                            [Lampert and Blaschko 2008, eqs. (3) and (4), sec. 3]
// nu is not chosen on inner folds but, as there, by the area under the ROC curve of crops that are not among
// the samples, or by localising on held-out training images. Of equally good nu the one that comes first in
// the config is taken.
#include <fmt/format.h>

#include "preimage/regression/one_class_svm.hpp"
#include "preimage/validation/box_cross_validation.hpp"
#include "preimage/validation/problem.hpp"
#include "suite/registry/kernel_table.hpp"
#include "suite/registry/learner_table.hpp"
#include "suite/registry/localization_options.hpp"

namespace preimage::suite::registry {

using detection::BoxHistogram;

namespace {

struct Options {
  validation::BoxKernel base = validation::BoxKernel::linear;
  BoxHistogram histogram = BoxHistogram::counts;
  regression::Enclosure enclosure = regression::Enclosure::hyperplane;
  std::vector<double> nus;
  std::optional<validation::BoxCrossValidation> cross_validation;  // nothing: nu by the crops
  double noise = 0.0;
  validation::ScanOptions scan;
};

struct NuChoice {
  std::size_t column = 0;
  std::string reason;
};

class LocalizationJkseLearner final : public validation::Learner {
 public:
  LocalizationJkseLearner(const validation::Localization& localization, Options options)
      : localization_(localization),
        images_(*localization.images),
        options_(std::move(options)),
        kernel_(validation::make_localization_kernel(options_.base, options_.histogram)) {}

  std::size_t grid_size() const override { return 1; }
  validation::Parameters parameters(std::size_t) const override { return {}; }

  validation::Prediction predict(std::size_t, const validation::Split& split) const override {
    const std::vector<validation::BoxPair> pairs =
        validation::training_pairs(localization_, split.train, options_.noise, options_.scan.outside);
    const detection::ImageRegions regions = validation::regions_of(images_, pairs);
    const arma::mat A = coefficients(regions);
    const NuChoice choice =
        options_.cross_validation ? choose_on_held_out(pairs) : choose_on_crops(regions, A);
    const validation::BoxScorer machine(options_.base, options_.histogram, regions, A.col(choice.column));
    const double nu = options_.nus[choice.column];
    return {scan(split.test, machine),
            {fmt::format("nu {} by {}, {} of {} pairs carry the machine", nu, choice.reason,
                         machine.n_support(), pairs.size())},
            {},
            {{"chosen_nu", nu}}};
  }

 private:
  /// One column per nu.
  arma::mat coefficients(const detection::ImageRegions& pairs) const {
    const arma::mat K = kernel_->gram(pairs);
    arma::mat A(K.n_rows, options_.nus.size());
    for (std::size_t n = 0; n < options_.nus.size(); ++n) {
      const regression::OneClassOptions one_class{.nu = options_.nus[n], .enclosure = options_.enclosure};
      A.col(n) = regression::one_class_svm(K, one_class).coefficients;
    }
    return A;
  }

  NuChoice choose_on_crops(const detection::ImageRegions& pairs, const arma::mat& A) const {
    const arma::mat scores = validation::crop_scores(images_, [&](const detection::ImageRegions& crops) {
      return arma::mat(kernel_->cross_gram(pairs, crops).t() * A);
    });
    const validation::RocChoice best = validation::choose_by_roc_area(scores, images_.is_object);
    return {best.column, fmt::format("ROC area {:.6f} on the crops", best.area)};
  }

  NuChoice choose_on_held_out(const std::vector<validation::BoxPair>& pairs) const {
    validation::BoxCrossValidation options = *options_.cross_validation;
    options.seed = localization_.seed;
    const auto train = [&](const std::vector<validation::BoxPair>& some) -> validation::BoxMachines {
      const detection::ImageRegions regions = validation::regions_of(images_, some);
      return [this, regions, A = coefficients(regions)](std::size_t n) {
        return validation::BoxScorer(options_.base, options_.histogram, regions, A.col(n));
      };
    };
    const arma::vec losses = validation::held_out_losses(images_, pairs, options, options_.nus.size(), train);
    const arma::uword best = losses.index_min();
    return {best, fmt::format("overlap {:.6f} on held-out images", 1.0 - losses(best))};
  }

  validation::Detections scan(const validation::Indices& test, const validation::BoxScorer& machine) const {
    validation::Detections result;
    for (const arma::uword sample : test) {
      const validation::LocalizationImage& image = images_.samples[sample];
      result.boxes.push_back(
          validation::detect(image, images_.window, machine.on(image.words), options_.scan));
    }
    return result;
  }

  const validation::Localization& localization_;
  const validation::LocalizationImages& images_;
  Options options_;
  std::unique_ptr<const detection::LocalizationKernel> kernel_;
};

constexpr Choice kKernel{"kernel", "linear | chi_square", "of histograms of visual words"};
constexpr Choice kHistogram{"histogram", "counts | shares",
                            "of the linear kernel; chi_square compares shares"};
constexpr Choice kEnclosure{"enclosure", "hyperplane | ball", "what encloses the training pairs",
                            "hyperplane"};
constexpr Numbers kNu{"nu", {config::kPositive.min, 1.0}, "share of training pairs that may lie outside"};
constexpr Number kNoise{"noise", {0.0, 1.0}, "share of training boxes that are swapped", 0.0};
constexpr Choice kChooseBy{"choose_by", "crops | cross_validation",
                           "how nu is chosen: by the ROC area on crops, or by held-out images", "crops"};
constexpr Integer kFolds{"folds", 2, 1000, "of the held-out images", 5};

/// `choose_by: crops` (default), or `cross_validation` with `folds` and `widths`.
std::optional<validation::BoxCrossValidation> parse_choice(const config::Reader& reader) {
  if (kChooseBy.is(reader, "crops")) return std::nullopt;
  validation::BoxCrossValidation options;
  options.folds = kFolds.read_as<std::size_t>(reader);
  options.widths = parse_widths(reader);
  return options;
}

LearnerBuilder parse(const config::Reader& reader) {
  Options options;
  // The chi-square kernel is one of distributions.
  options.histogram = BoxHistogram::shares;
  const std::string kernel = kKernel.read(reader);
  note_kernel_version<kernels::Vectors>(reader, kernel);
  if (kernel == "chi_square") {
    options.base = validation::BoxKernel::chi_square;
  } else if (kHistogram.is(reader, "counts")) {
    options.histogram = BoxHistogram::counts;
  }
  const bool is_ball = kEnclosure.is(reader, "ball");
  options.enclosure = is_ball ? regression::Enclosure::ball : regression::Enclosure::hyperplane;
  options.nus = kNu.read(reader);
  options.noise = kNoise.read(reader);
  options.scan = parse_scan(reader);
  options.cross_validation = parse_choice(reader);
  return [options](const validation::Problem& problem) -> std::unique_ptr<const validation::Learner> {
    validation::require_localization(problem, "localization_jkse");
    return std::make_unique<LocalizationJkseLearner>(*problem.localization, options);
  };
}

}  // namespace

LearnerRow make_localization_jkse_row() {
  return {"localization_jkse",
          2,
          "joint kernel support estimation of boxes in images",
          facts_of(kKernel, kHistogram, kEnclosure, kNu, kChooseBy, kFolds, widths_parameters(), kNoise,
                   scan_parameters()),
          "{method: localization_jkse, kernel: chi_square, nu: [0.2, 0.8]}",
          parse};
}

}  // namespace preimage::suite::registry
