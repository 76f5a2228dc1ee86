#include "experiments/frame_compression/frames.hpp"

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/random.hpp"

namespace preimage::experiments::frame_compression {

using namespace suite;

namespace {

constexpr const char* kArchive = "coil20/coil-20-proc.tar.gz";

/// The head, drawn once per process and setting: readings and repetitions mostly share it, and drawing it
/// takes longer than everything else.
std::shared_ptr<const ImageSequence> rendered(const TurningHead& head) {
  static TurningHead last;
  static std::shared_ptr<const ImageSequence> frames;
  if (frames == nullptr || !(last == head)) {
    frames.reset();  // before the next film takes as much memory again
    frames = std::make_shared<const ImageSequence>(render(head));
    last = head;
  }
  return frames;
}

std::shared_ptr<const ImageSequence> sequence_of(const FrameOptions& options,
                                                 const study::DrawContext& context) {
  if (options.rendered) return rendered(options.head);
  const auto repetition = static_cast<std::size_t>(context.repetition);
  if (repetition >= options.objects.size()) {
    throw DataError(fmt::format("dataset.objects: {} objects, no object for repetition {}",
                                options.objects.size(), repetition + 1));
  }
  return std::make_shared<const ImageSequence>(
      load_coil20(context.data.find(kArchive).path, options.objects[repetition]));
}

/// Outputs of the film become scale * pixels.
void rescale(Film& film, const FrameOptions& options) {
  film.scale = options.factor;
  if (options.divide_by_mean_norm) {
    const arma::mat Y = film.outputs.rows(film.training_frames());
    const double norm = arma::mean(arma::sqrt(arma::sum(arma::square(Y), 1)));
    if (!(norm > 0.0)) throw NumericalError("the training frames are black: their mean norm is 0");
    film.scale /= norm;
  }
  film.outputs *= film.scale;
}

}  // namespace

FrameOptions parse_frames(const config::Reader& dataset) {
  FrameOptions options;
  options.rendered = dataset.choice("name", {"turning_head", "coil20"}) == "turning_head";
  if (options.rendered) {
    options.head.frames = static_cast<std::size_t>(dataset.integer("frames", 2, 10000, 1000));
    options.head.side = static_cast<std::size_t>(dataset.integer("side", 1, 256, 100));
    options.head.texture = dataset.boolean("texture", true);
  } else {
    options.objects = dataset.integers("objects", 1, kCoilObjects);
  }
  options.train_every = static_cast<std::size_t>(dataset.integer("train_every", 2, 10000));
  options.noise = dataset.number("noise", config::kNonNegative, 0.0);
  options.divide_by_mean_norm = dataset.boolean("divide_by_mean_norm", true);
  options.factor = dataset.number("factor", config::kPositive, 1.0);
  return options;
}

std::string frames_identity(const FrameOptions& options, const data::DataSource& data) {
  if (options.rendered) return fmt::format("turning head {}", kTurningHeadVersion);
  return data.find(kArchive).content_sha256;
}

arma::uvec Film::training_frames() const {
  return arma::find(arma::conv_to<arma::ivec>::from(folds) == 0);
}

Film make_film(const FrameOptions& options, const study::DrawContext& context) {
  const std::shared_ptr<const ImageSequence> sequence = sequence_of(options, context);
  const std::size_t steps = (sequence->pixels.n_rows - 1) / options.train_every;
  if (steps < 1) {
    throw DataError(fmt::format("dataset.train_every: {} frames hold fewer than 2 training frames {} apart",
                                sequence->pixels.n_rows, options.train_every));
  }
  Film film;
  film.shape = sequence->shape;
  film.outputs = sequence->pixels.head_rows(steps * options.train_every + 1);
  film.times.set_size(film.outputs.n_rows);
  base::Random random(context.seed);
  for (arma::uword i = 0; i < film.outputs.n_rows; ++i) {
    film.times(i) = static_cast<double>(i) / static_cast<double>(options.train_every);
    film.folds.push_back(i % options.train_every == 0 ? 0 : 1);
    if (film.folds.back() != 0 || options.noise == 0.0) continue;
    film.outputs.row(i).for_each([&](double& pixel) { pixel += options.noise * random.gaussian(); });
  }
  rescale(film, options);
  return film;
}

}  // namespace preimage::experiments::frame_compression
