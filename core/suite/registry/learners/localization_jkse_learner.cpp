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
#include "suite/registry/learners/learners.hpp"
#include "suite/registry/learners/localization_options.hpp"

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

struct Choice {
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
    const Choice choice = options_.cross_validation ? choose_on_held_out(pairs) : choose_on_crops(regions, A);
    const validation::BoxMachine machine(options_.base, options_.histogram, regions, A.col(choice.column));
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

  Choice choose_on_crops(const detection::ImageRegions& pairs, const arma::mat& A) const {
    const arma::mat scores = validation::crop_scores(images_, [&](const detection::ImageRegions& crops) {
      return arma::mat(kernel_->cross_gram(pairs, crops).t() * A);
    });
    const validation::RocChoice best = validation::choose_by_roc_area(scores, images_.is_object);
    return {best.column, fmt::format("ROC area {:.6f} on the crops", best.area)};
  }

  Choice choose_on_held_out(const std::vector<validation::BoxPair>& pairs) const {
    validation::BoxCrossValidation options = *options_.cross_validation;
    options.seed = localization_.seed;
    const auto train = [&](const std::vector<validation::BoxPair>& some) -> validation::BoxMachines {
      const detection::ImageRegions regions = validation::regions_of(images_, some);
      return [this, regions, A = coefficients(regions)](std::size_t n) {
        return validation::BoxMachine(options_.base, options_.histogram, regions, A.col(n));
      };
    };
    const arma::vec losses = validation::held_out_losses(images_, pairs, options, options_.nus.size(), train);
    const arma::uword best = losses.index_min();
    return {best, fmt::format("overlap {:.6f} on held-out images", 1.0 - losses(best))};
  }

  validation::Detections scan(const validation::Indices& test, const validation::BoxMachine& machine) const {
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

/// `choose_by: crops` (default), or `cross_validation` with `folds` and `widths`.
std::optional<validation::BoxCrossValidation> parse_choice(const config::Reader& reader) {
  if (reader.choice("choose_by", {"crops", "cross_validation"}, "crops") == "crops") return std::nullopt;
  validation::BoxCrossValidation options;
  options.folds = static_cast<std::size_t>(reader.integer("folds", 2, 1000, 5));
  options.widths = parse_widths(reader);
  return options;
}

}  // namespace

LearnerBuilder parse_localization_jkse(const config::Reader& reader) {
  Options options;
  // The chi-square kernel is one of distributions.
  options.histogram = BoxHistogram::shares;
  if (reader.choice("kernel", {"linear", "chi_square"}) == "chi_square") {
    options.base = validation::BoxKernel::chi_square;
  } else if (reader.choice("histogram", {"counts", "shares"}) == "counts") {
    options.histogram = BoxHistogram::counts;
  }
  const bool is_ball = reader.choice("enclosure", {"hyperplane", "ball"}, "hyperplane") == "ball";
  options.enclosure = is_ball ? regression::Enclosure::ball : regression::Enclosure::hyperplane;
  options.nus = reader.numbers("nu", {config::kPositive.min, 1.0});
  options.noise = reader.number("noise", {0.0, 1.0}, 0.0);
  options.scan = parse_scan(reader);
  options.cross_validation = parse_choice(reader);
  return [options](const validation::Problem& problem) -> std::unique_ptr<const validation::Learner> {
    validation::require_localization(problem, "localization_jkse");
    return std::make_unique<LocalizationJkseLearner>(*problem.localization, options);
  };
}

}  // namespace preimage::suite::registry
