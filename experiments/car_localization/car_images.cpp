#include "experiments/car_localization/car_images.hpp"

#include <stdexcept>

#include <fmt/format.h>

#include "experiments/car_localization/uiuc_cars.hpp"
#include "experiments/car_localization/word_map_bytes.hpp"
#include "suite/config/config_error.hpp"

namespace preimage::experiments::car_localization {

using namespace suite;

namespace {

constexpr const char* kFile = "uiuc_cars/CarData.tar.gz";
constexpr std::uint64_t kStandInSeed = 1;
constexpr int kWordsVersion = 1;  // raised when descriptors, codebook, words or their bytes change

void read_count(const config::Reader& reader, const char* key, long max, std::size_t& count) {
  count = static_cast<std::size_t>(reader.integer(key, 1, max, static_cast<long>(count)));
}

CarSceneCounts parse_counts(const config::Reader& reader) {
  CarSceneCounts counts;
  read_count(reader, "car_crops", 100000, counts.car_crops);
  read_count(reader, "other_crops", 100000, counts.other_crops);
  read_count(reader, "single_scale", 100000, counts.single_scale);
  read_count(reader, "multi_scale", 100000, counts.multi_scale);
  return counts;
}

CodebookOptions parse_words(const config::Reader& reader) {
  CodebookOptions options;
  read_count(reader, "patch", 1000, options.descriptor.patch);
  read_count(reader, "stride", 1000, options.descriptor.stride);
  options.descriptor.is_signed = reader.boolean("signed", options.descriptor.is_signed);
  read_count(reader, "count", 65534, options.words);
  read_count(reader, "descriptors_per_image", 1000000, options.descriptors_per_image);
  read_count(reader, "iterations", 1000, options.iterations);
  try {
    options.descriptor.require_valid();
  } catch (const std::invalid_argument& error) {  // "patch: expected an even multiple of ..."
    throw ConfigError(error.what());
  }
  return options;
}

/// All that the words of the images depend on.
std::string words_key(const data::DataSource& source, const CarOptions& options) {
  const CodebookOptions& words = options.words;
  const DescriptorOptions& descriptor = words.descriptor;
  return fmt::format("visual words {}\n{}\n{} {} {} {} {} {} {}\n{} {} {} seed {}\n{}", kWordsVersion,
                     cars_identity(source, options), descriptor.patch, descriptor.stride, descriptor.cells,
                     descriptor.orientations, descriptor.is_signed, descriptor.clip, descriptor.flat_norm,
                     words.words, words.descriptors_per_image, words.iterations, options.codebook_seed,
                     source.rounding);
}

CarImages read_cars(const data::DataSource& source, const CarOptions& options) {
  return source.stand_in ? car_scenes(options.stand_in, kStandInSeed)
                         : load_uiuc_cars(source.find(kFile).path);
}

Codebook codebook_of(const CarImages& cars, const CarOptions& options) {
  base::Random random(options.codebook_seed);
  return learn_codebook(cars.multi_scale, options.words, random);
}

/// Of all training images, test images, crops of cars and other crops, in this order.
std::vector<WordMap> compute_words(const CarImages& cars, const CarOptions& options) {
  const Codebook codebook = codebook_of(cars, options);
  std::vector<WordMap> maps;
  for (const auto* scenes : {&cars.multi_scale, &cars.single_scale}) {
    for (const Scene& scene : *scenes) maps.push_back(word_map(scene.image, codebook));
  }
  for (const auto* crops : {&cars.car_crops, &cars.other_crops}) {
    for (const suite::figures::GreyImage& crop : *crops) maps.push_back(word_map(crop, codebook));
  }
  return maps;
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

std::string cars_identity(const data::DataSource& source, const CarOptions& options) {
  if (!source.stand_in) return source.find(kFile).content_sha256;
  const CarSceneCounts& counts = options.stand_in;
  return fmt::format("stand-in car_scenes 1, {} + {} crops, {} + {} scenes", counts.car_crops,
                     counts.other_crops, counts.multi_scale, counts.single_scale);
}

Cars load_cars(const data::DataSource& source, const CarOptions& options) {
  CarImages cars = read_cars(source, options);
  // Through bytes also where nothing is kept: with and without a cache the same.
  std::vector<WordMap> maps = word_maps_from_bytes(source.cache.get(
      words_key(source, options), [&] { return word_map_bytes(compute_words(cars, options)); }));
  auto images = std::make_shared<LocalizationImages>();
  BoxLists boxes;
  auto next = maps.begin();
  for (auto* scenes : {&cars.multi_scale, &cars.single_scale}) {
    for (auto& [image, cars_in_it] : *scenes) {
      images->samples.push_back({std::move(image), std::move(*next++)});
      boxes.push_back(std::move(cars_in_it));
    }
  }
  images->crops.assign(std::make_move_iterator(next), std::make_move_iterator(maps.end()));
  images->is_object.assign(cars.car_crops.size(), true);
  images->is_object.resize(images->crops.size(), false);
  images->window = {0, 0, kCarWidth, kCarHeight};
  images->stride = static_cast<int>(options.words.descriptor.stride);
  return {images, std::move(boxes), cars.multi_scale.size()};
}

Codebook learn_words(const data::DataSource& source, const CarOptions& options) {
  return codebook_of(read_cars(source, options), options);
}

}  // namespace preimage::experiments::car_localization
