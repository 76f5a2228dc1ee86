// Cars: the annotations, and whole archives.
#include <string>
#include <string_view>

#include "experiments/car_localization/uiuc_cars.hpp"
#include "suite/data/testing_files.hpp"
#include "testing/fuzz_target.hpp"

namespace data = preimage::suite::data;
namespace experiments = preimage::experiments;
using preimage::testing::require;

namespace {

void check_scenes(const std::vector<experiments::car_localization::Scene>& scenes) {
  for (const experiments::car_localization::Scene& scene : scenes)
    require(!scene.cars.empty(), "a scene has a car");
}

/// A text behind `name` as the annotations of three images; whether it begins so.
bool read_locations(std::string_view input, std::string_view name,
                    experiments::car_localization::CarScale scale) {
  if (!input.starts_with(name)) return false;
  constexpr std::size_t kImages = 3;
  const auto boxes =
      experiments::car_localization::parse_car_locations(input.substr(name.size()), scale, kImages, "x.txt");
  require(boxes.size() == kImages, "a row per image");
  return true;
}

void read_input(std::string_view input) {
  if (read_locations(input, "single:", experiments::car_localization::CarScale::single)) return;
  if (read_locations(input, "multi:", experiments::car_localization::CarScale::multi)) return;
  const experiments::car_localization::CarImages images = experiments::car_localization::uiuc_cars(
      data::parse_tar(data::with_tar_sums(std::string(input)), "x.tar"), "x.tar");
  check_scenes(images.single_scale);
  check_scenes(images.multi_scale);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
