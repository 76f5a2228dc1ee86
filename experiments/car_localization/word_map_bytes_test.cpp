#include "experiments/car_localization/word_map_bytes.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::experiments::car_localization;
using testing::thrown_message;

namespace {

const std::vector<WordMap> kMaps = {
    {{3, 6, 3, 2}, 301, {0, 1, 300, 256, 255, 7}}, {{-2, 5, 0, 4}, 9, {}}, {{0, 1, 1, 1}, 65535, {65534}}};

std::string failure(const std::string& bytes) {
  return thrown_message<DataError>([&] { word_maps_from_bytes(bytes); });
}

}  // namespace

TEST_CASE("word maps come back from their bytes") {
  const std::vector<WordMap> again = word_maps_from_bytes(word_map_bytes(kMaps));
  REQUIRE(again.size() == kMaps.size());
  for (std::size_t i = 0; i < kMaps.size(); ++i) {
    CHECK(again[i].grid == kMaps[i].grid);
    CHECK(again[i].n_words == kMaps[i].n_words);
    CHECK(again[i].words == kMaps[i].words);
  }
  CHECK(word_maps_from_bytes(word_map_bytes({})).empty());
}

TEST_CASE("the bytes by hand: the lowest first") {
  const std::string bytes = word_map_bytes({{{3, 6, 1, 1}, 301, {258}}});
  CHECK(bytes.size() == 50);
  CHECK(bytes.substr(40) == std::string("\x2D\x01\0\0\0\0\0\0\x02\x01", 10));
}

TEST_CASE("bytes that are no word maps") {
  const std::string bytes = word_map_bytes(kMaps);
  for (std::size_t length = 0; length < bytes.size(); ++length)
    CHECK(failure(bytes.substr(0, length)) != "(nothing was thrown)");
  CHECK(failure(bytes.substr(0, 20)) == "word maps: the 20 bytes end too early");
  CHECK(failure(bytes + "x") == "word maps: 1 bytes too many");
  std::string other = bytes;
  other[48] = '\x2E';  // a word 302 of 301: the first of the first map
  other[49] = '\x01';
  CHECK(failure(other) == "word maps: word 302, expected one of 301");
  other = bytes;
  other[31] = '\x7F';  // the highest byte of the columns
  CHECK(failure(other).find("word maps: a grid of ") == 0);
}
