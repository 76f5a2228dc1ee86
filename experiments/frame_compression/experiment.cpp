// Frames between frames: kernel PCA compression of a film (Bakir, Weston, Schoelkopf 2003, sec. 4).
#include "suite/study/experiment.hpp"

#include "experiments/frame_compression/figure2.hpp"
#include "experiments/frame_compression/frames.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/linalg/distances.hpp"
#include "preimage/losses/losses.hpp"
#include "suite/registry/kernel_table.hpp"
#include "suite/study/chosen_loss.hpp"
#include "suite/study/loss_measure.hpp"
#include "suite/study/task.hpp"

namespace preimage::experiments::frame_compression {

using namespace suite;

namespace {

using OutputKernel = std::shared_ptr<const kernels::Kernel<kernels::Vectors>>;

/// Per frame: the mean squared error of a pixel, in units of pixels in [0, 1], and the same in decibels.
std::vector<study::Measure> frame_measures(const samples::SampleSet& outputs, double scale,
                                           arma::uword pixels) {
  const losses::Loss<kernels::Vectors> total = losses::squared_error_loss();
  const double unit = 1.0 / (scale * scale * static_cast<double>(pixels));
  const losses::Loss<kernels::Vectors> per_pixel{
      "mean_squared_error", false,
      [total, unit](const arma::mat& truth, const arma::mat& predicted) -> std::optional<arma::vec> {
        return *total(truth, predicted) * unit;
      }};
  const losses::Loss<kernels::Vectors> decibels{
      "psnr_db", true,
      [per_pixel](const arma::mat& truth, const arma::mat& predicted) -> std::optional<arma::vec> {
        return losses::peak_signal_to_noise_ratio(*per_pixel(truth, predicted), 1.0);
      }};
  return {study::loss_measure(per_pixel.name, per_pixel, outputs),
          study::loss_measure(decibels.name, decibels, outputs)};
}

std::shared_ptr<const study::Task> make_task(Film film, const OutputKernel& kernel) {
  auto task = std::make_shared<study::Task>();
  const arma::uword pixels = film.outputs.n_cols;
  const auto frames = std::make_shared<const arma::mat>(std::move(film.outputs));
  // No frame between the training frames is ever trained on: their kernel values would cost a hundred times
  // as much.
  const samples::SampleSet& outputs = task->data.outputs =
      samples::SampleSet(frames->n_rows)
          .with(frames)
          .with(kernels::Points::by_block<arma::mat>(kernel, frames));
  task->data.inputs = outputs::with_input_kernel<kernels::Vectors>(
      std::make_shared<const kernels::LinearKernel>(), arma::mat(film.times));
  task->measures = frame_measures(outputs, film.scale, pixels);
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
  experiment.figures = {{"figure2.svg",
                         "Figure 2: frames between those of the training set, and what each method makes of "
                         "their kernel principal components.",
                         {"kde", "linear_interpolation"},
                         {},
                         draw_figure2,
                         figure2_frames}};
  study::take_named_loss<kernels::Vectors>(experiment, root);
  return experiment;
}

std::vector<registry::ParameterFacts> experiment_keys() {
  return registry::facts_of(
      registry::Part{"output_kernel", registry::a_kernel("a kernel on vectors"), "of the outputs"});
}

}  // namespace preimage::experiments::frame_compression
