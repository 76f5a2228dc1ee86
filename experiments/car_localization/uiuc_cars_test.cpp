#include "experiments/car_localization/uiuc_cars.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "experiments/car_localization/testing_pgm.hpp"
#include "preimage/base/error.hpp"
#include "suite/data/testing_files.hpp"
#include "testing/real_data.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

namespace data = preimage::suite::data;
namespace experiments = preimage::experiments;
namespace samples = preimage::samples;
using namespace preimage::experiments::car_localization;
using data::Member;
using preimage::DataError;
using preimage::testing::TemporaryFolder;
using preimage::testing::thrown_message;
using samples::Box;

namespace {

std::string locations_error(const std::string& text, CarScale scale = CarScale::single) {
  return thrown_message<DataError>(
      [&] { experiments::car_localization::parse_car_locations(text, scale, 2, "loc"); });
}

/// An archive of two car crops, one other, two single-scale images and one multi-scale image.
std::vector<Member> small_archive() {
  return {{"CarData/README.txt", "notes"},
          {"CarData/TrainImages/pos-1.pgm", experiments::car_localization::pgm_of(100, 40, 1)},
          {"CarData/TrainImages/pos-0.pgm", experiments::car_localization::pgm_of(100, 40, 0)},
          {"CarData/TrainImages/neg-0.pgm", experiments::car_localization::pgm_of(100, 40, 9)},
          {"CarData/TestImages/test-0.pgm", experiments::car_localization::pgm_of(110, 60, 20)},
          {"CarData/TestImages/test-1.pgm", experiments::car_localization::pgm_of(120, 50, 21)},
          {"CarData/TestImages_Scale/test-0.pgm", experiments::car_localization::pgm_of(130, 70, 30)},
          {"CarData/trueLocations.txt", "0: (5,8)\n1: (0,-10) (12,30)\n"},
          {"CarData/trueLocations_Scale.txt", "0: (-4,20,88)\n\n"}};
}

/// The error of the archive whose member `path` holds `bytes` instead; without the member where they are "".
std::string archive_error(const std::string& path, const std::string& bytes) {
  const TemporaryFolder folder;
  std::vector<Member> members = small_archive();
  std::erase_if(members, [&](const Member& member) { return member.path == "CarData/" + path; });
  if (!bytes.empty()) members.push_back({"CarData/" + path, bytes});
  const auto file = folder.write("cars.tar", data::tar_of(members));
  return thrown_message<DataError>([&] { experiments::car_localization::load_uiuc_cars(file); })
      .substr(folder.path().string().size() + 1);
}

std::size_t cars_in(const std::vector<Scene>& scenes) {
  std::size_t count = 0;
  for (const Scene& scene : scenes) count += scene.cars.size();
  return count;
}

std::size_t leaving(const std::vector<Scene>& scenes) {
  std::size_t count = 0;
  for (const auto& [image, cars] : scenes) {
    const Box whole{0, 0, static_cast<int>(image.width), static_cast<int>(image.height)};
    for (const Box& car : cars) count += samples::overlap_area(car, whole) < samples::area(car) ? 1 : 0;
  }
  return count;
}

}  // namespace

TEST_CASE("car locations hold the row first, and boxes may leave the image") {
  const auto boxes = experiments::car_localization::parse_car_locations("0: (48,26)\n1: (-3,-10) (60,92)\n",
                                                                        CarScale::single, 2, "");
  CHECK(boxes == std::vector<std::vector<Box>>{{{26, 48, 100, 40}}, {{-10, -3, 100, 40}, {92, 60, 100, 40}}});
  const auto scaled = experiments::car_localization::parse_car_locations("0: (67,-1,156) (1,2,91)\n\n\n",
                                                                         CarScale::multi, 1, "");
  CHECK(scaled == std::vector<std::vector<Box>>{{{-1, 67, 156, 62}, {2, 1, 91, 36}}});
}

TEST_CASE("the height of a car's box is 0.4 of its width, rounded") {
  CHECK(car_height(100) == 40);
  CHECK(car_height(101) == 40);  // 40.4
  CHECK(car_height(102) == 41);  // 40.8
  CHECK(car_height(103) == 41);  // 41.2
  CHECK(car_height(104) == 42);  // 41.6
}

TEST_CASE(
    "rows of car locations that are missing, repeated, out of order or no rows are errors with a line") {
  CHECK(locations_error("0: (1,2)\n") == "loc: expected 2 rows, one per image, found 1");
  CHECK(locations_error("0: (1,2)\n1: (1,2)\n2: (1,2)\n") == "loc: expected 2 rows, one per image, found 3");
  CHECK(locations_error("0: (1,2)\n0: (3,4)\n") == "loc:2: expected the row of image 1, '1:', found '0:'");
  CHECK(locations_error("1: (1,2)\n0: (3,4)\n") == "loc:1: expected the row of image 0, '0:', found '1:'");
  CHECK(locations_error("0: (1,2)\n\n1: (3,4)\n") == "loc:2: expected the row of image 1, '1:', found ''");
  CHECK(locations_error("0 (1,2)\n") == "loc:1: expected the row of image 0, '0:', found '0'");
  CHECK(locations_error("0:\n") == "loc:1: expected at least one box of image 0");
}

