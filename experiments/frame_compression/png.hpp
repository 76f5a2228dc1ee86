// PNG files as they are, never converted: 8-bit grey without transparency or interlacing, which is what data
// sets hold. Everything else is refused, because libpng would turn it into grey values that were not
// measured.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "suite/figures/grey_image.hpp"

namespace preimage::experiments::frame_compression {

/// The pixels of a PNG (ISO/IEC 15948), as stored: no gamma or colour conversion.
/// cost    at most limits.width * limits.height bytes, whatever the header says, and at most about 1,000
/// times
///         those of the PNG
/// throws  DataError "source: ..." where the signature, the header or a check sum is wrong, the image is not
///         8-bit grey (palette, colour, 16 bits, alpha, a transparent grey), is interlaced or over a limit,
///         holds fewer or more pixels than its header says, is truncated, or is followed by anything else
suite::figures::GreyImage parse_png(std::string_view bytes, const std::string& source,
                                    const suite::figures::ImageLimits& limits = {});

/// The same from a file.
suite::figures::GreyImage read_png(const std::filesystem::path& path,
                                   const suite::figures::ImageLimits& limits = {});

}  // namespace preimage::experiments::frame_compression
