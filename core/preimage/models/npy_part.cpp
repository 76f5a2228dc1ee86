#include "preimage/models/npy_part.hpp"

#include <bit>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "preimage/base/error.hpp"

namespace preimage::models {

namespace {

static_assert(std::endian::native == std::endian::little, "the headers below say little-endian");

constexpr std::string_view kMagic("\x93NUMPY\x01\x00", 8);
constexpr std::size_t kStart = kMagic.size() + 2;  // and the length of the dictionary
constexpr std::size_t kAlignment = 64;

std::string header_of(std::string_view type, bool is_fortran, const std::string& shape) {
  std::string text = fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': ({}), }}", type,
                                 is_fortran ? "True" : "False", shape);
  text.append((kAlignment - (kStart + text.size() + 1) % kAlignment) % kAlignment, ' ');
  text += '\n';
  std::string header(kMagic);
  header += static_cast<char>(text.size() & 0xff);
  header += static_cast<char>(text.size() >> 8);
  return header + text;
}

struct HeaderOf {
  std::string operator()(const arma::mat& matrix) const {
    return header_of("<f8", true, fmt::format("{}, {}", matrix.n_rows, matrix.n_cols));
  }
  std::string operator()(const std::vector<std::int64_t>& numbers) const {
    return header_of("<i8", false, fmt::format("{},", numbers.size()));
  }
  std::string operator()(const std::string& bytes) const {
    return header_of("|u1", false, fmt::format("{},", bytes.size()));
  }
};

struct DataOf {
  std::string_view operator()(const arma::mat& matrix) const {
    return {reinterpret_cast<const char*>(matrix.memptr()), matrix.n_elem * sizeof(double)};
  }
  std::string_view operator()(const std::vector<std::int64_t>& numbers) const {
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(std::int64_t)};
  }
  std::string_view operator()(const std::string& bytes) const { return bytes; }
};

/// The whole number at the beginning of `text`, which it is taken from.
std::uint64_t take_number(std::string_view& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) throw DataError("its header has no shape");
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

/// An array of the type and shape that a header names, where it has as many bytes as there are.
StoredArray array_of(std::string_view header, std::uint64_t bytes) {
  constexpr std::string_view kShape = "'shape': (";
  const std::size_t at = header.find(kShape);
  if (at == std::string_view::npos) throw DataError("its header has no shape");
  std::string_view shape = header.substr(at + kShape.size());
  const std::uint64_t first = take_number(shape);
  const auto require_bytes = [&](std::uint64_t count, std::uint64_t size) {
    if (bytes % size != 0 || count != bytes / size) throw DataError("it has not the numbers of its shape");
  };
  if (header.find("'<f8'") != std::string_view::npos) {
    if (!shape.starts_with(", ")) throw DataError("its header has no shape");
    shape.remove_prefix(2);
    const std::uint64_t second = take_number(shape);
    // The product of both cannot overflow once the first is known to divide the number of bytes.
    const std::uint64_t elements = bytes / sizeof(double);
    const bool fits =
        first == 0 || second == 0 ? bytes == 0 : elements % first == 0 && elements / first == second;
    if (!fits) throw DataError("it has not the numbers of its shape");
    require_bytes(first * second, sizeof(double));
    return arma::mat(first, second);
  }
  if (header.find("'<i8'") != std::string_view::npos) {
    require_bytes(first, sizeof(std::int64_t));
    return std::vector<std::int64_t>(first);
  }
  require_bytes(first, 1);
  return std::string(first, '\0');
}

}  // namespace

std::string npy_header(const StoredArray& array) {
  return std::visit(HeaderOf{}, array);
}

std::string_view npy_data(const StoredArray& array) {
  return std::visit(DataOf{}, array);
}

StoredArray read_npy(std::uint64_t size, const std::function<void(char* bytes, std::uint64_t count)>& read) {
  if (size < kStart) throw DataError("it is no .npy array");
  std::string header(kStart, '\0');
  read(header.data(), kStart);
  const std::size_t length = static_cast<unsigned char>(header[kStart - 2]) +
                             std::size_t{256} * static_cast<unsigned char>(header[kStart - 1]);
  if (!header.starts_with(kMagic) || size - kStart < length) throw DataError("it is no .npy array");
  header.resize(kStart + length);
  read(header.data() + kStart, length);
  StoredArray array = array_of(header, size - header.size());
  // Nothing has to be parsed with care: what is not written like this is refused.
  if (npy_header(array) != header) throw DataError("its header is not of a model file's array");
  const std::string_view data = npy_data(array);
  read(const_cast<char*>(data.data()), data.size());
  return array;
}

}  // namespace preimage::models
