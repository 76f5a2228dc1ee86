#include "preimage/models/sketched_kde.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/available_memory.hpp"
#include "preimage/base/lazy.hpp"
#include "preimage/kernels/kernel.hpp"
#include "preimage/models/fit_notes.hpp"
#include "preimage/models/kernel_dependency_estimation.hpp"
#include "preimage/outputs/training_outputs.hpp"
#include "preimage/regression/kernel_ridge.hpp"
#include "preimage/regression/landmark_ridge.hpp"
#include "preimage/regression/ridge_rounding.hpp"
#include "preimage/samples/folds.hpp"

namespace preimage::models {

using decoders::TrainingPredictions;
using regression::LandmarkRule;
using samples::seed_for_repetition;

namespace {

/// The largest number from 0 to `most` that fits, rounded down to two digits.
arma::uword most_fitting(const LandmarkSize& size, arma::uword most, std::uint64_t there) {
  arma::uword fits = 0;
  while (fits < most) {
    const arma::uword middle = fits + (most - fits + 1) / 2;
    if (landmark_bytes(size, middle) <= there) {
      fits = middle;
    } else {
      most = middle - 1;
    }
  }
  arma::uword unit = 1;
  while (fits / unit >= 100) unit *= 10;
  return fits / unit * unit;
}

}  // namespace

arma::uword landmark_rows_at_once(LandmarkSolver solver) {
  // More rows share what is computed of the landmarks; the direct way keeps the blocks, and so the last
  // digits, that it always had.
  return solver == LandmarkSolver::direct ? 1024 : 4096;
}

std::uint64_t landmark_bytes(const LandmarkSize& size, arma::uword landmarks) {
  const std::uint64_t n = size.n_samples, m = landmarks, q = size.n_values;
  const std::uint64_t rows = std::min<std::uint64_t>(n, landmark_rows_at_once(size.solver));
  const bool has_weights = q >= n && size.solver == LandmarkSolver::direct;
  std::uint64_t solution = 3 * m * m + 3 * rows * m + (has_weights ? 3 * n * m : 4 * m * q);
  if (size.solver == LandmarkSolver::conjugate_gradient) solution += n * m + 2 * m * m;
  return sizeof(double) * solution;
}

void require_landmark_memory(const LandmarkSize& size, arma::uword landmarks,
                             const std::optional<std::uint64_t>& allowed) {
  const std::uint64_t bytes = landmark_bytes(size, landmarks);
  const std::optional<std::uint64_t> there = base::too_little_memory(bytes, allowed);
  if (!there) return;
  throw LandmarkMemoryError(
      fmt::format("{} landmarks ({}) of {} training samples: {}", landmarks, regression::name_of(size.rule),
                  size.n_samples, base::memory_shortage(bytes, *there)),
      most_fitting(size, landmarks, *there));
}

namespace {

/// use(rows) for one block of positions after the other.
template <class Use>
void for_each_block_of_rows(arma::uword n, LandmarkSolver solver, const Use& use) {
  const arma::uword at_once = landmark_rows_at_once(solver);
  for (arma::uword begin = 0; begin < n; begin += at_once)
    use(arma::regspace<arma::uvec>(begin, std::min(begin + at_once, n) - 1));
}

/// Where there are any.
arma::uvec select(const arma::uvec& positions, const arma::uvec& some) {
  return positions.is_empty() ? positions : arma::uvec(positions.elem(some));
}

/// throws  std::invalid_argument where points cannot be learned in explicit features of the outputs
void require_feature_targets(const SketchedKdeOptions& options) {
  const char* reason =
      !options.decoder.takes_features ? "this decoder works on weights of all training outputs"
      : !options.cut.keeps_all() ? "principal directions that are cut come as weights of all training outputs"
                                 : nullptr;
  if (reason != nullptr)
    throw std::invalid_argument(
        fmt::format("conjugate gradients learn few values, and {}: take a sketch of the outputs "
                    "(output_sketch), or solve directly",
                    reason));
}

class SketchedKdeMethod final : public Method {
 public:
  explicit SketchedKdeMethod(SketchedKdeOptions options)
      : Method(under_each_bandwidth(options.bandwidths, grid_of("ridge", options.ridges))),
        options_(std::move(options)) {
    if (!options_.landmarks && !options_.output_sketch)
      throw std::invalid_argument("neither landmarks nor a sketch of the outputs");
    if (options_.solver == LandmarkSolver::conjugate_gradient && !options_.landmarks)
      throw std::invalid_argument("conjugate gradients need landmarks");
    if (options_.solver == LandmarkSolver::conjugate_gradient && !options_.output_sketch)
      require_feature_targets(options_);
    if (options_.decoder.fitted == TrainingPredictions::leave_one_out)
      throw std::invalid_argument("leave-one-out predictions need all training samples in the map");
    if (options_.output_sketch && !options_.cut.keeps_all())
      throw std::invalid_argument("a sketch of the outputs stands in place of their principal directions");
  }

