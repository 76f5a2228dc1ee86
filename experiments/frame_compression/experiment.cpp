// Frames between frames: kernel PCA compression of a film (Bakir, Weston, Schoelkopf 2003, sec. 4).
#include "suite/study/experiment.hpp"

#include "experiments/frame_compression/figure2.hpp"
#include "experiments/frame_compression/frames.hpp"
#include "experiments/shared/measures.hpp"
#include "preimage/linalg/distances.hpp"
#include "preimage/losses/losses.hpp"
#include "suite/registry/kernel_table.hpp"
#include "suite/study/task.hpp"

namespace preimage::experiments::frame_compression {

using namespace suite;

namespace {

using OutputKernel = std::shared_ptr<const kernels::Kernel<kernels::Vectors>>;

/// L between training frames. No frame between them is ever trained on, so the other entries are left NaN:
/// they would cost a hundred times as much, and whoever used one by mistake would notice.
arma::mat training_gram(const Film& film, const kernels::Kernel<kernels::Vectors>& kernel) {
  arma::mat L(film.outputs.n_rows, film.outputs.n_rows);
  L.fill(arma::datum::nan);
  const arma::uvec train = film.training_frames();
  L.submat(train, train) = kernel.gram(arma::mat(film.outputs.rows(train)));
  return L;
}

/// Per frame: the mean squared error of a pixel, in units of pixels in [0, 1], and the same in decibels.
std::vector<validation::Measure> frame_measures(const validation::Problem& problem, double scale) {
  const validation::Measure total = shared::squared_error_measure("squared_error", problem);
  const double unit = 1.0 / (scale * scale * static_cast<double>(problem.output_vectors.n_cols));
  const auto per_pixel = [total, unit](const validation::Prediction& prediction,
                                       const validation::Indices& test) -> std::optional<arma::vec> {
    const std::optional<arma::vec> errors = total.values(prediction, test);
    if (!errors) return std::nullopt;
    return *errors * unit;
  };
  const auto decibels = [per_pixel](const validation::Prediction& prediction,
                                    const validation::Indices& test) -> std::optional<arma::vec> {
    const std::optional<arma::vec> errors = per_pixel(prediction, test);
    if (!errors) return std::nullopt;
    return losses::peak_signal_to_noise_ratio(*errors, 1.0);
  };
  return {{"mean_squared_error", per_pixel}, {"psnr_db", decibels}};
}

std::shared_ptr<const study::Task> make_task(Film film, const OutputKernel& kernel) {
  auto task = std::make_shared<study::Task>();
  validation::Problem& problem = task->problem;
  problem.input_vectors = film.times;
  problem.input_gram = film.times * film.times.t();
  problem.input_squared_distances = linalg::squared_euclidean_distances(film.times);
  problem.output_gram = training_gram(film, *kernel);
  problem.output_kernel = kernel;
  problem.is_candidate.ones(film.outputs.n_rows);
  problem.output_vectors = std::move(film.outputs);
  task->measures = frame_measures(problem, film.scale);
  task->given_folds = std::move(film.folds);
  task->records_vectors = false;  // 931 frames of 10,000 pixels
  for (std::size_t i = 0; i < task->given_folds.size(); ++i) {
    task->ids.push_back(static_cast<long>(i));
    task->inputs.push_back("frame " + std::to_string(i));
  }
  task->outputs = task->inputs;
  return task;
}

}  // namespace

study::Experiment make_experiment(const config::Reader& root) {
  const FrameOptions options = parse_frames(root.map("dataset"));
  const OutputKernel kernel = registry::make_kernel<kernels::Vectors>(root.map("output_kernel"));

  study::Experiment experiment;
  experiment.has_chance = options.noise > 0.0 || options.objects.size() > 1;
  experiment.redraws_data = experiment.has_chance;
  experiment.keeps_samples = options.objects.size() <= 1;  // else each repetition has an object of its own
  experiment.data_identity = [options](const data::DataSource& data) {
    return frames_identity(options, data);
  };
  experiment.draw = [=](const study::DrawContext& context) {
    return make_task(make_film(options, context), kernel);
  };
  experiment.measures = {"mean_squared_error", "psnr_db"};
  experiment.gains = {"psnr_db"};
  experiment.figures = {{"figure2.png",
                         "Figure 2: frames between those of the training set, and what each method makes of "
                         "their kernel principal components.",
                         draw_figure2}};
  return experiment;
}

}  // namespace preimage::experiments::frame_compression
