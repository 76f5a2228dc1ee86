#include "experiments/car_localization/localization.hpp"
#include "experiments/car_localization/localization_jkse.hpp"
#include "experiments/car_localization/localization_ssvm.hpp"
#include "suite/registry/kernel_table.hpp"
#include "suite/registry/learner_table.hpp"

namespace preimage::experiments::car_localization {

using namespace suite::registry;
namespace config = suite::config;

namespace {

// Keys that all learners of boxes read.

constexpr ScanOptions kDefaults;
constexpr Integer kStep{"step", 1, 1000, "pixels from one box of the scan to the next", kDefaults.step};
constexpr Number kOutside{
    "outside", {0.0, 0.99}, "share of a box that may lie beyond an edge", kDefaults.outside};
constexpr Number kMaxOverlap{
    "max_overlap", {0.0, 1.0}, "of two detections, intersection over union", kDefaults.max_overlap};
constexpr Integer kMaxBoxes{"max_boxes", 1, 1000, "detections of an image, at most",
                            static_cast<long>(kDefaults.max_boxes)};
constexpr Number kNoise{"noise", {0.0, 1.0}, "share of training boxes that are swapped", 0.0};
constexpr Integers kWidths{"widths", 1, 4096, "of the boxes that training images are searched for, pixels"};

std::vector<ParameterFacts> scan_parameters() {
  return facts_of(kStep, kOutside, kMaxOverlap, kMaxBoxes);
}

ScanOptions parse_scan(const config::Reader& reader) {
  ScanOptions options;
  options.step = kStep.read_as<int>(reader);
  options.outside = kOutside.read(reader);
  options.max_overlap = kMaxOverlap.read(reader);
  options.max_boxes = kMaxBoxes.read_as<std::size_t>(reader);
  return options;
}

namespace localization_jkse {

/// 2: sums of whole units, exact whatever the order of the points (chi_square_boxes.hpp); 1 was never written
/// into a key.
constexpr int kChiSquareScores = 2;

constexpr Choice kKernel{"kernel", "linear | chi_square", "of histograms of visual words"};
constexpr Choice kHistogram{"histogram", "counts | shares",
                            "of the linear kernel; chi_square compares shares"};
constexpr Choice kEnclosure{"enclosure", "hyperplane | ball", "what encloses the training pairs",
                            "hyperplane"};
constexpr Numbers kNu{"nu", {config::kPositive.min, 1.0}, "share of training pairs that may lie outside"};
constexpr Choice kChooseBy{"choose_by", "crops | cross_validation",
                           "how nu is chosen: by the ROC area on crops, or by held-out images", "crops"};
constexpr Integer kFolds{"folds", 2, 1000, "of the held-out images", 5};

/// `choose_by: crops` (default), or `cross_validation` with `folds` and `widths`.
std::optional<BoxCrossValidation> parse_choice(const config::Reader& reader) {
  if (kChooseBy.is(reader, "crops")) return std::nullopt;
  BoxCrossValidation options;
  options.folds = kFolds.read_as<std::size_t>(reader);
  options.widths = kWidths.read_as<int>(reader);
  return options;
}

models::MethodPtr parse(const config::Reader& reader) {
  LocalizationJkseOptions options;
  // The chi-square kernel is one of distributions.
  options.histogram = BoxHistogram::shares;
  const std::string kernel = kKernel.read(reader);
  note_kernel_version<kernels::Vectors>(reader, kernel);
  if (kernel == "chi_square") {
    options.base = BoxKernel::chi_square;
    reader.note_version("box_scores.chi_square", kChiSquareScores);
  } else if (kHistogram.is(reader, "counts")) {
    options.histogram = BoxHistogram::counts;
  }
  if (kEnclosure.is(reader, "ball")) options.enclosure = regression::Enclosure::ball;
  options.nus = kNu.read(reader);
  options.noise = kNoise.read(reader);
  options.scan = parse_scan(reader);
  options.cross_validation = parse_choice(reader);
  return localization_jkse_method(options);
}

LearnerRow row() {
  return {
      "localization_jkse",
      2,
      "joint kernel support estimation of boxes in images",
      facts_of(kKernel, kHistogram, kEnclosure, kNu, kChooseBy, kFolds, kWidths, kNoise, scan_parameters()),
      "{method: localization_jkse, kernel: chi_square, nu: [0.2, 0.8]}",
      parse};
}

}  // namespace localization_jkse

namespace localization_ssvm {

constexpr Numbers kC{"C", config::kPositive, "weight of the slack, chosen by the ROC area on crops"};
constexpr Choice kScaling{"scaling", "sum | mean", "of C: C sum xi, or C/n sum xi", "sum"};
constexpr Integer kPasses{"passes", 1, 100000, "over the training images, at most", 25};
constexpr Number kTolerance{"tolerance", config::kNonNegative, "of the duality gap", 0.02};

models::MethodPtr parse(const config::Reader& reader) {
  LocalizationSsvmOptions options;
  options.Cs = kC.read(reader);
  if (kScaling.is(reader, "mean")) options.training.scaling = SlackScaling::mean;
  options.training.passes = kPasses.read_as<std::size_t>(reader);
  options.training.tolerance = kTolerance.read(reader);
  options.widths = kWidths.read_as<int>(reader);
  options.noise = kNoise.read(reader);
  options.scan = parse_scan(reader);
  return localization_ssvm_method(options);
}

LearnerRow row() {
  return {"localization_ssvm",
          1,
          "a structured SVM of boxes in images",
          facts_of(kC, kScaling, kPasses, kTolerance, kWidths, kNoise, scan_parameters()),
          "{method: localization_ssvm, C: [0.01, 1], widths: [24, 30]}",
          parse};
}

}  // namespace localization_ssvm

}  // namespace

void add_learners(LearnerRows& table) {
  table.insert(table.end(), {localization_jkse::row(), localization_ssvm::row()});
}

}  // namespace preimage::experiments::car_localization