  /// Names the rule where its needs are not met: kmeans needs a kernel on vectors, and no rule has more
  /// landmarks than samples.
  void require(const samples::DataSet& data) const override {
    const kernels::Points x = kernels::points_of(data.inputs);
    kernels::points_of(data.outputs);
    if (options_.landmarks) {
      regression::require_landmarks(*options_.landmarks, x.size());
      if (options_.landmarks->rule == LandmarkRule::kmeans && !x.are_of<kernels::Vectors>())
        throw std::invalid_argument("landmarks by kmeans need a kernel on vectors; the inputs are " +
                                    x.kind());
    }
    options_.decoder.require(data);
  }
  bool is_random() const override { return true; }
  std::string description() const override {
    std::string landmarks = "all samples", sketch = "none";
    if (options_.landmarks) {
      landmarks = fmt::format("{} by rule {} with seed {}", options_.landmarks->count,
                              static_cast<int>(options_.landmarks->rule), options_.landmarks->seed);
    }
    if (options_.output_sketch) {
      const outputs::OutputSketch& s = *options_.output_sketch;
      sketch = fmt::format("{} of kind {} with density {} and seed {}", s.size, static_cast<int>(s.kind),
                           s.density, s.seed);
    }
    return fmt::format("kernel dependency estimation(landmarks = {}, output sketch = {}, {})", landmarks,
                       sketch, described(options_.cut, options_.centring, options_.decoder));
  }
  FittedPtr fit(std::size_t g, const samples::DataSet& training,
                const regression::KeptArrays& kept) const override {
    const std::shared_ptr<const Bound> bound = bind(training, kept);
    const kernels::Points x = kernels::points_of(training.inputs).without_held_gram();
    const Expansion expansion = kept_expansion(g, x, *bound, kept);
    return fitted([=, method = *this, b = options_.bandwidths.at(g).b](const samples::SampleSet& inputs) {
      return method.decoded(expansion, *bound, x, inputs, b);
    });
  }
  void predict_grid(const samples::DataSet& training, const samples::SampleSet& inputs,
                    const Sink& sink) const override {
    const std::shared_ptr<const Bound> bound = bind(training);
    const kernels::Points x = kernels::points_of(training.inputs).without_held_gram();
    for (std::size_t b = 0; b < options_.bandwidths.size(); ++b) {
      for_each_expansion(x, *bound, b, options_.ridges, [&](std::size_t r, const Expansion& expansion) {
        sink(options_.bandwidths.number(r, b), decoded(expansion, *bound, x, inputs, b));
      });
    }
  }

 private:
  /// What is learned is one of
  ///   coordinates of an output sketch, or explicit features      n x q, learned as they are
  ///   neither                                                    weights of all outputs, n of them
  struct Bound {
    std::shared_ptr<const outputs::TrainingOutputs> outputs;
    std::shared_ptr<const decoders::Decoder> decoder;
    std::optional<arma::mat> targets;  // n x q, minus their mean where the outputs are centred
    arma::rowvec mean;                 // of the targets, 0 where they are not
    std::optional<arma::mat>
        expansion;  // of a sketch, to weights of the outputs, for decoders that ask for weights
    bool is_sketch = false;
    std::optional<regression::LandmarkChoice> landmarks;  // with the seed of these samples
    std::optional<std::uint64_t> memory;                  // bytes that the fit may take

