// Images of cars in a model file, and new images as PGM files.
#pragma once

#include <memory>

#include "experiments/car_localization/car_images.hpp"
#include "preimage/models/model_file.hpp"
#include "suite/study/kept_samples.hpp"

namespace preimage::experiments::car_localization {

/// Puts the images below "samples/": `pixels`, image after image, and their `sizes` (width, height); their
/// visual `words` and the `codebook` that new images are turned into words by; `boxes` (image, left, top,
/// width, height); how many are training images, and the draw's seed.
void store_cars(const Cars& cars, const Codebook& codebook, std::uint64_t seed, models::ModelFile& file);

struct KeptCars {
  Cars cars;  // without crops, which are for choosing
  std::uint64_t seed = 0;
};
/// throws  DataError where the arrays do not fit each other
KeptCars restored_cars(const CarOptions& options, const models::ModelFile& file);

/// New images: a PGM file, a folder of them, or a tar archive (.tar, .tar.gz), in the order of their names.
std::unique_ptr<suite::study::NewInputs> open_new_images(const CarOptions& options,
                                                         const models::ModelFile& file,
                                                         const suite::study::NewInputsRequest& request);

}  // namespace preimage::experiments::car_localization
