#pragma once

#include <optional>

#include "preimage/models/virtual_examples.hpp"
#include "suite/config/reader.hpp"

namespace preimage::suite::registry {

/// `virtual_examples: {shift: [-1, 0, 1], background: 0}` of images of this size; nothing where the key is
/// absent.
/// background  where the config says none
/// throws  ConfigError, also for steps without 0, a step twice, and one that moves the whole image out
std::optional<models::ImageShifts> parse_image_shifts(const config::Reader& root, arma::uword width,
                                                      arma::uword height, double background);

}  // namespace preimage::suite::registry
