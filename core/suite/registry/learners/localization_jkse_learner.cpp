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

namespace preimage::validation {

using images::BoxHistogram;

namespace {

struct Options {
  BoxKernel base = BoxKernel::linear;
  BoxHistogram histogram = BoxHistogram::counts;
  methods::Enclosure enclosure = methods::Enclosure::hyperplane;
  std::vector<double> nus;
  std::optional<BoxCrossValidation> cross_validation;  // nothing: nu by the crops
  double noise = 0.0;
  ScanOptions scan;
};

struct Choice {
  std::size_t column = 0;
  std::string reason;
};

class LocalizationJkseLearner final : public Learner {
 public:
  LocalizationJkseLearner(const Localization& localization, Options options)
      : localization_(localization),
        images_(*localization.images),
        options_(std::move(options)),
        kernel_(make_localization_kernel(options_.base, options_.histogram)) {}

  std::size_t grid_size() const override { return 1; }
  Parameters parameters(std::size_t) const override { return {}; }

  Prediction predict(std::size_t, const Split& split) const override {
    const std::vector<BoxPair> pairs =
        training_pairs(localization_, split.train, options_.noise, options_.scan.outside);
    const images::ImageRegions regions = regions_of(images_, pairs);
    const arma::mat A = coefficients(regions);
    const Choice choice = options_.cross_validation ? choose_on_held_out(pairs) : choose_on_crops(regions, A);
    const BoxMachine machine(options_.base, options_.histogram, regions, A.col(choice.column));
    const double nu = options_.nus[choice.column];
    return {scan(split.test, machine),
            {fmt::format("nu {} by {}, {} of {} pairs carry the machine", nu, choice.reason,
                         machine.n_support(), pairs.size())},
            {},
            {{"chosen_nu", nu}}};
  }

 private:
  /// One column per nu.
  arma::mat coefficients(const images::ImageRegions& pairs) const {
    const arma::mat K = kernel_->gram(pairs);
    arma::mat A(K.n_rows, options_.nus.size());
    for (std::size_t n = 0; n < options_.nus.size(); ++n) {
      const methods::OneClassOptions one_class{.nu = options_.nus[n], .enclosure = options_.enclosure};
      A.col(n) = methods::one_class_svm(K, one_class).coefficients;
    }
    return A;
  }

  Choice choose_on_crops(const images::ImageRegions& pairs, const arma::mat& A) const {
    const arma::mat scores = crop_scores(images_, [&](const images::ImageRegions& crops) {
      return arma::mat(kernel_->cross_gram(pairs, crops).t() * A);
    });
    const RocChoice best = choose_by_roc_area(scores, images_.is_object);
    return {best.column, fmt::format("ROC area {:.6f} on the crops", best.area)};
  }

  Choice choose_on_held_out(const std::vector<BoxPair>& pairs) const {
    BoxCrossValidation options = *options_.cross_validation;
    options.seed = localization_.seed;
    const auto train = [&](const std::vector<BoxPair>& some) -> BoxMachines {
      const images::ImageRegions regions = regions_of(images_, some);
      return [this, regions, A = coefficients(regions)](std::size_t n) {
        return BoxMachine(options_.base, options_.histogram, regions, A.col(n));
      };
    };
    const arma::vec losses = held_out_losses(images_, pairs, options, options_.nus.size(), train);
    const arma::uword best = losses.index_min();
    return {best, fmt::format("overlap {:.6f} on held-out images", 1.0 - losses(best))};
  }

  Detections scan(const Indices& test, const BoxMachine& machine) const {
    Detections result;
    for (const arma::uword sample : test) {
      const LocalizationImage& image = images_.samples[sample];
      result.boxes.push_back(detect(image, images_.window, machine.on(image.words), options_.scan));
    }
    return result;
  }

  const Localization& localization_;
  const LocalizationImages& images_;
  Options options_;
  std::unique_ptr<const images::LocalizationKernel> kernel_;
};

/// `choose_by: crops` (default), or `cross_validation` with `folds` and `widths`.
std::optional<BoxCrossValidation> parse_choice(const config::Reader& reader) {
  if (reader.choice("choose_by", {"crops", "cross_validation"}, "crops") == "crops") return std::nullopt;
  BoxCrossValidation options;
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
    options.base = BoxKernel::chi_square;
  } else if (reader.choice("histogram", {"counts", "shares"}) == "counts") {
    options.histogram = BoxHistogram::counts;
  }
  const bool is_ball = reader.choice("enclosure", {"hyperplane", "ball"}, "hyperplane") == "ball";
  options.enclosure = is_ball ? methods::Enclosure::ball : methods::Enclosure::hyperplane;
  options.nus = reader.numbers("nu", {config::kPositive.min, 1.0});
  options.noise = reader.number("noise", {0.0, 1.0}, 0.0);
  options.scan = parse_scan(reader);
  options.cross_validation = parse_choice(reader);
  return [options](const Problem& problem) -> std::unique_ptr<const Learner> {
    require_localization(problem, "localization_jkse");
    return std::make_unique<LocalizationJkseLearner>(*problem.localization, options);
  };
}

}  // namespace preimage::validation
