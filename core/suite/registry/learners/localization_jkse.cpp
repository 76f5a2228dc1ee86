#include "preimage/models/localization_jkse.hpp"

#include "suite/registry/kernel_table.hpp"
#include "suite/registry/learner_table.hpp"
#include "suite/registry/localization_options.hpp"

namespace preimage::suite::registry {

namespace {

/// 2: sums of whole units, exact whatever the order of the points (detection/chi_square_boxes.hpp); 1 was never written into a key.
constexpr int kChiSquareScores = 2;

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
std::optional<detection::BoxCrossValidation> parse_choice(const config::Reader& reader) {
  if (kChooseBy.is(reader, "crops")) return std::nullopt;
  detection::BoxCrossValidation options;
  options.folds = kFolds.read_as<std::size_t>(reader);
  options.widths = parse_widths(reader);
  return options;
}

MakeMethod parse(const config::Reader& reader) {
  models::LocalizationJkseOptions options;
  // The chi-square kernel is one of distributions.
  options.histogram = detection::BoxHistogram::shares;
  const std::string kernel = kKernel.read(reader);
  note_kernel_version<kernels::Vectors>(reader, kernel);
  if (kernel == "chi_square") {
    options.base = detection::BoxKernel::chi_square;
    reader.note_version("box_scores.chi_square", kChiSquareScores);
  } else if (kHistogram.is(reader, "counts")) {
    options.histogram = detection::BoxHistogram::counts;
  }
  const bool is_ball = kEnclosure.is(reader, "ball");
  options.enclosure = is_ball ? regression::Enclosure::ball : regression::Enclosure::hyperplane;
  options.nus = kNu.read(reader);
  options.noise = kNoise.read(reader);
  options.scan = parse_scan(reader);
  options.cross_validation = parse_choice(reader);
  return method<models::LocalizationJkseMethod>(options);
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
