// Cars: the annotations, and whole archives.
#include <string>
#include <string_view>

#include "experiments/car_localization/uiuc_cars.hpp"
#include "suite/data/testing_files.hpp"
#include "testing/fuzz_target.hpp"

namespace data = preimage::suite::data;
namespace experiments = preimage::experiments;
namespace samples = preimage::samples;
using preimage::testing::require;

namespace {

void check_scenes(const std::vector<Scene>& scenes) {
  for (const Scene& scene : scenes) require(!scene.cars.empty(), "a scene has a car");
}

/// A text behind `name` as the annotations of three images; whether it begins so.
bool read_locations(std::string_view input, std::string_view name, CarScale scale) {
  if (!input.starts_with(name)) return false;
  constexpr std::size_t kImages = 3;
  const auto boxes = parse_car_locations(input.substr(name.size()), scale, kImages, "x.txt");
  require(boxes.size() == kImages, "a row per image");
  return true;
}

void read_input(std::string_view input) {
  if (read_locations(input, "single:", CarScale::single)) return;
  if (read_locations(input, "multi:", CarScale::multi)) return;
  const CarImages images =
      uiuc_cars(data::parse_tar(data::with_tar_sums(std::string(input)), "x.tar"), "x.tar");
  check_scenes(images.single_scale);
  check_scenes(images.multi_scale);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
