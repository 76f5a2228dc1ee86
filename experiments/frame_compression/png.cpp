#include "experiments/frame_compression/png.hpp"

#include <csetjmp>
#include <cstdint>
#include <cstring>
#include <new>

#include <fmt/format.h>
#include <png.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"

namespace preimage::experiments::frame_compression {

namespace {

constexpr std::string_view kSignature("\x89PNG\r\n\x1a\n", 8);
constexpr std::size_t kHeaderEnd = 8 + 4 + 4 + 13 + 4;  // signature; length, name, fields, check sum of IHDR
constexpr std::size_t kDeflateRatio = 1032;             // its limit (zlib's technical details)
constexpr std::size_t kFileBytes = std::size_t{64} << 20;

[[noreturn]] void refuse(const std::string& source, const std::string& found) {
  throw DataError(source + ": " + found);
}

std::uint32_t big_endian(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

std::string kind_text(int depth, int colour) {
  switch (colour) {
    case PNG_COLOR_TYPE_GRAY:
      return fmt::format("{}-bit grey", depth);
    case PNG_COLOR_TYPE_GRAY_ALPHA:
      return fmt::format("{}-bit grey with alpha", depth);
    case PNG_COLOR_TYPE_RGB:
      return fmt::format("{}-bit colour", depth);
    case PNG_COLOR_TYPE_RGB_ALPHA:
      return fmt::format("{}-bit colour with alpha", depth);
    case PNG_COLOR_TYPE_PALETTE:
      return fmt::format("{}-bit palette", depth);
    default:
      return fmt::format("colour type {} with {} bits", colour, depth);
  }
}

/// Width, height and kind from the first chunk, before libpng sees anything.
suite::figures::GreyImage parse_header(std::string_view bytes, const std::string& source,
                                       const suite::figures::ImageLimits& limits) {
  if (bytes.substr(0, kSignature.size()) != kSignature) refuse(source, "not a PNG file");
  if (bytes.size() < kHeaderEnd) refuse(source, "truncated PNG header");
  if (big_endian(bytes, 8) != 13 || bytes.substr(12, 4) != "IHDR") {
    refuse(source, "expected the PNG's header IHDR as its first chunk");
  }
  suite::figures::GreyImage image{big_endian(bytes, 16), big_endian(bytes, 20), {}};
  const auto field = [&](std::size_t at) { return static_cast<int>(static_cast<unsigned char>(bytes[at])); };
  const int depth = field(24), colour = field(25), interlaced = field(28);
  if (image.width < 1 || image.height < 1 || image.width > limits.width || image.height > limits.height) {
    refuse(source, fmt::format("{} x {} pixels, expected from 1 x 1 to {} x {}", image.width, image.height,
                               limits.width, limits.height));
  }
  if (depth != 8 || colour != PNG_COLOR_TYPE_GRAY) {
    refuse(source, "expected an 8-bit grey PNG, found " + kind_text(depth, colour));
  }
  if (interlaced != PNG_INTERLACE_NONE) refuse(source, "interlaced, expected a PNG that is not");
  if ((image.width + 1) * image.height > kDeflateRatio * bytes.size()) {  // a filter byte begins each row
    refuse(source, fmt::format("{} x {} pixels, more than {} bytes of PNG can hold", image.width,
                               image.height, bytes.size()));
  }
  return image;
}

/// What libpng reads from and reports to. It leaves by longjmp, so nothing with a destructor may live below.
struct Stream {
  const char* next;
  std::size_t left;
  bool has_transparency;
  char message[160];
};

void copy_bytes(png_structp png, png_bytep out, std::size_t count) {
  auto* stream = static_cast<Stream*>(png_get_io_ptr(png));
  if (count > stream->left) png_error(png, "truncated");
  std::memcpy(out, stream->next, count);
  stream->next += count;
  stream->left -= count;
}

void on_error(png_structp png, png_const_charp message) {
  auto* stream = static_cast<Stream*>(png_get_error_ptr(png));
  std::strncpy(stream->message, message, sizeof stream->message - 1);
  png_longjmp(png, 1);
}

/// A warning is damage that libpng reads over (a wrong check sum, pixels beyond the last row): an error here.
void on_warning(png_structp png, png_const_charp message) {
  on_error(png, message);
}

/// Whether all rows were read; else stream.message says why not.
bool read_rows(png_structp png, png_infop info, Stream& stream, std::uint8_t* pixels) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;  // NOLINT(cert-err52-cpp): libpng's way
  png_set_read_fn(png, &stream, copy_bytes);
  png_set_benign_errors(png, 0);
  // Texts and profiles are skipped: each could decompress to megabytes, and none is needed.
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
  png_read_info(png, info);
  stream.has_transparency = png_get_valid(png, info, PNG_INFO_tRNS) != 0;
  const std::size_t width = png_get_image_width(png, info);
  const std::size_t height = png_get_image_height(png, info);
  for (std::size_t row = 0; row < height; ++row) png_read_row(png, pixels + row * width, nullptr);
  png_read_end(png, nullptr);
  return true;
}

}  // namespace

suite::figures::GreyImage parse_png(std::string_view bytes, const std::string& source,
                                    const suite::figures::ImageLimits& limits) {
  suite::figures::GreyImage image = parse_header(bytes, source, limits);
  image.pixels.resize(image.width * image.height);
  Stream stream{bytes.data(), bytes.size(), false, {}};
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &stream, on_error, on_warning);
  png_infop info = png == nullptr ? nullptr : png_create_info_struct(png);
  if (info == nullptr) {
    png_destroy_read_struct(&png, nullptr, nullptr);
    throw std::bad_alloc();
  }
  const bool complete = read_rows(png, info, stream, image.pixels.data());
  png_destroy_read_struct(&png, &info, nullptr);
  if (!complete) refuse(source, fmt::format("damaged PNG: {}", stream.message));
  if (stream.has_transparency) refuse(source, "a grey value is transparent, expected a PNG without");
  if (stream.left > 0) refuse(source, fmt::format("{} bytes follow the end of the PNG", stream.left));
  return image;
}

suite::figures::GreyImage read_png(const std::filesystem::path& path,
                                   const suite::figures::ImageLimits& limits) {
  return parse_png(base::read_file(path, kFileBytes), path.string(), limits);
}

}  // namespace preimage::experiments::frame_compression
