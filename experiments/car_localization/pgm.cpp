#include "experiments/car_localization/pgm.hpp"

#include <cstdint>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"

namespace preimage::experiments::car_localization {

namespace {

constexpr std::string_view kBlanks = " \t\n\v\f\r";

/// The header from its first byte on, with the place for messages.
class Header {
 public:
  Header(std::string_view bytes, const std::string& source) : bytes_(bytes), source_(source) {}

  void take_magic() {
    if (bytes_.substr(0, 2) != "P5") fail("expected a binary PGM (P5)");
    position_ = 2;
  }
  std::size_t take_number(std::string_view name, std::size_t largest) {
    skip_blanks();
    const std::size_t end = std::min(bytes_.find_first_of(kBlanks, position_), bytes_.size());
    const std::string_view token = bytes_.substr(position_, std::min(end - position_, std::size_t{12}));
    const auto value = preimage::suite::config::parse_integer(token);
    const bool digits = token.find_first_not_of("0123456789") == std::string_view::npos;
    if (!value || !digits || *value < 1 || static_cast<std::size_t>(*value) > largest) {
      fail(fmt::format("expected a {} from 1 to {}, found {}", name, largest,
                       token.empty() ? "the end" : base::excerpt(token)));
    }
    position_ = end;
    return static_cast<std::size_t>(*value);
  }
  /// The bytes after the one blank that ends the header.
  std::string_view body(std::size_t size) {
    if (position_ == bytes_.size()) fail("expected white space after the header, found the end");
    ++position_;
    const std::size_t found = bytes_.size() - position_;
    if (found != size) fail(fmt::format("expected {} bytes of pixels, found {}", size, found));
    return bytes_.substr(position_);
  }
  std::size_t position() const { return position_; }
  [[noreturn]] void fail(const std::string& message) const {
    throw DataError(fmt::format("{}: byte {}: {}", source_, position_, message));
  }

 private:
  void skip_blanks() {
    const std::size_t first = position_;
    while (position_ < bytes_.size()) {
      if (bytes_[position_] == '#' && position_ > first) {
        position_ = std::min(bytes_.find('\n', position_), bytes_.size());
      } else if (kBlanks.find(bytes_[position_]) != std::string_view::npos) {
        ++position_;
      } else {
        break;
      }
    }
    if (position_ == first) fail("expected white space");
  }

  std::string_view bytes_;
  const std::string& source_;
  std::size_t position_ = 0;
};

}  // namespace

suite::figures::GreyImage parse_pgm(std::string_view bytes, const std::string& source,
                                    const suite::figures::ImageLimits& limits) {
  Header header(bytes, source);
  header.take_magic();
  suite::figures::GreyImage image;
  image.width = header.take_number("width", limits.width);
  image.height = header.take_number("height", limits.height);
  const std::size_t largest = header.take_number("largest value", 255);
  const std::string_view body = header.body(image.width * image.height);
  image.pixels.reserve(body.size());
  for (std::size_t i = 0; i < body.size(); ++i) {
    const std::size_t value = static_cast<unsigned char>(body[i]);
    if (value > largest) {
      throw DataError(fmt::format("{}: byte {}: expected a pixel of at most {}, found {}", source,
                                  header.position() + i, largest, value));
    }
    image.pixels.push_back(static_cast<std::uint8_t>((2 * 255 * value + largest) / (2 * largest)));
  }
  return image;
}

}  // namespace preimage::experiments::car_localization
