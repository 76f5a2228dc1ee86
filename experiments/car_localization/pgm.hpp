// Binary PGM files ("P5", Netpbm): a header of text, then one byte per pixel.
#pragma once

#include <string>
#include <string_view>

#include "suite/figures/grey_image.hpp"

namespace preimage::experiments::car_localization {

/// The image of a PGM: P5, width, height and largest value, separated by white space or comments from '#' to
/// the end of the line, one byte of white space, then width height bytes. A largest value below 255 is
/// stretched to 255: v -> round(255 v / largest).
/// cost    at most limits.width * limits.height bytes, whatever the header says
/// throws  DataError "source: byte N: ..." (from 0) where the magic is not P5, a number is missing, has a
///         leading zero or is out of range (width, height from 1 to the limit; largest value from 1 to 255:
///         two bytes per pixel are refused), a pixel is larger than the largest value, and where fewer or
///         more bytes follow than the header says
suite::figures::GreyImage parse_pgm(std::string_view bytes, const std::string& source,
                                    const suite::figures::ImageLimits& limits = {});

}  // namespace preimage::experiments::car_localization
