#include "experiments/shared/image_sheet.hpp"

#include <limits>
#include <stdexcept>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "suite/figures/grey_image.hpp"
#include "suite/figures/markup.hpp"
#include "suite/figures/testing_svg.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::figures;
using namespace preimage::experiments::shared;
using testing::number_attribute;
using testing::tags_of;
using testing::thrown_message;

namespace {

const arma::mat kTwoImages = {{-1.0, 0.0, 1.0, -9.0, 9.0, 0.5}, {1.0, 1.0, 1.0, -1.0, -1.0, -1.0}};

ImageSheet bare_sheet() {
  ImageSheet sheet;
  sheet.title = "Images";
  sheet.height = 2;
  sheet.width = 3;
  sheet.lo = -1.0;
  sheet.hi = 1.0;
  sheet.groups = {{"", {}, {{"", kTwoImages}}}};
  return sheet;
}

std::string picture_of(const std::vector<std::uint8_t>& pixels) {
  return "href=\"data:image/png;base64," + figures::base64(png_bytes({3, 2, pixels})) + "\"";
}

}  // namespace

TEST_CASE("images are PNGs of their pixels, clipped and rounded, beside each other in their proportions") {
  const std::string svg = image_sheet_svg(bare_sheet());
  CHECK(testing::is_well_formed(svg));
  CHECK(image_sheet_svg(bare_sheet()) == svg);
  const std::vector<std::string> images = tags_of(svg, "image");
  REQUIRE(images.size() == 2);
  CHECK(images[0].find(picture_of({0, 128, 255, 0, 255, 191})) != std::string::npos);
  CHECK(images[1].find(picture_of({255, 255, 255, 0, 0, 0})) != std::string::npos);
  for (const std::string& image : images)
    CHECK(3.0 * number_attribute(image, "height") == 2.0 * number_attribute(image, "width"));
  CHECK(number_attribute(images[1], "x") >
        number_attribute(images[0], "x") + number_attribute(images[0], "width"));
  CHECK(number_attribute(images[1], "y") == number_attribute(images[0], "y"));
  ImageSheet ink = bare_sheet();
  std::swap(ink.lo, ink.hi);
  CHECK(tags_of(image_sheet_svg(ink), "image").at(1).find(picture_of({0, 0, 0, 255, 255, 255})) !=
        std::string::npos);
}

TEST_CASE(
    "a group that is longer than a line goes on below, with its labels again; a short row ends earlier") {
  ImageSheet sheet = bare_sheet();
  sheet.title = "A title that is much wider than the images below it, and so takes two lines instead of one";
  sheet.columns = 3;
  sheet.groups = {
      {"A group of four",
       {"1", "2 of them", "", "4"},
       {{"original", arma::mat(4, 6, arma::fill::zeros)}, {"a label of several words", kTwoImages}}},
      {"Another", {}, {{"original", kTwoImages}}}};
  const std::string svg = image_sheet_svg(sheet);
  CHECK(testing::is_well_formed(svg));
  CHECK(testing::texts_outside(svg) == "");
  CHECK(testing::overlapping_texts(svg) == "");
  const std::vector<std::string> images = tags_of(svg, "image");
  REQUIRE(images.size() == 4 + 2 + 2);
  CHECK(testing::count(svg, ">original</text>") == 3);
  CHECK(testing::count(svg, ">4</text>") == 1);
  const auto x = [&](std::size_t i) { return number_attribute(images[i], "x"); };
  const auto y = [&](std::size_t i) { return number_attribute(images[i], "y"); };
  CHECK(y(3) > y(0));  // the second row of the first three
  CHECK(y(5) > y(3));  // the fourth image
  CHECK(x(5) == x(0));
  CHECK(y(6) > y(5));
  const std::string picture = tags_of(svg, "svg").at(0);
  for (const std::string& image : images) {
    CHECK(number_attribute(image, "x") + number_attribute(image, "width") <=
          number_attribute(picture, "width"));
    CHECK(number_attribute(image, "y") + number_attribute(image, "height") <=
          number_attribute(picture, "height"));
  }
}

TEST_CASE("digits are at least 24 pixels high where the picture is 400 wide") {
  ImageSheet sheet;
  sheet.title = "Digits";
  sheet.columns = 12;
  sheet.groups = {{"", {}, {{"truth", arma::mat(30, 256, arma::fill::zeros)}}}};
  const std::string svg = image_sheet_svg(sheet);
  const double scale = 400.0 / number_attribute(tags_of(svg, "svg").at(0), "width");
  CHECK(number_attribute(tags_of(svg, "image").at(0), "height") * scale >= 24.0);
}

TEST_CASE("what cannot be drawn is refused by name") {
  const auto refusal = [](const ImageSheet& sheet) {
    return thrown_message<std::invalid_argument>([&] { image_sheet_svg(sheet); });
  };
  ImageSheet sheet = bare_sheet();
  sheet.groups.clear();
  CHECK(refusal(sheet) == "image sheet: there is no image");
  sheet.groups = {{"", {}, {{"KDE", arma::mat(2, 5, arma::fill::zeros)}}}};
  CHECK(refusal(sheet) == "image sheet: row 'KDE': 5 pixels per image, expected 2 x 3 = 6");
  sheet = bare_sheet();
  sheet.groups[0].column_labels = {"one"};
  CHECK(refusal(sheet) == "image sheet: 1 column labels for 2 columns");
  sheet = bare_sheet();
  sheet.hi = sheet.lo;
  CHECK(refusal(sheet) == "image sheet: values from -1 to -1");
  sheet = bare_sheet();
  sheet.columns = 0;
  CHECK(refusal(sheet) == "image sheet: there is no column");
  sheet = bare_sheet();
  sheet.title = "";
  CHECK(refusal(sheet) == "figure: there is no title");
  sheet = bare_sheet();
  sheet.groups[0].rows[0].label = "KDE";
  sheet.groups[0].rows[0].images(1, 3) = std::numeric_limits<double>::quiet_NaN();
  CHECK(thrown_message<NumericalError>([&] { image_sheet_svg(sheet); }) ==
        "image sheet: row 'KDE': image 1 has a pixel of value nan");
}
