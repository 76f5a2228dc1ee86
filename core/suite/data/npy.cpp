// Reading NumPy's .npy. The header is a Python dictionary, of which the three entries that the format has are
// read.
#include "suite/data/npy.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "preimage/base/error.hpp"
#include "preimage/base/output_file.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/config_error.hpp"
#include "suite/config/number.hpp"
#include "suite/config/reader.hpp"

namespace preimage::suite::data {

// Format: numpy/lib/format.py (NEP 1): magic, version, header length (16 bit), a Python dictionary padded
// with blanks to a multiple of 64 bytes and ended by a newline, then the numbers.
void write_npy(const std::filesystem::path& path, const arma::mat& matrix) {
  static_assert(std::endian::native == std::endian::little, "the header below says little-endian");
  constexpr std::size_t kAlignment = 64;
  std::string header = fmt::format("{{'descr': '<f8', 'fortran_order': False, 'shape': ({}, {}), }}",
                                   matrix.n_rows, matrix.n_cols);
  std::string bytes("\x93NUMPY\x01\x00", 8);
  const std::size_t unpadded = bytes.size() + 2 + header.size() + 1;
  header.append((kAlignment - unpadded % kAlignment) % kAlignment, ' ');
  header += '\n';
  bytes += static_cast<char>(header.size() & 0xff);
  bytes += static_cast<char>(header.size() >> 8);
  bytes += header;
  const arma::mat rows = matrix.t();  // column-major memory of the transpose = C order of the matrix
  bytes.append(reinterpret_cast<const char*>(rows.memptr()), rows.n_elem * sizeof(double));
  base::write_output_file(path, bytes);
}

namespace {

constexpr std::string_view kMagic("\x93NUMPY", 6);
constexpr std::size_t kMaxHeader = 65536;

[[noreturn]] void fail(const std::string& source, const std::string& message) {
  throw DataError(source + ": " + message);
}

struct Layout {
  std::string descr;
  bool fortran_order = false;
  std::vector<std::size_t> shape;
};

/// "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }", blanks around it: YAML but for the
/// parentheses.
Layout read_layout(std::string_view text, const std::string& source) {
  std::string yaml(text);
  for (char& c : yaml) c = c == '(' ? '[' : c == ')' ? ']' : c;
  try {
    const config::Value root = config::parse_yaml(yaml, source);
    const config::Reader reader(root);
    Layout layout{reader.text("descr"), reader.choice("fortran_order", {"False", "True"}) == "True", {}};
    reader.raw("shape");  // is there
    for (const std::string& size : reader.texts_or_none("shape"))
      layout.shape.push_back(static_cast<std::size_t>(config::parse_integer(size).value_or(-1)));
    const bool are_sizes = std::none_of(layout.shape.begin(), layout.shape.end(),
                                        [](std::size_t size) { return static_cast<long>(size) < 0; });
    reader.finish();
    if (are_sizes) return layout;
  } catch (const ConfigError&) {  // said below
  }
  fail(source, "the header is none of a NumPy array of numbers: " + base::excerpt(text));
}

std::size_t little_endian(std::string_view bytes) {
  std::size_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = 256 * value + static_cast<unsigned char>(bytes[i]);
  return value;
}

/// The header's text; `bytes` becomes what follows it.
std::string_view take_header(std::string_view& bytes, const std::string& source) {
  if (bytes.substr(0, kMagic.size()) != kMagic || bytes.size() < kMagic.size() + 2)
    fail(source, "expected a NumPy array (.npy, as numpy.save writes it)");
  const auto version = static_cast<unsigned char>(bytes[kMagic.size()]);
  if (version < 1 || version > 3)
    fail(source, fmt::format("expected format version 1 to 3 of .npy, found {}", version));
  const std::size_t start = kMagic.size() + 2, width = version == 1 ? 2 : 4;
  const std::size_t size =
      bytes.size() < start + width ? kMaxHeader : little_endian(bytes.substr(start, width));
  if (size >= kMaxHeader || bytes.size() < start + width + size) fail(source, "the header is cut off");
  const std::string_view header = bytes.substr(start + width, size);
  bytes.remove_prefix(start + width + size);
  return header;
}

/// The bytes of an entry, of a type that tables are read of; 0 of others.
std::size_t width_of(const std::string& descr) {
  if (descr.size() < 3) return 0;
  const auto number = config::parse_integer(descr.substr(2));
  if (!number || *number < 1 || *number > static_cast<long>(kMaxHeader)) return 0;
  const auto size = static_cast<std::size_t>(*number);
  const char order = descr[0], kind = descr[1];
  const bool is_little = order == '<' || order == '|' || (order == '>' && size == 1);
  const bool is_power = size == 1 || size == 2 || size == 4 || size == 8;
  const bool is_read = (kind == 'f' && (size == 4 || size == 8)) ||
                       ((kind == 'i' || kind == 'u') && is_power) || (kind == 'b' && size == 1) ||
                       kind == 'U' || kind == 'S';
  constexpr std::size_t kBytesOfCharacter = 4;
  return is_little && is_read ? (kind == 'U' ? kBytesOfCharacter * size : size) : 0;
}

template <class Number>
arma::mat matrix_of(const NpyArray& layout) {
  const std::string_view bytes = layout.entries;
  if (bytes.empty()) return arma::mat(layout.shape[0], layout.shape[1]);
  const std::size_t rows = layout.fortran_order ? layout.shape[0] : layout.shape[1];
  const std::size_t columns = layout.fortran_order ? layout.shape[1] : layout.shape[0];
  arma::Mat<Number> stored(rows, columns);
  std::memcpy(stored.memptr(), bytes.data(), bytes.size());
  const arma::mat matrix = arma::conv_to<arma::mat>::from(stored);
  return layout.fortran_order ? matrix : arma::mat(matrix.t());
}

}  // namespace

bool is_npy(std::string_view bytes) {
  return bytes.starts_with(kMagic);
}

NpyArray parse_npy_array(std::string_view bytes, const std::string& source) {
  static_assert(std::endian::native == std::endian::little, "the numbers are read as they are");
  Layout layout = read_layout(take_header(bytes, source), source);
  const std::size_t width = width_of(layout.descr);
  if (width == 0)
    fail(source, fmt::format("expected numbers, truth values or texts, found an array of type {}; in NumPy: "
                             "X.astype({})",
                             base::excerpt(layout.descr),
                             layout.descr.find('O') == std::string::npos ? "float" : "str"));
  if (layout.shape.empty())
    fail(source, "expected an array of one dimension at least, found a single number");
  std::size_t count = 1;
  bool fits = true;
  for (const std::size_t size : layout.shape) {
    fits = fits && (size == 0 || count <= bytes.size() / width / size);
    count *= fits ? size : 1;
  }
  if (!fits || count * width != bytes.size())
    fail(source, fmt::format("expected the bytes of {} numbers, found {} bytes",
                             fmt::join(layout.shape, " x "), bytes.size()));
  return {layout.descr[1], width, layout.fortran_order, std::move(layout.shape), bytes};
}

arma::mat parse_npy(std::string_view bytes, const std::string& source) {
  const NpyArray array = parse_npy_array(bytes, source);
  if (array.kind != 'f')
    fail(source, "expected numbers of type float64 or float32; in NumPy: K.astype(float)");
  if (array.shape.size() != 2)
    fail(source, fmt::format("expected a matrix of two dimensions, found {}", fmt::join(array.shape, " x ")));
  return array.width == sizeof(double) ? matrix_of<double>(array) : matrix_of<float>(array);
}

}  // namespace preimage::suite::data
