// PNG files as they are, never converted: 8-bit grey without transparency or interlacing, which is what data
// sets hold. Everything else is refused, because libpng would turn it into grey values that nobody measured.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace preimage::data {

struct GreyImage {
  std::size_t width = 0;
  std::size_t height = 0;
  std::vector<std::uint8_t> pixels;  // height * width, row by row from the top
};

struct PngLimits {
  std::size_t width = 4096;
  std::size_t height = 4096;
};

/// The pixels of a PNG (ISO/IEC 15948), as stored: no gamma or colour conversion.
/// cost    at most limits.width * limits.height bytes, whatever the header says
/// throws  DataError "source: ..." where the signature, the header or a check sum is wrong, the image is not
///         8-bit grey (palette, colour, 16 bits, alpha, a transparent grey), is interlaced or over a limit,
///         holds fewer or more pixels than its header says, is truncated, or is followed by anything else
GreyImage parse_png(std::string_view bytes, const std::string& source, const PngLimits& limits = {});

/// The same from a file.
GreyImage read_png(const std::filesystem::path& path, const PngLimits& limits = {});

}  // namespace preimage::data
