// Where the frames come from, and how they become outputs.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "experiments/frame_compression/coil20.hpp"
#include "experiments/frame_compression/turning_head.hpp"
#include "suite/config/reader.hpp"
#include "suite/study/experiment.hpp"

namespace preimage::experiments::frame_compression {

struct FrameOptions {
  bool rendered = true;  // the turning head; else COIL-20
  TurningHead head;
  std::vector<long> objects;  // of COIL-20: repetition r shows the r-th of them
  std::size_t train_every = 20;
  double noise = 0.0;  // standard deviation on the training frames, in units of pixels in [0, 1]
  bool divide_by_mean_norm = true;
  double factor = 1.0;
};
/// `dataset: {name: turning_head, frames, side, texture, noise, ...}` or `{name: coil20, objects, ...}` with
/// `train_every`, `divide_by_mean_norm`, `factor`.
FrameOptions parse_frames(const suite::config::Reader& dataset);

/// Content hash of the archive, or the generator and its version.
std::string frames_identity(const FrameOptions& options, const suite::data::DataSource& data);

/// A film cut to what lies between training frames: frame 0 and every `train_every`-th frame trains, the
/// frames strictly between are tested, and those after the last training frame are left out, because nothing
/// interpolates there.
struct Film {
  shared::ImageShape shape;
  arma::vec times;         // n: frame number / train_every, so that training frames are 1 apart
  std::vector<int> folds;  // n: 0 trains, 1 is tested
  arma::mat outputs;       // n x pixels, times `scale`; training frames with noise, test frames without
  double scale = 1.0;      // outputs = scale * pixels in [0, 1]
  arma::uvec training_frames() const;
};
/// throws  DataError (fewer than 2 training frames, more repetitions than objects, and what load_coil20
/// throws),
///         NumericalError where the training frames are all black and are to be divided by their mean norm
Film make_film(const FrameOptions& options, const suite::study::DrawContext& context);

}  // namespace preimage::experiments::frame_compression
