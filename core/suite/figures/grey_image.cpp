#include "suite/figures/grey_image.hpp"

#include <stdexcept>

#include <fmt/format.h>
#include <png.h>

#include "preimage/base/error.hpp"

namespace preimage::suite::figures {

std::string png_bytes(const GreyImage& grey) {
  constexpr std::size_t kMaxSide = 32767;
  if (grey.width < 1 || grey.height < 1 || grey.width > kMaxSide || grey.height > kMaxSide ||
      grey.pixels.size() != grey.width * grey.height) {
    throw std::invalid_argument(
        fmt::format("image of {} x {} pixels in {} bytes", grey.width, grey.height, grey.pixels.size()));
  }
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(grey.width);
  image.height = static_cast<png_uint_32>(grey.height);
  image.format = PNG_FORMAT_GRAY;
  std::string bytes(PNG_IMAGE_PNG_SIZE_MAX(image), '\0');
  png_alloc_size_t size = bytes.size();
  if (png_image_write_to_memory(&image, bytes.data(), &size, 0, grey.pixels.data(), 0, nullptr) == 0)
    throw DataError(fmt::format("PNG of {} x {} pixels: {}", grey.width, grey.height, image.message));
  bytes.resize(size);
  return bytes;
}

}  // namespace preimage::suite::figures
