#include "experiments/shared/digits.hpp"

#include <algorithm>

#include "experiments/shared/smoothing.hpp"
#include "experiments/shared/stroke_digits.hpp"
#include "experiments/shared/usps.hpp"

namespace preimage::experiments::shared {

using namespace suite;

namespace {
constexpr const char* kTrainFile = "usps/zip.train.gz";
constexpr std::uint64_t kStandInSeed = 1;
constexpr std::size_t kStandInPerClass = 200;  // that a random draw chooses from
}  // namespace

DigitOptions parse_digits(const config::Reader& dataset) {
  DigitOptions options;
  dataset.choice("name", {"usps"});
  options.per_class = static_cast<std::size_t>(dataset.integer("per_class", 1, 500, 100));
  options.smoothing = dataset.number("smoothing", {0.0, 8.0}, 0.0);
  return options;
}

std::string digits_identity(const data::DataSource& source) {
  if (source.stand_in) return "stand-in stroke_digits 1";
  return source.find(kTrainFile).content_sha256;
}

std::function<study::DrawSize(const data::DataSource&)> digits_size(const DigitOptions& options) {
  constexpr std::size_t kClasses = 10;
  return [n = kClasses * options.per_class](const data::DataSource&) { return study::DrawSize{n, {}}; };
}

namespace {

/// All digits of the file, or `stand_in_per_class` stroke digits of every class.
Digits all_digits(const data::DataSource& source, std::size_t stand_in_per_class) {
  if (source.stand_in) return stroke_digits(stand_in_per_class, kStandInSeed);
  return load_usps(source.find(kTrainFile).path);
}

std::string digits_source(const data::DataSource& source) {
  return source.stand_in ? "stand-in" : source.find(kTrainFile).path.string();
}

Digits smoothed(Digits digits, double smoothing) {
  if (smoothing > 0.0) {
    digits.pixels = smooth_images(digits.pixels, {kDigitSide, kDigitSide}, smoothing);
  }
  return digits;
}

}  // namespace

Digits load_digits(const data::DataSource& source, const DigitOptions& options) {
  const Digits all = all_digits(source, options.per_class);
  return smoothed(first_per_class(all, options.per_class, digits_source(source)), options.smoothing);
}

Digits draw_digits(const data::DataSource& source, const DigitOptions& options, base::Random& random) {
  Digits all = all_digits(source, std::max(kStandInPerClass, options.per_class));
  const std::vector<std::size_t> order = random.permutation(all.labels.size());
  Digits shuffled;
  shuffled.pixels = all.pixels.rows(arma::conv_to<arma::uvec>::from(order));
  for (std::size_t i : order) {
    shuffled.labels.push_back(all.labels[i]);
    shuffled.ids.push_back(all.ids[i]);
  }
  return smoothed(first_per_class(shuffled, options.per_class, digits_source(source)), options.smoothing);
}

arma::mat image_part(const arma::mat& pixels, const std::string& part) {
  if (part == "top_half") return pixels.head_cols(kDigitPixels / 2);
  if (part == "bottom_half") return pixels.tail_cols(kDigitPixels / 2);
  return pixels;
}

}  // namespace preimage::experiments::shared
