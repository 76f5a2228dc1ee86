#include "experiments/fashion_mnist/idx.hpp"

#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/data/compressed_file.hpp"

namespace preimage::experiments::fashion_mnist {

using namespace suite::data;

namespace {

constexpr std::size_t kWord = 4;  // bytes

[[noreturn]] void fail_at(const std::string& source, std::size_t byte, const std::string& message) {
  throw DataError(fmt::format("{}: byte {}: {}", source, byte, message));
}

/// Four bytes, the highest first.
std::uint32_t word_at(std::string_view bytes, std::size_t at) {
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < kWord; ++i) word = word << 8U | static_cast<unsigned char>(bytes[at + i]);
  return word;
}

/// a b, or the largest number where that is more.
std::size_t bounded_product(std::size_t a, std::size_t b) {
  constexpr std::size_t kLargest = std::numeric_limits<std::size_t>::max();
  return b > 0 && a > kLargest / b ? kLargest : a * b;
}

}  // namespace

IdxArray parse_idx(std::string bytes, std::size_t dimensions, const std::string& source) {
  constexpr std::uint32_t kUnsignedBytes = 0x0800;
  const std::size_t header = kWord * (1 + dimensions);
  if (bytes.size() < header)
    fail_at(source, bytes.size(), fmt::format("ends inside the {} bytes of the header", header));
  const std::uint32_t magic = word_at(bytes, 0),
                      expected = kUnsignedBytes + static_cast<unsigned>(dimensions);
  if (magic != expected)
    fail_at(source, 0,
            fmt::format("expected the magic number {:08x} of an IDX file of {} dimensions, found {:08x}",
                        expected, dimensions, magic));
  IdxArray array;
  std::size_t count = 1;
  for (std::size_t d = 1; d <= dimensions; ++d) {
    array.sizes.push_back(word_at(bytes, kWord * d));
    count = bounded_product(count, array.sizes.back());
  }
  const std::size_t there = bytes.size() - header;
  if (there < count) fail_at(source, bytes.size(), fmt::format("ends after {} of {} values", there, count));
  if (there > count)
    fail_at(source, header + count, fmt::format("{} bytes follow the {} values", there - count, count));
  array.values = std::move(bytes).substr(header);
  return array;
}

IdxArray load_idx(const std::filesystem::path& path, std::size_t dimensions) {
  return parse_idx(read_maybe_compressed(path), dimensions, path.string());
}

}  // namespace preimage::experiments::fashion_mnist
