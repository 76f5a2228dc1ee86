// The structured support vector machine on (image, box) pairs, linear in the counts of visual words: what
// joint kernel support estimation is compared with.            [Blaschko and Lampert 2008; Lampert and
// Blaschko 2008,
//                                                         sec. 3.2]
// C is not chosen on inner folds but by the area under the ROC curve of crops that are not among the samples.
// Of equal areas the C that comes first in the config is taken.
#include <fmt/format.h>

#include "preimage/detection/structured_svm.hpp"
#include "preimage/validation/box_search.hpp"
#include "preimage/validation/problem.hpp"
#include "suite/registry/learner_table.hpp"
#include "suite/registry/localization_options.hpp"

namespace preimage::suite::registry {

using detection::BoxHistogram;

namespace {

struct Options {
  std::vector<double> Cs;
  detection::StructuredSvmOptions training;
  std::vector<int> widths;
  double noise = 0.0;
  validation::ScanOptions scan;
};

/// The machines of all C.
struct Machines {
  arma::mat weights;  // bins x |C|
  std::vector<detection::StructuredSvm> trained;
  std::size_t oracle_calls = 0;
};

class LocalizationSsvmLearner final : public validation::Learner {
 public:
  LocalizationSsvmLearner(const validation::Localization& localization, Options options)
      : localization_(localization), images_(*localization.images), options_(std::move(options)) {}

  std::size_t grid_size() const override { return 1; }
  validation::Parameters parameters(std::size_t) const override { return {}; }

  validation::Prediction predict(std::size_t, const validation::Split& split) const override {
    const Machines machines =
        train(validation::training_pairs(localization_, split.train, options_.noise, options_.scan.outside));
    const validation::RocChoice choice = validation::choose_by_roc_area(
        validation::crop_scores(images_,
                                [&](const detection::ImageRegions& crops) {
                                  return arma::mat(detection::box_histograms(crops, BoxHistogram::counts) *
                                                   machines.weights);
                                }),
        images_.is_object);
    const detection::StructuredSvm& machine = machines.trained[choice.column];
    const auto n_machines = static_cast<double>(machines.trained.size());
    validation::Detections found;
    for (const arma::uword sample : split.test) {
      const validation::LocalizationImage& image = images_.samples[sample];
      found.boxes.push_back(validation::detect(
          image, images_.window, validation::linear_score(image.words, machine.w, BoxHistogram::counts),
          options_.scan));
    }
    return {found,
            {fmt::format("C {} by ROC area {:.6f} on the crops, {} passes, duality gap {:.2g} of {:.2g}; {} "
                         "searches for all C",
                         options_.Cs[choice.column], choice.area, machine.passes, machine.gap(),
                         machine.primal, machines.oracle_calls)},
            {},
            {{"chosen_C", options_.Cs[choice.column]},
             {"map_calls_per_C", static_cast<double>(machines.oracle_calls) / n_machines}}};
  }

 private:
  Machines train(const std::vector<validation::BoxPair>& pairs) const {
    const validation::BoxSearch search(images_, pairs, options_.widths, options_.scan.outside);
    const arma::mat truth =
        detection::box_histograms(validation::regions_of(images_, pairs), BoxHistogram::counts).t();
    Machines machines{arma::mat(truth.n_rows, options_.Cs.size()), {}, 0};
    for (std::size_t c = 0; c < options_.Cs.size(); ++c) {
      detection::StructuredSvmOptions training = options_.training;
      training.C = options_.Cs[c];
      training.seed = localization_.seed;
      machines.trained.push_back(detection::structured_svm(truth, search, training));
      machines.weights.col(c) = machines.trained.back().w;
      machines.oracle_calls += machines.trained.back().oracle_calls;
    }
    return machines;
  }

  const validation::Localization& localization_;
  const validation::LocalizationImages& images_;
  Options options_;
};

constexpr Numbers kC{"C", config::kPositive, "weight of the slack, chosen by the ROC area on crops"};
constexpr Choice kScaling{"scaling", "sum | mean", "of C: C sum xi, or C/n sum xi", "sum"};
constexpr Integer kPasses{"passes", 1, 100000, "over the training images, at most", 25};
constexpr Number kTolerance{"tolerance", config::kNonNegative, "of the duality gap", 0.02};
constexpr Number kNoise{"noise", {0.0, 1.0}, "share of training boxes that are swapped", 0.0};

LearnerBuilder parse(const config::Reader& reader) {
  Options options;
  options.Cs = kC.read(reader);
  const bool is_mean = kScaling.is(reader, "mean");
  options.training.scaling = is_mean ? detection::SlackScaling::mean : detection::SlackScaling::sum;
  options.training.passes = kPasses.read_as<std::size_t>(reader);
  options.training.tolerance = kTolerance.read(reader);
  options.widths = parse_widths(reader);
  options.noise = kNoise.read(reader);
  options.scan = parse_scan(reader);
  return [options](const validation::Problem& problem) -> std::unique_ptr<const validation::Learner> {
    validation::require_localization(problem, "localization_ssvm");
    return std::make_unique<LocalizationSsvmLearner>(*problem.localization, options);
  };
}

}  // namespace

LearnerRow make_localization_ssvm_row() {
  return {"localization_ssvm",
          1,
          "a structured SVM of boxes in images",
          facts_of(kC, kScaling, kPasses, kTolerance, widths_parameters(), kNoise, scan_parameters()),
          "{method: localization_ssvm, C: [0.01, 1], widths: [24, 30]}",
          parse};
}

}  // namespace preimage::suite::registry
