// Joint kernel support estimation of (image, box) pairs: the joint kernel compares the histograms of two
// boxes,
//   k((x, y), (x', y')) = k(phi(x, y), phi(x', y')),
// a one-class machine on the training pairs, detections by the largest sum_i a_i k((x_i, y_i), (x, y)).
//                                            [Lampert and Blaschko 2008, eqs. (3) and (4), sec. 3]
// nu is not chosen on inner folds but, as there, by the area under the ROC curve of crops that are not among
// the samples. Of equal areas the nu that comes first in the config is taken.
#include <fmt/format.h>

#include "kernels/chi_square_kernel.hpp"
#include "kernels/vector_kernels.hpp"
#include "methods/one_class_svm.hpp"
#include "validation/chi_square_boxes.hpp"
#include "validation/learners.hpp"
#include "validation/problem.hpp"

namespace preimage::validation {

namespace {

struct Options {
  bool is_linear = true;
  BoxHistogram histogram = BoxHistogram::counts;
  std::vector<double> nus;
  double noise = 0.0;
  ScanOptions scan;
};

/// The pairs that carry the machine.
struct Support {
  arma::mat histograms;
  arma::vec coefficients;
};

class LocalizationJkseLearner final : public Learner {
 public:
  LocalizationJkseLearner(const Localization& localization, Options options)
      : localization_(localization), images_(*localization.images), options_(std::move(options)) {
    if (options_.is_linear) {
      kernel_ = std::make_unique<kernels::LinearKernel>();
    } else {
      kernel_ = std::make_unique<kernels::ChiSquareKernel>();
    }
  }

  std::size_t grid_size() const override { return 1; }
  Parameters parameters(std::size_t) const override { return {}; }

  Prediction predict(std::size_t, const Split& split) const override {
    const std::vector<BoxPair> pairs =
        training_pairs(localization_, split.train, options_.noise, options_.scan.outside);
    const arma::mat X = box_histograms(images_, pairs, options_.histogram);
    const arma::mat A = coefficients(kernel_->gram(X));
    const RocChoice choice = choose_by_roc_area(
        crop_scores(images_, options_.histogram,
                    [&](const arma::mat& crops) { return arma::mat(kernel_->cross_gram(X, crops).t() * A); }),
        images_.is_object);
    const arma::uvec carried = arma::find(A.col(choice.column));
    const Support support{X.rows(carried), arma::vec(A.col(choice.column)).elem(carried)};
    return {options_.is_linear ? linear_scan(split.test, support) : chi_square_scan(split.test, support),
            {fmt::format("nu {} by ROC area {:.6f} on the crops, {} of {} pairs carry the machine",
                         options_.nus[choice.column], choice.area, carried.n_elem, pairs.size())},
            {}};
  }

 private:
  /// One column per nu.
  arma::mat coefficients(const arma::mat& K) const {
    arma::mat A(K.n_rows, options_.nus.size());
    for (std::size_t n = 0; n < options_.nus.size(); ++n) {
      methods::OneClassOptions one_class;
      one_class.nu = options_.nus[n];
      A.col(n) = methods::one_class_svm(K, one_class).coefficients;
    }
    return A;
  }

  Detections linear_scan(const Indices& test, const Support& support) const {
    const arma::vec weights = support.histograms.t() * support.coefficients;
    Detections result;
    for (const arma::uword sample : test) {
      result.boxes.push_back(
          detect_linear(images_.samples[sample], images_.window, weights, options_.histogram, options_.scan));
    }
    return result;
  }

  Detections chi_square_scan(const Indices& test, const Support& support) const {
    const kernels::ChiSquareExpansion expansion(support.histograms, support.coefficients);
    ChiSquareBoxScorer scorer(expansion, support.histograms.n_cols / images::kPyramidCells);
    Detections result;
    for (const arma::uword sample : test) {
      const LocalizationImage& image = images_.samples[sample];
      const auto score = [&](const images::PyramidEdges& columns, const images::PyramidEdges& rows) {
        return scorer.score(image.words, columns, rows);
      };
      result.boxes.push_back(detect(image, images_.window, score, options_.scan));
    }
    return result;
  }

  const Localization& localization_;
  const LocalizationImages& images_;
  Options options_;
  std::unique_ptr<const kernels::Kernel<kernels::Vectors>> kernel_;
};

}  // namespace

LearnerBuilder parse_localization_jkse(const config::Reader& reader) {
  Options options;
  options.is_linear = reader.choice("kernel", {"linear", "chi_square"}) == "linear";
  // The chi-square kernel is one of distributions; its tables end at 1.
  options.histogram = BoxHistogram::shares;
  if (options.is_linear && reader.choice("histogram", {"counts", "shares"}) == "counts")
    options.histogram = BoxHistogram::counts;
  options.nus = reader.numbers("nu", {config::kPositive.min, 1.0});
  options.noise = reader.number("noise", {0.0, 1.0}, 0.0);
  options.scan = parse_scan(reader);
  return [options](const Problem& problem) -> std::unique_ptr<const Learner> {
    require_localization(problem, "localization_jkse");
    return std::make_unique<LocalizationJkseLearner>(*problem.localization, options);
  };
}

}  // namespace preimage::validation
