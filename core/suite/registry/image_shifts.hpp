#pragma once

#include <optional>
#include <vector>

#include "preimage/samples/image_shifts.hpp"
#include "suite/config/reader.hpp"

namespace preimage::suite::registry {

/// `shift`, steps in pixels.
/// size    of the smaller side of the images
/// throws  ConfigError, also for steps without 0, a step twice, and one that moves the whole image out
std::vector<int> parse_shift_steps(const config::Reader& reader, arma::uword size);

/// `virtual_examples: {shift: [-1, 0, 1], background: 0}` of images of this size; nothing where the key is
/// absent.
/// background  where the config says none
/// throws  as parse_shift_steps
std::optional<samples::ImageShifts> parse_image_shifts(const config::Reader& root, arma::uword width,
                                                       arma::uword height, double background);

}  // namespace preimage::suite::registry
