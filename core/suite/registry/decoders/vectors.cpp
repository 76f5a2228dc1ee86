#include "preimage/decoders/distance_constraint.hpp"
#include "preimage/decoders/exact_preimage.hpp"
#include "preimage/decoders/fixed_point.hpp"
#include "preimage/decoders/gradient_descent.hpp"
#include "preimage/decoders/learned_preimage.hpp"
#include "preimage/decoders/nelder_mead.hpp"
#include "preimage/decoders/quadratic_preimage.hpp"
#include "preimage/decoders/shifted_candidates.hpp"
#include "suite/registry/decoder_table.hpp"
#include "suite/registry/image_shifts.hpp"

namespace preimage::suite::registry {

namespace {

/// Of decoders that iterate from a start.
template <class Options, decoders::DecoderRecipe (*decoder)(decoders::Start, const Options&)>
DecoderRow iterating(const std::string& name, int version, const std::string& summary) {
  static constexpr Integer kMaxIterations{"max_iterations", 1, 1000000, "then it has not converged",
                                          Options{}.max_iterations};
  return {name,
          version,
          summary,
          facts_of(start_parameters(), kMaxIterations),
          "{name: " + name + "}",
          [](const config::Reader& reader) {
            Options options;
            options.max_iterations = kMaxIterations.read_as<int>(reader);
            return decoder(parse_start(reader), options);
          }};
}

namespace nelder_mead {

constexpr Number kEvaluations{"evaluations_per_coordinate",
                              {1.0, 1e6},
                              "then it has not converged",
                              decoders::NelderMeadOptions{}.evaluations_per_coordinate};

decoders::DecoderRecipe parse(const config::Reader& reader) {
  decoders::NelderMeadOptions options;
  options.evaluations_per_coordinate = kEvaluations.read(reader);
  return decoders::nelder_mead_decoder(parse_start(reader), options);
}

DecoderRow row() {
  return {"nelder_mead",
          1,
          "the simplex search of MATLAB's fminsearch, for a Gaussian output kernel",
          facts_of(start_parameters(), kEvaluations),
          "{name: nelder_mead}",
          parse};
}

}  // namespace nelder_mead

namespace distance_constraint {

constexpr Integer kNeighbours{"neighbours", 2, 1000000, "training outputs whose distances are used", 10};

decoders::DecoderRecipe parse(const config::Reader& reader) {
  return decoders::distance_constraint_decoder(kNeighbours.read_as<arma::uword>(reader));
}

DecoderRow row() {
  return {"distance_constraint",
          1,
          "from the distances to the nearest training outputs, for a Gaussian output kernel",
          facts_of(kNeighbours),
          "{name: distance_constraint, neighbours: 8}",
          parse};
}

}  // namespace distance_constraint

namespace learned_preimage {

constexpr Number kSigma{"sigma", config::kPositive, "bandwidth on the coordinates"};
constexpr Number kRidge{"ridge", config::kNonNegative, "added to the diagonal"};
constexpr Choice kRidgeForm{"ridge_form", "plain | squared",
                            "penalty ||w||^2, or ||beta||^2 (TR-098, eq. (6))", "plain"};
constexpr Flag kCentreTargets{"centre_targets", "the outputs' mean is taken off first", true};

decoders::DecoderRecipe parse(const config::Reader& reader) {
  decoders::LearnedPreimageOptions options;
  options.sigma = kSigma.read(reader);
  options.ridge = kRidge.read(reader);
  if (kRidgeForm.is(reader, "squared")) options.form = regression::RidgeForm::squared;
  options.centre_targets = kCentreTargets.read(reader);
  return decoders::learned_preimage_decoder(options);
}

DecoderRow row() {
  return {"learned_preimage",
          2,
          "a regression from coordinates in feature space to outputs",
          facts_of(kSigma, kRidge, kRidgeForm, kCentreTargets),
          "{name: learned_preimage, sigma: 1, ridge: 0.01}",
          parse};
}

}  // namespace learned_preimage

namespace shifted_candidates {

constexpr Integer kWidth{"width", 2, 100000, "pixels of a line of the images that the outputs are"};
constexpr Integers kShift{"shift", -99999, 99999,
                          "steps in pixels, 0 among them: each to the right, each down"};
constexpr Number kBackground{"background", config::kAny, "what comes in at the edges", 0.0};

decoders::DecoderRecipe parse(const config::Reader& reader) {
  decoders::ShiftedCandidatesOptions options;
  options.width = kWidth.read_as<arma::uword>(reader);
  options.steps = parse_shift_steps(reader, options.width);
  options.background = kBackground.read(reader);
  return decoders::shifted_candidates_decoder(options);
}

DecoderRow row() {
  return {"shifted_candidates",
          1,
          "the training output nearest to the prediction, an image, at the nearest of its shifts",
          facts_of(kWidth, kShift, kBackground),
          "{name: shifted_candidates, width: 2, shift: [0, 1]}",
          parse};
}

}  // namespace shifted_candidates

}  // namespace

void add_vectors(DecoderRows& table) {
  table.insert(
      table.end(),
      {plain_row<decoders::closed_form_decoder>(
           "closed_form", 1, "the weighted sum of the training outputs: exact for a linear output kernel"),
       plain_row<decoders::exact_preimage_decoder>(
           "exact_preimage", 1,
           "the pre-image of a polynomial output kernel of odd degree, coordinate by coordinate"),
       plain_row<decoders::quadratic_preimage_decoder>("quadratic_preimage", 1,
                                                       "the pre-image of the output kernel (y . z)^2 by an "
                                                       "eigenproblem, its sign by the training outputs"),
       iterating<decoders::FixedPointOptions, decoders::fixed_point_decoder>(
           "fixed_point", 2,
           "iterates z = sum_i w_i k(z, y_i) y_i / sum_i w_i k(z, y_i) for a Gaussian output kernel"),
       iterating<decoders::GradientDescentOptions, decoders::gradient_descent_decoder>(
           "gradient_descent", 3, "L-BFGS on the distance in feature space of a Gaussian output kernel"),
       nelder_mead::row(), distance_constraint::row(), learned_preimage::row(), shifted_candidates::row()});
}

}  // namespace preimage::suite::registry
