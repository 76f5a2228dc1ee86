#include "preimage/models/tar_stream.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <numeric>
#include <stdexcept>

#include <fmt/format.h>

#include "preimage/base/error.hpp"

namespace preimage::models {

namespace {

constexpr std::uint64_t kBlock = 512;
constexpr std::size_t kNameBytes = 100, kSizeAt = 124, kSizeDigits = 11, kSumAt = 148;

/// A relative path, so that `tar` unpacks the file below the working folder.
bool is_name(std::string_view name) {
  const auto fits = [](unsigned char c) {
    return (c < 0x80 && std::isalnum(c) != 0) ||
           std::string_view("_.-/").find(static_cast<char>(c)) != std::string_view::npos;
  };
  if (name.empty() || name.size() >= kNameBytes || !std::all_of(name.begin(), name.end(), fits)) return false;
  const std::string parts = fmt::format("/{}/", name);
  return parts.find("//") == std::string::npos && parts.find("/./") == std::string::npos &&
         parts.find("/../") == std::string::npos;
}

}  // namespace

std::string tar_header(const std::string& name, std::uint64_t size) {
  if (!is_name(name)) throw std::invalid_argument(fmt::format("'{}' cannot name an array", name));
  if (size >> (3 * kSizeDigits) != 0)
    throw std::invalid_argument(fmt::format("'{}' is larger than 8 GiB", name));
  std::string header(kBlock, '\0');
  const auto put = [&](std::size_t at, const std::string& text) { header.replace(at, text.size(), text); };
  put(0, name);
  put(100, "0000644");  // mode
  put(108, "0000000");  // owner
  put(116, "0000000");  // group
  put(kSizeAt, fmt::format("{:0{}o}", size, kSizeDigits));
  put(136, std::string(kSizeDigits, '0'));  // time
  put(kSumAt, std::string(8, ' '));         // counts as blanks in the sum
  put(156, "0");                            // a regular file
  put(257, std::string("ustar\0"
                       "00",
                       8));
  const unsigned sum = std::accumulate(header.begin(), header.end(), 0U, [](unsigned all, char c) {
    return all + static_cast<unsigned char>(c);
  });
  put(kSumAt, fmt::format("{:06o}", sum) + std::string("\0 ", 2));
  return header;
}

std::string tar_padding(std::uint64_t size) {
  return std::string((kBlock - size % kBlock) % kBlock, '\0');
}

void TarReader::fail(std::string_view what) const {
  throw DataError(fmt::format("{}: {}", source_, what));
}

void TarReader::read(char* bytes, std::uint64_t count) {
  if (count > left_) fail("the model file is cut short");
  stream_.read(bytes, static_cast<std::streamsize>(count));
  if (static_cast<std::uint64_t>(stream_.gcount()) != count) fail("the model file is cut short");
  left_ -= count;
}

std::string TarReader::take(std::uint64_t count) {
  std::string bytes(std::min(count, left_ + 1), '\0');  // one more than there are: then it is cut short
  read(bytes.data(), bytes.size());
  return bytes;
}

bool TarReader::next(Member& member) {
  const std::string header = take(kBlock);
  if (header == std::string(kBlock, '\0')) {
    if (take(kBlock) != header || left_ != 0) fail("the model file is damaged: something follows its end");
    return false;
  }
  member.name = header.substr(0, header.find('\0'));
  const char* digits = header.data() + kSizeAt;
  const auto [end, error] = std::from_chars(digits, digits + kSizeDigits, member.size, 8);
  const bool is_whole = error == std::errc() && end == digits + kSizeDigits && is_name(member.name);
  if (!is_whole || header != tar_header(member.name, member.size))
    fail("the model file is damaged: a header");
  if (member.size > left_) fail("the model file is cut short");
  return true;
}

void TarReader::finish(const Member& member) {
  const std::string zeros = tar_padding(member.size);
  if (take(zeros.size()) != zeros) fail("the model file is damaged: between its parts");
}

}  // namespace preimage::models
