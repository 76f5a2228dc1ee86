#pragma once

#include <memory>
#include <string>

#include "experiments/car_localization/car_scenes.hpp"
#include "experiments/car_localization/codebook.hpp"
#include "experiments/car_localization/localization.hpp"
#include "suite/config/reader.hpp"
#include "suite/data/data_source.hpp"

namespace preimage::experiments::car_localization {

/// `dataset: {name: uiuc_cars, stand_in: {car_crops, other_crops, single_scale, multi_scale}}` (how many are
/// drawn without the real data; all have defaults) and `words: {patch, stride, signed, count,
/// descriptors_per_image, iterations, seed}`.
struct CarOptions {
  CarSceneCounts stand_in;
  CodebookOptions words;
  std::uint64_t codebook_seed = 1;
};
CarOptions parse_cars(const suite::config::Reader& root);

/// Content hash of the archive, or the name, version and size of the stand-in.
std::string cars_identity(const suite::data::DataSource& source, const CarOptions& options);

/// Samples are the training images, 108 at several scales, and after them the 170 test images at one scale;
/// crops are the 1,050 of 100 x 40 pixels.
struct Cars {
  std::shared_ptr<const LocalizationImages> images;
  BoxLists boxes;  // of each image
  std::size_t n_train = 0;
};

/// The images as words of a codebook of the training images. Nothing in here depends on a repetition.
/// throws  DataError as load_uiuc_cars;  cost  about 4 s, or 0.4 s where the cache of `source` has the
/// words
Cars load_cars(const suite::data::DataSource& source, const CarOptions& options);
/// The codebook of these images, learned anew: what new images are turned into words by.
Codebook learn_words(const suite::data::DataSource& source, const CarOptions& options);

}  // namespace preimage::experiments::car_localization
