#include "experiments/fashion_mnist/fashion_images.hpp"

#include <fmt/format.h>

#include "experiments/fashion_mnist/idx.hpp"
#include "preimage/base/error.hpp"

namespace preimage::experiments::fashion_mnist {

using namespace suite;

namespace {

constexpr std::size_t kSide = 28, kPixels = kSide * kSide;

struct PartFiles {
  const char* images;
  const char* labels;
};
constexpr PartFiles kTrain{"fashion-mnist/train-images-idx3-ubyte.gz",
                           "fashion-mnist/train-labels-idx1-ubyte.gz"};
constexpr PartFiles kTest{"fashion-mnist/t10k-images-idx3-ubyte.gz",
                          "fashion-mnist/t10k-labels-idx1-ubyte.gz"};

[[noreturn]] void fail_in(const std::filesystem::path& file, std::size_t byte, const std::string& message) {
  throw DataError(fmt::format("{}: byte {}: {}", file.string(), byte, message));
}

/// count x 784, the bytes in parts of `unit`
arma::mat pixels_of(const std::string& bytes, std::size_t count, double unit) {
  arma::mat pixels(count, kPixels, arma::fill::none);
  for (std::size_t p = 0; p < kPixels; ++p) {
    double* column = pixels.colptr(p);
    for (std::size_t i = 0; i < count; ++i)
      column[i] = static_cast<double>(static_cast<unsigned char>(bytes[i * kPixels + p])) / unit;
  }
  return pixels;
}

std::vector<int> labels_of(const IdxArray& array, std::size_t count, const std::filesystem::path& file) {
  constexpr std::size_t kHeader = 8;
  std::vector<int> labels;
  for (std::size_t i = 0; i < count; ++i) {
    labels.push_back(static_cast<unsigned char>(array.values[i]));
    if (labels.back() > 9)
      fail_in(file, kHeader + i, fmt::format("expected a label 0..9, found {}", labels.back()));
  }
  return labels;
}

FashionImages found_part(const data::DataSource& source, const PartFiles& files, std::size_t count,
                         bool as_bytes) {
  return load_fashion_part(source.find(files.images).path, source.find(files.labels).path, count, as_bytes);
}

}  // namespace

FashionImages load_fashion_part(const std::filesystem::path& images, const std::filesystem::path& labels,
                                std::size_t count, bool as_bytes) {
  const IdxArray pixels = load_idx(images, 3), classes = load_idx(labels, 1);
  if (pixels.sizes[1] != kSide || pixels.sizes[2] != kSide)
    fail_in(images, 8,
            fmt::format("expected images of 28 x 28, found {} x {}", pixels.sizes[1], pixels.sizes[2]));
  if (classes.sizes[0] != pixels.sizes[0])
    fail_in(
        labels, 4,
        fmt::format("{} labels, but {} images in {}", classes.sizes[0], pixels.sizes[0], images.string()));
  if (pixels.sizes[0] < count)
    fail_in(images, 4, fmt::format("expected {} images or more, found {}", count, pixels.sizes[0]));
  return {pixels_of(pixels.values, count, as_bytes ? 1.0 : 255.0), labels_of(classes, count, labels)};
}

FashionImages load_fashion_images(const data::DataSource& source, const FashionOptions& options) {
  FashionImages all = found_part(source, kTrain, options.train, options.as_bytes);
  const FashionImages test = found_part(source, kTest, options.test, options.as_bytes);
  all.pixels = arma::join_cols(all.pixels, test.pixels);
  all.labels.insert(all.labels.end(), test.labels.begin(), test.labels.end());
  return all;
}

std::string fashion_identity(const data::DataSource& source) {
  std::string identity;
  for (const char* file : {kTrain.images, kTrain.labels, kTest.images, kTest.labels})
    identity += (identity.empty() ? "" : " ") + source.find(file).content_sha256;
  return identity;
}

}  // namespace preimage::experiments::fashion_mnist
