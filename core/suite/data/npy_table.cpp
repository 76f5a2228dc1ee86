#include "suite/data/npy_table.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <utf8proc.h>

#include "preimage/base/error.hpp"
#include "suite/config/number.hpp"
#include "suite/data/delimited.hpp"
#include "suite/data/npy.hpp"

namespace preimage::suite::data {

namespace {

template <class Number>
Number held_in(std::string_view bytes) {
  Number number;
  std::memcpy(&number, bytes.data(), sizeof number);
  return number;
}

/// What `use` makes of a whole number.
template <class Use>
auto with_whole_number(std::string_view bytes, bool has_sign, const Use& use) {
  switch (bytes.size()) {
    case 1:
      return has_sign ? use(held_in<std::int8_t>(bytes)) : use(held_in<std::uint8_t>(bytes));
    case 2:
      return has_sign ? use(held_in<std::int16_t>(bytes)) : use(held_in<std::uint16_t>(bytes));
    case 4:
      return has_sign ? use(held_in<std::int32_t>(bytes)) : use(held_in<std::uint32_t>(bytes));
    default:
      return has_sign ? use(held_in<std::int64_t>(bytes)) : use(held_in<std::uint64_t>(bytes));
  }
}

double fraction(std::string_view bytes) {
  return bytes.size() == sizeof(double) ? held_in<double>(bytes) : static_cast<double>(held_in<float>(bytes));
}

/// Appends a character of Unicode; false where the number is of none.
bool append_character(std::string& text, std::uint32_t number) {
  constexpr std::uint32_t kLast = 0x10ffff;
  const auto character = static_cast<utf8proc_int32_t>(std::min(number, kLast + 1));
  if (character == 0 || !utf8proc_codepoint_valid(character)) return false;
  utf8proc_uint8_t bytes[4];
  const auto size = static_cast<std::size_t>(utf8proc_encode_char(character, bytes));
  text.append(reinterpret_cast<const char*>(bytes), size);
  return true;
}

class NpyReader final : public TableReader {
 public:
  NpyReader(std::string bytes, std::string source, const std::string& prefix)
      : TableReader(std::move(source)), bytes_(std::move(bytes)), array_(parse_npy_array(bytes_, source_)) {
    rows_ = array_.shape.front();
    row_shape_.assign(array_.shape.begin() + 1, array_.shape.end());
    std::size_t columns = 1;
    for (const std::size_t size : row_shape_) columns *= std::min(size, kMaxColumns + 1);
    if (rows_ == 0 || columns == 0) throw DataError(source_ + ": the array is empty");
    if (rows_ > kMaxRows)
      throw DataError(fmt::format("{}: more than the limit of {} rows", source_, kMaxRows));
    if (columns > kMaxColumns)
      throw DataError(fmt::format("{}: more than the limit of {} columns", source_, kMaxColumns));
    stride_ = array_.fortran_order ? 1 : columns;
    places_.reserve(columns);
    for (std::size_t j = 0; j < columns; ++j) {
      header_.push_back(columns == 1 ? prefix : prefix + std::to_string(j));
      std::size_t rest = j, place = 0, step = array_.entries.size() / array_.width;
      for (auto size = row_shape_.rbegin(); size != row_shape_.rend(); ++size) {  // the last dimension first
        step /= *size;
        place += rest % *size * step;
        rest /= *size;
      }
      places_.push_back(array_.fortran_order ? place : j);
    }
    texts_.resize(columns);
    const bool are_texts = array_.kind == 'U' || array_.kind == 'S';
    formats_.assign(columns, {array_.kind == 'f' ? NumberType::fractional
                              : are_texts        ? NumberType::unsaid
                                                 : NumberType::whole});
  }

  NpyReader(const NpyReader&) = delete;  // entries are views into the bytes
  NpyReader& operator=(const NpyReader&) = delete;

  using TableReader::next;
  bool next() override {
    if (row_ == rows_) return false;
    row_line_ = ++row_;
    return true;
  }
  const std::string& text(std::size_t column) const override {
    const std::string_view bytes = bytes_of(column);
    const auto text_of = [&]() -> std::string {
      switch (array_.kind) {
        case 'f':
          return config::number_text(fraction(bytes));
        case 'b':
          return bytes.front() == '\0' ? "0" : "1";
        case 'U':
        case 'S':
          return words(bytes);
        default:
          return with_whole_number(bytes, array_.kind == 'i', [](auto n) { return std::to_string(n); });
      }
    };
    return texts_[column] = text_of();
  }
  std::optional<double> number(std::size_t column) const override {
    const std::string_view bytes = bytes_of(column);
    switch (array_.kind) {
      case 'f': {
        const double number = fraction(bytes);
        return std::isfinite(number) ? std::optional(number) : std::nullopt;
      }
      case 'b':
        return bytes.front() == '\0' ? 0.0 : 1.0;
      case 'U':
      case 'S':
        return TableReader::number(column);
      default:
        return with_whole_number(bytes, array_.kind == 'i', [](auto n) { return static_cast<double>(n); });
    }
  }
  bool has_names() const override { return is_named_; }
  /// Requires that no two are alike.
  bool name_columns(const std::vector<std::string>& names) override {
    if (is_named_ || names.size() != header_.size()) return false;
    header_ = names;
    return is_named_ = true;
  }

 private:
  std::string_view bytes_of(std::size_t column) const {
    const std::size_t entry = (row_ - 1) * stride_ + places_[column];
    return array_.entries.substr(entry * array_.width, array_.width);
  }
  /// Without the zeros that fill it up.
  std::string words(std::string_view bytes) const {
    constexpr std::size_t kBytesOfCharacter = 4;
    std::string text;
    if (array_.kind == 'S') {
      text = bytes.substr(0, bytes.find_last_not_of('\0') + 1);
      if (text.find('\0') == std::string::npos) return text;
    } else {
      while (!bytes.empty() && held_in<std::uint32_t>(bytes.substr(bytes.size() - kBytesOfCharacter)) == 0)
        bytes.remove_suffix(kBytesOfCharacter);
      bool are_characters = true;
      for (; !bytes.empty() && are_characters; bytes.remove_prefix(kBytesOfCharacter))
        are_characters = append_character(text, held_in<std::uint32_t>(bytes));
      if (are_characters) return text;
    }
    fail("a text with a character that is none");
  }

  std::string bytes_;
  NpyArray array_;
  mutable std::vector<std::string> texts_;  // of a row, as far as they are asked for
  std::vector<std::size_t> places_;         // of a row's entries behind its first one
  std::size_t rows_ = 0, stride_ = 0, row_ = 0;
  bool is_named_ = false;
};

}  // namespace

std::unique_ptr<TableReader> read_npy_table(std::string bytes, std::string source,
                                            const std::string& prefix) {
  return std::make_unique<NpyReader>(std::move(bytes), std::move(source), prefix);
}

}  // namespace preimage::suite::data