    arma::uword n_values() const { return targets ? targets->n_cols : outputs->size(); }

    void learn(arma::mat values, bool are_centred) {
      mean =
          are_centred ? arma::rowvec(arma::mean(values, 0)) : arma::rowvec(values.n_cols, arma::fill::zeros);
      values.each_row() -= mean;
      targets = std::move(values);
    }

    /// values  t x n_values(), of an expansion, and their errors, where they are known
    outputs::FeaturePoints points(arma::mat values, arma::vec errors) const {
      if (!targets) return outputs::Weights{std::move(values), std::move(errors)};
      values.each_row() += mean;
      if (expansion) return outputs::Weights{values * *expansion};
      if (is_sketch) values.resize(values.n_rows, values.n_cols + 1);  // no prediction lies beside the span
      return outputs::Features{std::move(values), std::move(errors)};
    }
  };
  struct Landmarks {
    kernels::Points points;
    arma::uvec positions;  // among the training samples; empty where they are centres of clusters
  };
  struct Expansion {
    Landmarks landmarks;
    arma::mat coefficients;  // m x q, of the features that are learned, or m x n: weights
    regression::FitQuality quality = {};
    arma::mat rounding = {};  // m x 4 (regression/ridge_rounding.hpp)
  };

  std::shared_ptr<const Bound> bind(const samples::DataSet& training,
                                    const regression::KeptArrays& kept = {}) const {
    const bool are_centred = options_.centring == outputs::Centring::training_mean;
    auto bound = std::make_shared<Bound>();
    samples::SampleSet outputs = training.outputs;
    outputs::Centring centring = options_.centring;
    bound->memory = kept.resources().memory;
    bound->landmarks = options_.landmarks;
    if (bound->landmarks)
      bound->landmarks->seed = seed_for_repetition(training.inputs, bound->landmarks->seed);
    if (options_.output_sketch) {
      outputs::OutputSketch drawn = *options_.output_sketch;
      drawn.seed = seed_for_repetition(training.inputs, drawn.seed);
      outputs::SketchedOutputs sketch = outputs::sketched_outputs(drawn, kernels::points_of(outputs), kept);
      centring = outputs::Centring::none;  // points come with the mean
      bound->is_sketch = true;
      if (options_.decoder.takes_features) {
        outputs = outputs.with(
            outputs::ExplicitFeatures{arma::join_rows(sketch.coordinates, sketch.residual_norm)});
      } else {
        bound->expansion = std::move(sketch.expansion);
      }
      bound->learn(std::move(sketch.coordinates), are_centred);
    }
    bound->outputs = std::make_shared<const outputs::TrainingOutputs>(outputs, options_.cut, centring, kept);
    const arma::mat* F = bound->outputs->features();
    if (!bound->is_sketch && options_.decoder.takes_features && options_.cut.keeps_all() && F != nullptr &&
        F->n_cols < F->n_rows)
      bound->learn(*F, are_centred);
    bound->decoder = options_.decoder.bind(training.inputs, bound->outputs);
    return bound;
  }
  static Landmarks landmarks_of(const regression::LandmarkChoice& choice, const kernels::Points& x) {
    if (choice.rule == LandmarkRule::kmeans) {
      const auto centres = std::make_shared<const kernels::Vectors>(
          regression::k_means_landmarks(choice, x.samples<kernels::Vectors>()));
      return {x.with_new_samples(centres), {}};
    }
    const arma::uvec chosen = regression::uniform_landmarks(choice, x.size());
    return {x.subset(chosen), chosen};
  }
  /// The expansions of all ridges of a bandwidth, in order.
  void for_each_expansion(const kernels::Points& x, const Bound& bound, std::size_t b,
                          const std::vector<double>& ridges,
                          const std::function<void(std::size_t r, Expansion)>& use) const {
    if (takes_all(x.size())) {
      for (std::size_t r = 0; r < ridges.size(); ++r) use(r, exact(x, bound, b, ridges[r]));
      return;
    }
    require_landmark_memory({x.size(), bound.n_values(), options_.solver, bound.landmarks->rule},
                            bound.landmarks->count, bound.memory);
    if (options_.solver == LandmarkSolver::conjugate_gradient)
      return for_each_iterated(x, bound, b, ridges, use);
    Landmarks landmarks = landmarks_of(*bound.landmarks, x);
    const arma::uword n = x.size(), q = bound.targets ? bound.targets->n_cols : 0;
    regression::LandmarkNormalEquations equations(
        options_.bandwidths.gram(landmarks.points, landmarks.points, b).all(), n, q, options_.ridges.back());
    landmarks = {landmarks.points.subset(equations.kept()), select(landmarks.positions, equations.kept())};
    arma::mat K_Mn;  // held where weights of all outputs are learned
    if (!bound.targets) K_Mn.set_size(landmarks.points.size(), n);
    for_each_block_of_rows(n, options_.solver, [&](const arma::uvec& rows) {
      arma::mat K_rows = options_.bandwidths.gram(x.subset(rows), landmarks.points, b).all();
      if (!bound.targets) K_Mn.cols(rows.front(), rows.back()) = K_rows.t();
      equations.add(std::move(K_rows), bound.targets
                                           ? arma::mat(bound.targets->rows(rows.front(), rows.back()))
                                           : arma::mat(rows.n_elem, 0));
    });
    const regression::LandmarkRidge solved = std::move(equations).solved();
    for (std::size_t r = 0; r < ridges.size(); ++r) {
      Expansion expansion{landmarks, {}};
      regression::LandmarkErrors errors;
      expansion.coefficients = bound.targets ? solved.coefficients(ridges[r], &errors)
                                             : solved.coefficients(ridges[r], K_Mn, &errors);
      expansion.quality = errors.quality();
      expansion.rounding = std::move(errors.columns);
      use(r, std::move(expansion));
    }
  }
  void for_each_iterated(const kernels::Points& x, const Bound& bound, std::size_t b,
                         const std::vector<double>& ridges,
                         const std::function<void(std::size_t r, Expansion)>& use) const {
    if (!bound.targets)
      throw std::invalid_argument(
          "conjugate gradients learn few values: these outputs have no explicit features, or not less of "
          "them "
          "than there are samples; take a sketch of them, or solve directly");
    Landmarks landmarks = landmarks_of(*bound.landmarks, x);
    regression::HeldLandmarkRidge ridge(options_.bandwidths.gram(landmarks.points, landmarks.points, b).all(),
                                        bound.targets->n_cols);
    landmarks = {landmarks.points.subset(ridge.kept()), select(landmarks.positions, ridge.kept())};
    const kernels::Points copied = landmarks.points.with_copied_samples();
    for_each_block_of_rows(x.size(), options_.solver, [&](const arma::uvec& rows) {
      ridge.add(options_.bandwidths.gram(copied, x.subset(rows), b).all(),
                bound.targets->rows(rows.front(), rows.back()));
    });
    for (std::size_t r = 0; r < ridges.size(); ++r) {
      regression::IteratedCoefficients found = ridge.coefficients(ridges[r]);
      // A residual that does not fall to the goal is rounding of nearly dependent landmarks.
      const double moved = found.residual > 10.0 * regression::kIteratedResidual ? found.residual : 0.0;
      use(r, {landmarks, std::move(found.values), {1.0, moved}, std::move(found.columns)});
    }
  }
  /// Whether all samples carry the expansion: it is then that of the ridge.
  bool takes_all(arma::uword n_samples) const {
    if (!options_.landmarks) return true;
    return options_.landmarks->rule == LandmarkRule::uniform && options_.landmarks->count == n_samples;
  }
  Expansion exact(const kernels::Points& x, const Bound& bound, std::size_t b, double ridge) const {
    base::require_memory((bound.targets ? 1 : 2) * sizeof(double) * x.size() * x.size(),
                         fmt::format("the map from {} training samples", x.size()), bound.memory);
    Expansion expansion{{x, arma::regspace<arma::uvec>(0, x.size() - 1)}, {}};
    const kernels::Gram K = options_.bandwidths.gram(x, x, b);
    if (bound.targets) {
      regression::RidgeFit fit = regression::fit_ridge(K, *bound.targets, ridge);
      expansion.coefficients = std::move(fit.coefficients);
      expansion.quality.rcond = fit.rcond;
      expansion.rounding = *fit.rounding.columns;
    } else {
      const linalg::SymmetricMatrix gram = regression::input_gram_matrix(K.all());
      expansion.coefficients = regression::ridge_dual_operator(gram, regression::RidgeForm::plain, ridge,
                                                               &expansion.quality.rcond);
      const base::Lazy<arma::mat> inverse(expansion.coefficients);
      expansion.rounding =
          *regression::rounding_of_inverse(inverse, arma::sqrt(gram.values().diag() + ridge), ridge).columns;
    }
    return expansion;
  }
  Expansion kept_expansion(std::size_t g, const kernels::Points& x, const Bound& bound,
                           const regression::KeptArrays& kept) const {
    const auto [r, b] = options_.bandwidths.at(g);
    Expansion result{{x, {}}, {}};
    if (!kept.is_loading())
      for_each_expansion(x, bound, b, {options_.ridges[r]},
                         [&](std::size_t, Expansion expansion) { result = std::move(expansion); });
    Landmarks& landmarks = result.landmarks;
    if (options_.landmarks && options_.landmarks->rule == LandmarkRule::kmeans) {
      arma::mat centres;
      if (!kept.is_loading()) centres = landmarks.points.samples<kernels::Vectors>().t();
      kept.field("landmarks",
                 regression::Shape::up_to(x.samples<kernels::Vectors>().n_cols, options_.landmarks->count),
                 centres);
      landmarks.points = x.with_new_samples(std::make_shared<const kernels::Vectors>(centres.t()));
    } else if (options_.landmarks) {
      kept.field("landmarks", x.size(), landmarks.positions);
      landmarks.points = x.subset(landmarks.positions);
    }
    kept.field("coefficients", {landmarks.points.size(), bound.n_values()}, result.coefficients);
    kept.field(result.quality);
    if (kept.has("rounding"))
      kept.field("rounding", {result.coefficients.n_rows, regression::kRoundingColumns}, result.rounding);
    return result;
  }
  /// An expansion's values at some inputs, rows by rows.
  outputs::FeaturePoints points(const Expansion& expansion, const Bound& bound, const kernels::Points& inputs,
                                std::size_t b) const {
    const arma::mat columns = arma::join_rows(expansion.coefficients, expansion.rounding);
    arma::mat result(inputs.size(), columns.n_cols);
    for_each_block_of_rows(inputs.size(), options_.solver, [&](const arma::uvec& rows) {
      result.rows(rows.front(), rows.back()) =
          options_.bandwidths.gram(inputs.subset(rows), expansion.landmarks.points, b).all() * columns;
    });
    if (expansion.rounding.is_empty()) return bound.points(std::move(result), {});
    return bound.points(result.head_cols(expansion.coefficients.n_cols),
                        regression::rounding_errors(result.tail_cols(expansion.rounding.n_cols)));
  }
  outputs::Prediction decoded(const Expansion& expansion, const Bound& bound, const kernels::Points& training,
                              const samples::SampleSet& inputs, std::size_t b) const {
    decoders::FeaturePrediction prediction{points(expansion, bound, kernels::points_of(inputs), b)};
    if (options_.decoder.fitted == TrainingPredictions::in_sample)
      prediction.fitted = points(expansion, bound, training, b);
    return FitNotes{expansion.quality, "", equal_cut(*bound.outputs)}.with_notes(
        bound.decoder->decode(prediction, inputs), inputs.size());
  }

  SketchedKdeOptions options_;
};

}  // namespace

MethodPtr sketched_kde_method(SketchedKdeOptions options) {
  sort_grid(options.ridges, std::greater<>(), "ridge", 0.0, true);
  return std::make_unique<const SketchedKdeMethod>(std::move(options));
}

}  // namespace preimage::models
