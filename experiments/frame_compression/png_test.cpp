// PNG files and the image sequences made of them. The test writes its own files, row by row as libpng is told
// to.
#include "experiments/frame_compression/png.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <png.h>
#include <zlib.h>

#include "experiments/frame_compression/coil20.hpp"
#include "preimage/base/error.hpp"
#include "suite/data/manifest.hpp"
#include "suite/data/testing_files.hpp"
#include "testing/real_data.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

namespace data = preimage::suite::data;
namespace experiments = preimage::experiments;
using preimage::DataError;
using preimage::testing::TemporaryFolder;
using preimage::testing::thrown_message;

namespace {

constexpr std::size_t kHeaderFields = 16;  // width, height: 4 bytes each; depth, colour, ..., interlacing

struct PngForm {
  png_uint_32 width = 5;
  png_uint_32 height = 3;
  int depth = 8;
  int colour = PNG_COLOR_TYPE_GRAY;
  int interlaced = PNG_INTERLACE_NONE;
  bool transparent = false;
};

/// A PNG whose byte b of row r is 40 r + b + `first`.
std::string png_of(const PngForm& form, int first = 7) {
  std::string bytes;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(
      png, &bytes,
      [](png_structp p, png_bytep from, std::size_t count) {
        static_cast<std::string*>(png_get_io_ptr(p))->append(reinterpret_cast<char*>(from), count);
      },
      nullptr);
  png_set_IHDR(png, info, form.width, form.height, form.depth, form.colour, form.interlaced,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  const std::vector<png_color> palette(256);
  if (form.colour == PNG_COLOR_TYPE_PALETTE) png_set_PLTE(png, info, palette.data(), 1 << form.depth);
  const png_color_16 grey{0, 0, 0, 0, 7};
  if (form.transparent) png_set_tRNS(png, info, nullptr, 0, &grey);
  png_set_gAMA(png, info, 1.0);  // a reader that honours it would change every pixel
  png_write_info(png, info);
  const std::size_t row_bytes = png_get_rowbytes(png, info);
  const int passes = png_set_interlace_handling(png);
  for (int pass = 0; pass < passes; ++pass) {
    for (png_uint_32 r = 0; r < form.height; ++r) {
      std::vector<png_byte> row(row_bytes);
      for (std::size_t b = 0; b < row_bytes; ++b) row[b] = static_cast<png_byte>(40 * r + b + first);
      png_write_row(png, row.data());
    }
  }
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  return bytes;
}

/// With another number at `at` of the header, and the check sum made to fit it.
std::string with_header(std::string bytes, std::size_t at, const std::string& value) {
  bytes.replace(at, value.size(), value);
  const auto sum = static_cast<std::uint32_t>(crc32(0, reinterpret_cast<const Bytef*>(&bytes[12]), 17));
  for (std::size_t i = 0; i < 4; ++i) bytes[29 + i] = static_cast<char>(sum >> (24 - 8 * i) & 0xff);
  return bytes;
}

std::string png_error(const std::string& bytes, const preimage::suite::figures::ImageLimits& limits = {}) {
  return thrown_message<DataError>(
      [&] { experiments::frame_compression::parse_png(bytes, "x.png", limits); });
}

std::string coil_error(const TemporaryFolder& folder, const std::vector<data::Member>& members) {
  const auto path = folder.write("coil.tar", data::tar_of(members));
  return thrown_message<DataError>([&] { experiments::frame_compression::load_coil20(path, 1); })
      .substr(folder.path().string().size() + 1);
}

}  // namespace

TEST_CASE("an 8-bit grey PNG is read as it is stored, whatever gamma it claims") {
  const TemporaryFolder folder;
  const preimage::suite::figures::GreyImage image =
      experiments::frame_compression::read_png(folder.write("a.png", png_of({})));
  CHECK(image.width == 5);
  CHECK(image.height == 3);
  CHECK(image.pixels == std::vector<std::uint8_t>{7, 8, 9, 10, 11, 47, 48, 49, 50, 51, 87, 88, 89, 90, 91});
  const std::string absent = (folder.path() / "none.png").string();
  CHECK(thrown_message<DataError>([&] { experiments::frame_compression::read_png(absent); }) ==
        absent + ": cannot read: No such file or directory");
}

TEST_CASE("a PNG's claimed size is compared with its bytes before anything is allocated") {
  const std::string small = png_of({.width = 1, .height = 1});
  const std::string side("\0\0\x10\0", 4);  // 4096
  CHECK(png_error(with_header(small, kHeaderFields, side + side)) ==
        "x.png: 4096 x 4096 pixels, more than " + std::to_string(small.size()) + " bytes of PNG can hold");
  CHECK(experiments::frame_compression::parse_png(png_of({.width = 4096, .height = 100}), "x.png")
            .pixels.size() == 409600);
}

TEST_CASE("a PNG's texts and profiles are never decompressed") {
  const std::string whole = png_of({});
  for (const std::string& name : {std::string("zTXt"), std::string("iCCP"), std::string("iTXt")}) {
    std::string chunk = name + std::string("k\0\0 no deflate stream", 20);
    const auto sum = crc32(0, reinterpret_cast<const Bytef*>(chunk.data()), static_cast<uInt>(chunk.size()));
    chunk = std::string("\0\0\0", 3) + static_cast<char>(chunk.size() - 4) + chunk;
    for (std::size_t i = 0; i < 4; ++i) chunk += static_cast<char>(sum >> (24 - 8 * i) & 0xff);
    std::string with_chunk = whole;
    with_chunk.insert(33, chunk);  // behind IHDR
    CHECK(experiments::frame_compression::parse_png(with_chunk, "x.png").pixels ==
          experiments::frame_compression::parse_png(whole, "x.png").pixels);
  }
}

TEST_CASE("a PNG of another kind is refused and named") {
  const auto error = [](int depth, int colour) {
    return png_error(png_of({.depth = depth, .colour = colour}));
  };
  const std::string expected = "x.png: expected an 8-bit grey PNG, found ";
  CHECK(error(16, PNG_COLOR_TYPE_GRAY) == expected + "16-bit grey");
  CHECK(error(4, PNG_COLOR_TYPE_GRAY) == expected + "4-bit grey");
  CHECK(error(8, PNG_COLOR_TYPE_GRAY_ALPHA) == expected + "8-bit grey with alpha");
  CHECK(error(8, PNG_COLOR_TYPE_RGB) == expected + "8-bit colour");
  CHECK(error(16, PNG_COLOR_TYPE_RGB_ALPHA) == expected + "16-bit colour with alpha");
  CHECK(error(8, PNG_COLOR_TYPE_PALETTE) == expected + "8-bit palette");
  CHECK(png_error(with_header(png_of({}), kHeaderFields + 9, "\x05")) ==
        expected + "colour type 5 with 8 bits");
  CHECK(png_error(with_header(png_of({}), kHeaderFields + 8, "\xff")) == expected + "255-bit grey");
  CHECK(png_error(png_of({.interlaced = PNG_INTERLACE_ADAM7})) ==
        "x.png: interlaced, expected a PNG that is not");
  CHECK(png_error(png_of({.transparent = true})) ==
        "x.png: a grey value is transparent, expected a PNG without");
}

TEST_CASE("a header that lies about the size is found out") {
  const auto lie = [](std::size_t at, char low) {
    return png_error(with_header(png_of({}), kHeaderFields + at, std::string(3, '\0') + low));
  };
  CHECK(lie(0, 6).find("x.png: damaged PNG: ") == 0);
  CHECK(lie(0, 4).find("x.png: damaged PNG: ") == 0);
  CHECK(lie(4, 4) == "x.png: damaged PNG: Not enough image data");
  CHECK(lie(4, 2).find("x.png: damaged PNG: ") == 0);
  CHECK(lie(4, 0) == "x.png: 5 x 0 pixels, expected from 1 x 1 to 4096 x 4096");
  const std::string huge = with_header(png_of({}), kHeaderFields, "\x7f\xff\xff\xff");
  CHECK(png_error(huge) == "x.png: 2147483647 x 3 pixels, expected from 1 x 1 to 4096 x 4096");
  CHECK(png_error(png_of({}), {.width = 5, .height = 2}) ==
        "x.png: 5 x 3 pixels, expected from 1 x 1 to 5 x 2");
  CHECK(experiments::frame_compression::parse_png(png_of({}), "x.png", {.width = 5, .height = 3})
            .pixels.size() == 15);
}

TEST_CASE("every cut and every changed byte of a PNG is an error") {
  const std::string whole = png_of({});
  for (std::size_t size = 0; size < whole.size(); ++size) {
    INFO(size);
    const std::string message = png_error(whole.substr(0, size));
    const std::string expected = size < 8    ? "x.png: not a PNG file"
                                 : size < 33 ? "x.png: truncated PNG header"
                                             : "x.png: damaged PNG: truncated";
    CHECK(message == expected);
  }
  for (std::size_t i = 0; i < whole.size(); ++i) {
    INFO(i);
    std::string changed = whole;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    CHECK(png_error(changed).find("x.png: ") == 0);
  }
  CHECK(png_error(whole + "xyz") == "x.png: 3 bytes follow the end of the PNG");
  std::string other = whole;
  other.replace(12, 4, "tEXt");
  CHECK(png_error(other) == "x.png: expected the PNG's header IHDR as its first chunk");
}

TEST_CASE("the views of a COIL-20 object come in order of their numbers") {
  const TemporaryFolder folder;
  std::vector<data::Member> members = {{"coil/readme.txt", "notes"}, {"coil/obj11__0.png", png_of({}, 99)}};
  for (int view : {10, 2, 0, 1, 3, 4, 5, 6, 7, 8, 9}) {
    members.push_back({"coil/obj1__" + std::to_string(view) + ".png", png_of({}, view)});
  }
  const auto path = folder.write("coil.tar.gz", data::gzipped(data::tar_of(members)));
  const experiments::frame_compression::ImageSequence sequence =
      experiments::frame_compression::load_coil20(path, 1);
  CHECK(sequence.shape.width == 5);
  CHECK(sequence.shape.height == 3);
  REQUIRE(sequence.pixels.n_rows == 11);
  for (arma::uword view = 0; view < 11; ++view) {
    CHECK(sequence.pixels(view, 6) == static_cast<double>(40 + 1 + view) / 255.0);
  }
  CHECK(experiments::frame_compression::load_coil20(path, 11).pixels.n_rows == 1);
}

TEST_CASE("COIL-20 views that are missing, unequal or damaged are errors that name them") {
  const TemporaryFolder folder;
  const data::Member first{"obj1__0.png", png_of({})};
  CHECK(coil_error(folder, {{"obj2__0.png", png_of({})}}) == "coil.tar: no members obj1__N.png");
  CHECK(coil_error(folder, {first, {"obj1__2.png", png_of({})}}) ==
        "coil.tar: member obj1__1.png is missing");
  CHECK(coil_error(folder, {first, {"obj1__1.png", png_of({.width = 6})}}) ==
        "coil.tar: member 'obj1__1.png': 6 x 3 pixels, expected 5 x 3 as in view 0");
  CHECK(coil_error(folder, {first, {"obj1__1.png", png_of({.depth = 16})}}) ==
        "coil.tar: member 'obj1__1.png': expected an 8-bit grey PNG, found 16-bit grey");
  CHECK(coil_error(folder, {first, {"obj1__x.png", png_of({})}}) ==
        "coil.tar: member 'obj1__x.png': expected one obj1__N.png per number N");
  CHECK(coil_error(folder, {first, {"b/obj1__0.png", png_of({})}}) ==
        "coil.tar: member 'obj1__0.png': expected one obj1__N.png per number N");
}

TEST_CASE("the real COIL-20, where it is there") {
  const auto path = preimage::testing::real_data("coil20/coil-20-proc.tar.gz");
  if (!path) return;
  for (long object : {1L, experiments::frame_compression::kCoilObjects}) {
    const experiments::frame_compression::ImageSequence sequence =
        experiments::frame_compression::load_coil20(*path, object);
    CHECK(sequence.pixels.n_rows == 72);
    CHECK(sequence.pixels.n_cols == 128 * 128);
    CHECK(sequence.pixels.min() >= 0.0);
    CHECK(sequence.pixels.max() == 1.0);
  }
}
