#include "experiments/car_localization/car_images.hpp"

#include <fmt/format.h>

#include "data/uiuc_cars.hpp"

namespace preimage::experiments::car_localization {

namespace {

constexpr const char* kFile = "uiuc_cars/CarData.tar.gz";
constexpr std::uint64_t kStandInSeed = 1;

data::CarSceneCounts parse_counts(const config::Reader& reader) {
  data::CarSceneCounts counts;
  const auto read = [&](const char* key, std::size_t& count) {
    count = static_cast<std::size_t>(reader.integer(key, 1, 100000, static_cast<long>(count)));
  };
  read("car_crops", counts.car_crops);
  read("other_crops", counts.other_crops);
  read("single_scale", counts.single_scale);
  read("multi_scale", counts.multi_scale);
  return counts;
}

images::CodebookOptions parse_words(const config::Reader& reader) {
  images::CodebookOptions options;
  const auto read = [&](const char* key, std::size_t& value, long max) {
    value = static_cast<std::size_t>(reader.integer(key, 1, max, static_cast<long>(value)));
  };
  read("patch", options.descriptor.patch, 1000);
  read("stride", options.descriptor.stride, 1000);
  options.descriptor.is_signed = reader.boolean("signed", options.descriptor.is_signed);
  read("count", options.words, 65534);
  read("descriptors_per_image", options.descriptors_per_image, 1000000);
  read("iterations", options.iterations, 1000);
  options.descriptor.require_valid();
  return options;
}

void add_scenes(validation::LocalizationImages& images, std::vector<data::Scene>& scenes,
                const images::Codebook& codebook) {
  for (auto& [image, cars] : scenes) {
    images::WordMap words = images::word_map(image, codebook);
    images.samples.push_back({std::move(image), std::move(words), std::move(cars)});
  }
}

void add_crops(validation::LocalizationImages& images, const std::vector<data::GreyImage>& crops,
               bool are_cars, const images::Codebook& codebook) {
  for (const data::GreyImage& crop : crops) images.crops.push_back(images::word_map(crop, codebook));
  images.is_object.resize(images.crops.size(), are_cars);
}

}  // namespace

CarOptions parse_cars(const config::Reader& root) {
  CarOptions options;
  const config::Reader dataset = root.map("dataset");
  dataset.choice("name", {"uiuc_cars"});
  options.stand_in = parse_counts(dataset.map_or_empty("stand_in"));
  const config::Reader words = root.map_or_empty("words");
  options.words = parse_words(words);
  options.codebook_seed = static_cast<std::uint64_t>(words.integer("seed", 0, 1000000, 1));
  return options;
}

std::string cars_identity(const DataSource& source, const CarOptions& options) {
  if (!source.stand_in) return source.find(kFile).content_sha256;
  const data::CarSceneCounts& counts = options.stand_in;
  return fmt::format("stand-in car_scenes 1, {} + {} crops, {} + {} scenes", counts.car_crops,
                     counts.other_crops, counts.multi_scale, counts.single_scale);
}

Cars load_cars(const DataSource& source, const CarOptions& options) {
  data::CarImages cars = source.stand_in ? data::car_scenes(options.stand_in, kStandInSeed)
                                         : data::load_uiuc_cars(source.find(kFile).path);
  base::Random random(options.codebook_seed);
  const images::Codebook codebook = images::learn_codebook(cars.multi_scale, options.words, random);
  auto images = std::make_shared<validation::LocalizationImages>();
  add_scenes(*images, cars.multi_scale, codebook);
  add_scenes(*images, cars.single_scale, codebook);
  add_crops(*images, cars.car_crops, true, codebook);
  add_crops(*images, cars.other_crops, false, codebook);
  images->window = {0, 0, data::kCarWidth, data::kCarHeight};
  images->stride = static_cast<int>(codebook.descriptor.stride);
  return {images, cars.multi_scale.size()};
}

}  // namespace preimage::experiments::car_localization
