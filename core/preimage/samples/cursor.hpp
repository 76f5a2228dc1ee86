// A text that is read byte by byte, and refused by position.
#pragma once

#include <cctype>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "preimage/base/text.hpp"

namespace preimage::samples {

class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  bool is_at_end() const { return place_ == text_.size(); }
  char here() const { return is_at_end() ? '\0' : text_[place_]; }
  bool is_at_digit() const { return std::isdigit(static_cast<unsigned char>(here())) != 0; }
  bool is_at_any(std::string_view bytes) const {
    return !is_at_end() && bytes.find(here()) != std::string_view::npos;
  }
  /// The next `size` bytes, or as many as there are.
  std::string_view ahead(std::size_t size) const { return text_.substr(place_, size); }
  void skip(std::size_t bytes) { place_ += bytes; }
  /// Goes over `c` where it is next.
  bool take(char c) {
    if (is_at_end() || here() != c) return false;
    ++place_;
    return true;
  }
  /// At most `most` digits; "" where none is next.
  std::string_view take_digits(std::size_t most) {
    const std::size_t begin = place_;
    while (place_ - begin < most && is_at_digit()) ++place_;
    return text_.substr(begin, place_ - begin);
  }
  /// A label behind its opening quote, up to the closing one; in it \" and \\ are these two.
  std::string take_quoted() {
    const std::size_t begin = position() - 1;
    std::string label;
    while (!take('"')) {
      if (take('\\') && !is_at_any("\\\"")) fail_expected("'\"' or '\\' behind '\\'");
      if (is_at_end()) fail_at(begin, "the quoted label is never closed");
      label += here();
      skip(1);
    }
    return label;
  }
  /// Of the next byte, from 1.
  std::size_t position() const { return place_ + 1; }
  std::string found() const {
    return is_at_end() ? "found the end" : "found " + base::excerpt(std::string(1, here()));
  }

  /// throws  std::invalid_argument "position 5: what"
  [[noreturn]] static void fail_at(std::size_t position, const std::string& what) {
    throw std::invalid_argument(fmt::format("position {}: {}", position, what));
  }
  /// "position 5: expected ']', found 'x'"
  [[noreturn]] void fail_expected(const std::string& what) const {
    fail_at(position(), fmt::format("expected {}, {}", what, found()));
  }

 private:
  std::string_view text_;
  std::size_t place_ = 0;
};

/// What Cursor::take_quoted reads, with both quotes.
inline std::string quoted_label(std::string_view label) {
  std::string text = "\"";
  for (const char c : label) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + '"';
}

}  // namespace preimage::samples
