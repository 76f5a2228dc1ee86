#include "experiments/car_localization/pgm.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "experiments/car_localization/testing_pgm.hpp"
#include "preimage/base/error.hpp"
#include "testing/thrown_message.hpp"

namespace experiments = preimage::experiments;

namespace {

std::string pgm_error(const std::string& bytes, const preimage::suite::figures::ImageLimits& limits = {}) {
  return preimage::testing::thrown_message<preimage::DataError>(
      [&] { experiments::car_localization::parse_pgm(bytes, "x.pgm", limits); });
}

std::vector<std::uint8_t> pixels_of(const std::string& bytes) {
  return experiments::car_localization::parse_pgm(bytes, "x.pgm").pixels;
}

}  // namespace

TEST_CASE("a binary PGM is read as it is stored") {
  const preimage::suite::figures::GreyImage image =
      experiments::car_localization::parse_pgm(experiments::car_localization::pgm_of(3, 2, 247), "x.pgm");
  CHECK(image.width == 3);
  CHECK(image.height == 2);
  CHECK(image.pixels == std::vector<std::uint8_t>{247, 248, 249, 250, 0, 1});
}

TEST_CASE("blanks and comments separate a PGM's numbers, and one blank ends its header") {
  const std::vector<std::uint8_t> expected{'\n', ' ', '#'};
  CHECK(pixels_of("P5 3 1 255 \n #") == expected);
  CHECK(pixels_of("P5\t# a car\n#\n3 \r\n 1\n# 1 2 3\n255\n\n #") == expected);
}

TEST_CASE("a PGM with a smaller largest value is stretched to 255") {
  CHECK(pixels_of(std::string("P5 2 1 1\n\0\1", 11)) == std::vector<std::uint8_t>{0, 255});
  CHECK(pixels_of(std::string("P5 4 1 100\n\0\1\x32\x64", 15)) == std::vector<std::uint8_t>{0, 3, 128, 255});
}

TEST_CASE("a PGM of another kind or with a wrong header is refused at its byte") {
  CHECK(pgm_error("P2\n1 1\n255\n7") == "x.pgm: byte 0: expected a binary PGM (P5)");
  CHECK(pgm_error("") == "x.pgm: byte 0: expected a binary PGM (P5)");
  CHECK(pgm_error("P53 1 255\nabc") == "x.pgm: byte 2: expected white space");
  CHECK(pgm_error("P5#\n3 1 255\nabc") == "x.pgm: byte 2: expected white space");
  CHECK(pgm_error("P5 0 1 255\n") == "x.pgm: byte 3: expected a width from 1 to 4096, found '0'");
  CHECK(pgm_error("P5 -3 1 255\n") == "x.pgm: byte 3: expected a width from 1 to 4096, found '-3'");
  CHECK(pgm_error("P5 +3 1 255\n") == "x.pgm: byte 3: expected a width from 1 to 4096, found '+3'");
  CHECK(pgm_error("P5 03 1 255\n") == "x.pgm: byte 3: expected a width from 1 to 4096, found '03'");
  CHECK(pgm_error("P5 3 x\x01 255\n") == "x.pgm: byte 5: expected a height from 1 to 4096, found 'x\\x01'");
  CHECK(pgm_error("P5 3 1 65535\nabcdef") ==
        "x.pgm: byte 7: expected a largest value from 1 to 255, found '65535'");
  CHECK(pgm_error("P5 3 1 0\nabc") == "x.pgm: byte 7: expected a largest value from 1 to 255, found '0'");
  CHECK(pgm_error("P5 3 1 #255\n") ==
        "x.pgm: byte 12: expected a largest value from 1 to 255, found the end");
  CHECK(pgm_error("P5 3 1 255") == "x.pgm: byte 10: expected white space after the header, found the end");
}

TEST_CASE("a PGM's claimed size is compared with limits and with what follows") {
  CHECK(pgm_error("P5 99999999999999999999 1 255\n") ==
        "x.pgm: byte 3: expected a width from 1 to 4096, found '999999999999'");
  CHECK(pgm_error("P5 3 4097 255\n") == "x.pgm: byte 5: expected a height from 1 to 4096, found '4097'");
  CHECK(pgm_error(experiments::car_localization::pgm_of(5, 3), {.width = 5, .height = 2}) ==
        "x.pgm: byte 5: expected a height from 1 to 2, found '3'");
  CHECK(pgm_error("P5 4096 4096 255\nabc") == "x.pgm: byte 17: expected 16777216 bytes of pixels, found 3");
  CHECK(pgm_error("P5 3 1 255\nabcd") == "x.pgm: byte 11: expected 3 bytes of pixels, found 4");
  CHECK(pgm_error("P5 3 1 99\nab\x64") == "x.pgm: byte 12: expected a pixel of at most 99, found 100");
  const std::string whole = experiments::car_localization::pgm_of(5, 3);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    INFO(size);
    CHECK(pgm_error(whole.substr(0, size)).find("x.pgm: byte ") == 0);
  }
}
