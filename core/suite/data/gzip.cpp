#include "suite/data/gzip.hpp"

#include <algorithm>
#include <new>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#define ZLIB_CONST  // input is read only
#include <zlib.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"

namespace preimage::suite::data {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kRatioMatters = std::size_t{1} << 20;
constexpr std::size_t kBufferBytes = std::size_t{1} << 18;
constexpr int kGzipWindow = 15 + 16;  // largest window, gzip wrapper (zlib manual, inflateInit2)

/// A zlib stream over the bytes behind `input`, which must outlive it.
class Inflater {
 public:
  explicit Inflater(std::string_view input) : input_(input) {
    stream_.next_in = reinterpret_cast<const Bytef*>(input.data());
    stream_.avail_in = static_cast<uInt>(input.size());
    if (inflateInit2(&stream_, kGzipWindow) != Z_OK) throw std::bad_alloc();
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() { inflateEnd(&stream_); }

  /// Appends up to one buffer to `output`; zlib's return code.
  int step(std::string& output) {
    stream_.next_out = buffer_.data();
    stream_.avail_out = static_cast<uInt>(buffer_.size());
    const int code = inflate(&stream_, Z_NO_FLUSH);
    output.append(reinterpret_cast<const char*>(buffer_.data()), buffer_.size() - stream_.avail_out);
    return code;
  }
  std::string_view rest() const { return input_.substr(position()); }
  std::size_t position() const { return input_.size() - stream_.avail_in; }
  const char* message() const { return stream_.msg == nullptr ? "damaged stream" : stream_.msg; }
  void next_member() { inflateReset(&stream_); }

 private:
  std::string_view input_;
  z_stream stream_{};
  std::vector<Bytef> buffer_ = std::vector<Bytef>(kBufferBytes);
};

void check_size(std::size_t size, std::size_t compressed, const GzipLimits& limits,
                const std::string& source) {
  if (size > limits.bytes)
    throw DataError(fmt::format("{}: decompresses to more than the limit of {} bytes", source, limits.bytes));
  if (size > std::max(kRatioMatters, limits.ratio * compressed))
    throw DataError(fmt::format("{}: decompresses to more than {} times its size", source, limits.ratio));
}

/// Called at the end of a gzip member: true where another follows.
bool another_member(const Inflater& inflater, const std::string& source) {
  const std::string_view rest = inflater.rest();
  if (rest.empty()) return false;
  if (rest.substr(0, 2) == "\x1f\x8b") return true;
  throw DataError(fmt::format("{}: byte {}: {} bytes follow the end of the gzip stream", source,
                              inflater.position(), rest.size()));
}

}  // namespace

std::string parse_gzip(std::string_view compressed, const std::string& source, const GzipLimits& limits) {
  if (compressed.size() > limits.bytes)
    throw DataError(fmt::format("{}: larger than the limit of {} bytes", source, limits.bytes));
  if (compressed.substr(0, 2) != "\x1f\x8b")
    throw DataError(fmt::format("{}: byte 0: expected a gzip stream (1f 8b)", source));
  Inflater inflater(compressed);
  std::string output;
  while (true) {
    const int code = inflater.step(output);
    check_size(output.size(), compressed.size(), limits, source);
    if (code == Z_STREAM_END) {
      if (!another_member(inflater, source)) return output;
      inflater.next_member();
    } else if (code == Z_BUF_ERROR) {  // no progress possible: the input ended too early
      throw DataError(fmt::format("{}: byte {}: truncated gzip stream", source, inflater.position()));
    } else if (code != Z_OK) {
      throw DataError(fmt::format("{}: byte {}: damaged gzip stream: {}", source, inflater.position(),
                                  inflater.message()));
    }
  }
}

std::string read_maybe_gzip(const fs::path& path, const GzipLimits& limits) {
  std::string bytes = base::read_file(path, limits.bytes);
  return path.extension() == ".gz" || bytes.starts_with("\x1f\x8b\x08")
             ? parse_gzip(bytes, path.string(), limits)
             : bytes;
}

}  // namespace preimage::suite::data
