#include "experiments/car_localization/kept_cars.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "experiments/car_localization/pgm.hpp"
#include "experiments/car_localization/word_map_bytes.hpp"
#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "suite/data/archive.hpp"

namespace preimage::experiments::car_localization {

using namespace suite;

namespace fs = std::filesystem;

namespace {

using Int64s = std::vector<std::int64_t>;

constexpr std::size_t kMaxImageBytes = std::size_t{32} << 20;
const std::string kPixels = "samples/pixels", kSizes = "samples/sizes", kWords = "samples/words",
                  kCodebook = "samples/codebook", kBoxes = "samples/boxes", kDraw = "samples/draw";

[[noreturn]] void fail() {
  throw DataError("the model's images do not fit each other");
}

LocalizationImages images_with(const CarOptions& options) {
  LocalizationImages images;
  images.window = {0, 0, kCarWidth, kCarHeight};
  images.stride = static_cast<int>(options.words.descriptor.stride);
  return images;
}

/// Each with its name.
std::vector<std::pair<std::string, suite::figures::GreyImage>> read_images(const fs::path& path) {
  std::vector<std::pair<std::string, suite::figures::GreyImage>> images;
  const std::string name = path.filename().string();
  if (fs::is_directory(path)) {
    std::set<fs::path> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(path)) {
      if (entry.path().extension() == ".pgm") files.insert(entry.path());
    }
    for (const fs::path& file : files)
      images.emplace_back(file.filename().string(),
                          parse_pgm(base::read_file(file, kMaxImageBytes), file.string()));
  } else if (name.ends_with(".tar") || name.ends_with(".tar.gz") || name.ends_with(".tgz")) {
    for (const auto& [member, bytes] : data::read_archive(path)) {
      if (member.ends_with(".pgm"))
        images.emplace_back(member, parse_pgm(bytes, path.string() + ": " + member));
    }
  } else {
    images.emplace_back(name, parse_pgm(base::read_file(path, kMaxImageBytes), path.string()));
  }
  if (images.empty()) throw DataError(fmt::format("{}: holds no .pgm image", path.string()));
  return images;
}

class NewImages final : public study::NewInputs {
 public:
  NewImages(const CarOptions& options, const models::ModelFile& file, const study::NewInputsRequest& request)
      : options_(options),
        codebook_{options.words.descriptor, file.numbers(kCodebook)},
        images_(read_images(request.file)),
        block_(std::min<std::size_t>(request.block, 16)),
        first_(request.first) {}
  std::string name_of_names() const override { return "image"; }
  std::optional<study::InputBlock> next() override {
    if (given_ == images_.size()) return std::nullopt;
    auto images = std::make_shared<LocalizationImages>(images_with(options_));
    study::InputBlock block;
    const std::size_t begin = given_;
    for (; given_ < std::min(begin + block_, images_.size()); ++given_) {
      auto& [name, image] = images_[given_];
      WordMap words = word_map(image, codebook_);
      images->samples.push_back({std::move(image), std::move(words)});
      block.names.push_back(name);
    }
    block.inputs = samples::SampleSet(arma::regspace<arma::uvec>(first_ + begin, first_ + given_ - 1))
                       .with(all_images(std::move(images), 0));
    return block;
  }

 private:
  CarOptions options_;
  Codebook codebook_;
  std::vector<std::pair<std::string, suite::figures::GreyImage>> images_;
  std::size_t block_, first_, given_ = 0;
};

}  // namespace

void store_cars(const Cars& cars, const Codebook& codebook, std::uint64_t seed, models::ModelFile& file) {
  std::string pixels;
  Int64s sizes, boxes;
  std::vector<WordMap> words;
  for (const LocalizationImage& image : cars.images->samples) {
    pixels.append(image.image.pixels.begin(), image.image.pixels.end());
    for (const std::size_t side : {image.image.width, image.image.height})
      sizes.push_back(static_cast<std::int64_t>(side));
    words.push_back(image.words);
  }
  for (std::size_t i = 0; i < cars.boxes.size(); ++i) {
    for (const samples::Box& box : cars.boxes[i])
      boxes.insert(boxes.end(), {static_cast<std::int64_t>(i), box.left, box.top, box.width, box.height});
  }
  file.arrays[kPixels] = std::move(pixels);
  file.arrays[kSizes] = std::move(sizes);
  file.arrays[kWords] = word_map_bytes(words);
  file.arrays[kCodebook] = codebook.centres;
  file.arrays[kBoxes] = std::move(boxes);
  file.arrays[kDraw] = Int64s{static_cast<std::int64_t>(cars.n_train), static_cast<std::int64_t>(seed)};
}

KeptCars restored_cars(const CarOptions& options, const models::ModelFile& file) {
  const auto& pixels = file.array<std::string>(kPixels);
  const auto& sizes = file.array<Int64s>(kSizes);
  const auto& boxes = file.array<Int64s>(kBoxes);
  const auto& draw = file.array<Int64s>(kDraw);
  std::vector<WordMap> words = word_maps_from_bytes(file.array<std::string>(kWords));
  const std::size_t n = words.size();
  if (n == 0 || sizes.size() != 2 * n || boxes.size() % 5 != 0 || draw.size() != 2) fail();
  auto images = std::make_shared<LocalizationImages>(images_with(options));
  std::size_t at = 0;
  for (std::size_t i = 0; i < n; ++i) {
    constexpr suite::figures::ImageLimits kLimits;
    const auto width = static_cast<std::size_t>(sizes[2 * i]),
               height = static_cast<std::size_t>(sizes[2 * i + 1]);
    if (width - 1 >= kLimits.width || height - 1 >= kLimits.height || pixels.size() - at < width * height)
      fail();
    const auto begin = pixels.begin() + static_cast<std::ptrdiff_t>(at);
    at += width * height;
    images->samples.push_back(
        {{width, height, {begin, pixels.begin() + static_cast<std::ptrdiff_t>(at)}}, std::move(words[i])});
  }
  KeptCars kept{{images, BoxLists(n), static_cast<std::size_t>(draw[0])},
                static_cast<std::uint64_t>(draw[1])};
  for (std::size_t b = 0; b < boxes.size(); b += 5) {
    constexpr std::int64_t kFarthest = 1 << 20;
    const bool fits = std::all_of(boxes.begin() + static_cast<std::ptrdiff_t>(b),
                                  boxes.begin() + static_cast<std::ptrdiff_t>(b) + 5,
                                  [](std::int64_t x) { return x > -kFarthest && x < kFarthest; });
    if (!fits || boxes[b] < 0 || static_cast<std::size_t>(boxes[b]) >= n) fail();
    const auto side = [&](std::size_t k) { return static_cast<int>(boxes[b + k]); };
    kept.cars.boxes[static_cast<std::size_t>(boxes[b])].push_back({side(1), side(2), side(3), side(4)});
  }
  return kept;
}

std::unique_ptr<study::NewInputs> open_new_images(const CarOptions& options, const models::ModelFile& file,
                                                  const study::NewInputsRequest& request) {
  if (request.file == "-")
    throw DataError(
        "images are read from a .pgm file, a folder of them or a tar archive, not from standard input");
  return std::make_unique<NewImages>(options, file, request);
}

}  // namespace preimage::experiments::car_localization