TEST_CASE("boxes that are no boxes are errors with a line") {
  CHECK(locations_error("0: (1,2)\n1: (1,2) (3,4\n") == "loc:2: expected (row,column), found '(3,4'");
  CHECK(locations_error("0: (1,2,3)\n") == "loc:1: expected (row,column), found '(1,2,3)'");
  CHECK(locations_error("0: (1,2) \n") == "loc:1: expected (row,column), found ''");
  CHECK(locations_error("0: ()\n") == "loc:1: expected (row,column), found '()'");
  CHECK(locations_error("0: (1,2.5)\n") == "loc:1: expected a whole number from -4096 to 4096, found '2.5'");
  CHECK(locations_error("0: (4097,2)\n") ==
        "loc:1: expected a whole number from -4096 to 4096, found '4097'");
  CHECK(locations_error("0: (1,2)\n", CarScale::multi) ==
        "loc:1: expected (row,column,width), found '(1,2)'");
  CHECK(locations_error("0: (1,2,0)\n", CarScale::multi) == "loc:1: expected a width from 1, found 0");
}

TEST_CASE("the archive's crops and images come in order of their numbers, with their boxes") {
  const TemporaryFolder folder;
  const auto path = folder.write("cars.tar.gz", data::gzipped(data::tar_of(small_archive())));
  const CarImages cars = experiments::car_localization::load_uiuc_cars(path);
  REQUIRE(cars.car_crops.size() == 2);
  CHECK(cars.car_crops[0].pixels[0] == 0);
  CHECK(cars.car_crops[1].pixels[0] == 1);
  REQUIRE(cars.other_crops.size() == 1);
  CHECK(cars.other_crops[0].pixels[0] == 9);
  REQUIRE(cars.single_scale.size() == 2);
  CHECK(cars.single_scale[1].image.width == 120);
  CHECK(cars.single_scale[1].image.pixels[0] == 21);
  CHECK(cars.single_scale[1].cars == std::vector<Box>{{-10, 0, 100, 40}, {30, 12, 100, 40}});
  REQUIRE(cars.multi_scale.size() == 1);
  CHECK(cars.multi_scale[0].image.pixels[0] == 30);
  CHECK(cars.multi_scale[0].cars == std::vector<Box>{{20, -4, 88, 35}});
}

TEST_CASE("an archive that lacks something or holds something damaged is refused and the member named") {
  CHECK(archive_error("TrainImages/neg-0.pgm", "") ==
        "cars.tar: no members neg-N.pgm in a folder TrainImages");
  CHECK(archive_error("TestImages/test-0.pgm", "") ==
        "cars.tar: member test-0.pgm in a folder TestImages is missing");
  CHECK(archive_error("TrainImages/pos-x.pgm", experiments::car_localization::pgm_of(100, 40)) ==
        "cars.tar: member 'CarData/TrainImages/pos-x.pgm': expected one pos-N.pgm per number N");
  CHECK(archive_error("TrainImages/pos-1.pgm", experiments::car_localization::pgm_of(99, 40)) ==
        "cars.tar: crop pos-1.pgm: 99 x 40 pixels, expected 100 x 40");
  CHECK(archive_error("TestImages/test-1.pgm", "P5 2 1 255\na") ==
        "cars.tar: member 'CarData/TestImages/test-1.pgm': byte 11: expected 2 bytes of pixels, found 1");
  CHECK(archive_error("trueLocations_Scale.txt", "") == "cars.tar: no member trueLocations_Scale.txt");
  CHECK(archive_error("more/trueLocations.txt", "0: (1,2)") == "cars.tar: two members trueLocations.txt");
  CHECK(archive_error("trueLocations.txt", "0: (5,8)\n") ==
        "cars.tar: member 'CarData/trueLocations.txt': expected 2 rows, one per image, found 1");
  CHECK(
      archive_error("trueLocations.txt", "0: (5,8)\n1: (5,-100)\n") ==
      "cars.tar: member 'CarData/trueLocations.txt':2: the box at row 5, column -100 lies outside the image "
      "of 120 x 50");
}

TEST_CASE("the real UIUC cars, where they are there") {
  const auto path = preimage::testing::real_data("uiuc_cars/CarData.tar.gz");
  if (!path) return;
  const CarImages cars = experiments::car_localization::load_uiuc_cars(*path);
  CHECK(cars.car_crops.size() == 550);
  CHECK(cars.other_crops.size() == 500);
  CHECK(cars.single_scale.size() == 170);
  CHECK(cars_in(cars.single_scale) == 200);
  CHECK(leaving(cars.single_scale) == 18);
  CHECK(cars.multi_scale.size() == 108);
  CHECK(cars_in(cars.multi_scale) == 139);
  CHECK(leaving(cars.multi_scale) == 19);  // one more by the height before rounding
  CHECK(cars.single_scale[1].cars == std::vector<Box>{{20, 61, 100, 40}, {140, 63, 100, 40}});
  int narrowest = 9999, widest = 0;
  for (const Scene& scene : cars.multi_scale) {
    for (const Box& car : scene.cars) {
      narrowest = std::min(narrowest, car.width);
      widest = std::max(widest, car.width);
    }
  }
  CHECK(narrowest == 88);
  CHECK(widest == 212);
}
