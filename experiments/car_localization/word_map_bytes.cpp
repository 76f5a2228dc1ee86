#include "experiments/car_localization/word_map_bytes.hpp"

#include <cstddef>
#include <cstdint>

#include <fmt/format.h>

#include "preimage/base/error.hpp"

namespace preimage::experiments::car_localization {

namespace {

constexpr std::size_t kNumberBytes = 8, kWordBytes = 2;

void append(std::string& bytes, std::uint64_t value, std::size_t count) {
  for (std::size_t b = 0; b < count; ++b) bytes += static_cast<char>(value >> (8 * b) & 0xFF);
}

/// Takes numbers from the front.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}
  std::size_t left() const { return bytes_.size() - at_; }
  std::uint64_t number() { return take(kNumberBytes); }
  std::uint16_t word() { return static_cast<std::uint16_t>(take(kWordBytes)); }

 private:
  std::uint64_t take(std::size_t count) {
    if (left() < count) throw DataError(fmt::format("word maps: the {} bytes end too early", bytes_.size()));
    std::uint64_t value = 0;
    for (std::size_t b = 0; b < count; ++b)
      value |= std::uint64_t{static_cast<unsigned char>(bytes_[at_++])} << (8 * b);
    return value;
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
};

WordMap read_map(ByteReader& reader) {
  WordMap map;
  map.grid.offset = static_cast<long>(reader.number());
  map.grid.stride = static_cast<long>(reader.number());
  map.grid.columns = reader.number();
  map.grid.rows = reader.number();
  map.n_words = reader.number();
  const std::size_t most = reader.left() / kWordBytes;  // no product of these can overflow below it
  if (map.grid.rows != 0 && map.grid.columns > most / map.grid.rows) {
    throw DataError(fmt::format("word maps: a grid of {} x {} points, with bytes left for {}",
                                map.grid.columns, map.grid.rows, most));
  }
  for (std::size_t i = 0; i < map.grid.columns * map.grid.rows; ++i) {
    map.words.push_back(reader.word());
    if (map.words.back() >= map.n_words)
      throw DataError(fmt::format("word maps: word {}, expected one of {}", map.words.back(), map.n_words));
  }
  return map;
}

}  // namespace

std::string word_map_bytes(const std::vector<WordMap>& maps) {
  std::string bytes;
  append(bytes, maps.size(), kNumberBytes);
  for (const WordMap& map : maps) {
    append(bytes, static_cast<std::uint64_t>(map.grid.offset), kNumberBytes);
    append(bytes, static_cast<std::uint64_t>(map.grid.stride), kNumberBytes);
    append(bytes, map.grid.columns, kNumberBytes);
    append(bytes, map.grid.rows, kNumberBytes);
    append(bytes, map.n_words, kNumberBytes);
    for (const std::uint16_t word : map.words) append(bytes, word, kWordBytes);
  }
  return bytes;
}

std::vector<WordMap> word_maps_from_bytes(std::string_view bytes) {
  ByteReader reader(bytes);
  std::vector<WordMap> maps;
  for (std::uint64_t left = reader.number(); left > 0; --left) maps.push_back(read_map(reader));
  if (reader.left() > 0) throw DataError(fmt::format("word maps: {} bytes too many", reader.left()));
  return maps;
}

}  // namespace preimage::experiments::car_localization
