#include "preimage/models/localization_ssvm.hpp"

#include "suite/registry/learner_table.hpp"
#include "suite/registry/localization_options.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Numbers kC{"C", config::kPositive, "weight of the slack, chosen by the ROC area on crops"};
constexpr Choice kScaling{"scaling", "sum | mean", "of C: C sum xi, or C/n sum xi", "sum"};
constexpr Integer kPasses{"passes", 1, 100000, "over the training images, at most", 25};
constexpr Number kTolerance{"tolerance", config::kNonNegative, "of the duality gap", 0.02};
constexpr Number kNoise{"noise", {0.0, 1.0}, "share of training boxes that are swapped", 0.0};

MakeMethod parse(const config::Reader& reader) {
  models::LocalizationSsvmOptions options;
  options.Cs = kC.read(reader);
  const bool is_mean = kScaling.is(reader, "mean");
  options.training.scaling = is_mean ? detection::SlackScaling::mean : detection::SlackScaling::sum;
  options.training.passes = kPasses.read_as<std::size_t>(reader);
  options.training.tolerance = kTolerance.read(reader);
  options.widths = parse_widths(reader);
  options.noise = kNoise.read(reader);
  options.scan = parse_scan(reader);
  return method<models::LocalizationSsvmMethod>(options);
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
