#include "experiments/common/digits.hpp"

#include "data/smoothing.hpp"
#include "data/stroke_digits.hpp"
#include "data/usps.hpp"

namespace preimage::experiments {

namespace {
constexpr const char* kTrainFile = "usps/zip.train.gz";
constexpr std::uint64_t kStandInSeed = 1;
}  // namespace

DigitOptions parse_digits(const config::Reader& dataset) {
  DigitOptions options;
  dataset.choice("name", {"usps"});
  options.per_class = static_cast<std::size_t>(dataset.integer("per_class", 1, 500, 100));
  options.smoothing = dataset.number("smoothing", {0.0, 8.0}, 0.0);
  return options;
}

std::string digits_identity(const DataSource& source) {
  if (source.stand_in) return "stand-in stroke_digits 1";
  return source.find(kTrainFile).content_sha256;
}

data::Digits load_digits(const DataSource& source, const DigitOptions& options) {
  data::Digits digits;
  if (source.stand_in) {
    digits = data::stroke_digits(options.per_class, kStandInSeed);
  } else {
    const data::FoundFile file = source.find(kTrainFile);
    digits = data::first_per_class(data::load_usps(file.path), options.per_class, file.path.string());
  }
  if (options.smoothing > 0.0) {
    digits.pixels =
        data::smooth_images(digits.pixels, {data::kDigitSide, data::kDigitSide}, options.smoothing);
  }
  return digits;
}

arma::mat image_part(const arma::mat& pixels, const std::string& part) {
  if (part == "top_half") return pixels.head_cols(data::kDigitPixels / 2);
  if (part == "bottom_half") return pixels.tail_cols(data::kDigitPixels / 2);
  return pixels;
}

}  // namespace preimage::experiments
