// Fashion-MNIST: grey images of 28 x 28 of ten kinds of garments, 60,000 to train and 10,000 to test.
#pragma once

#include <armadillo>
#include <array>
#include <cstddef>
#include <filesystem>
#include <vector>

#include "suite/data/data_source.hpp"

namespace preimage::experiments::fashion_mnist {

inline constexpr std::size_t kTrainImages = 60000, kTestImages = 10000;
inline constexpr std::array<const char*, 10> kGarments = {
    "T-shirt/top", "Trouser", "Pullover", "Dress", "Coat", "Sandal", "Shirt", "Sneaker", "Bag", "Ankle boot"};

/// The first so many of each part.
struct FashionOptions {
  std::size_t train = kTrainImages, test = kTestImages;
  bool as_bytes = false;  // pixels are 0 .. 255, as in the files; else these bytes / 255
};

struct FashionImages {
  arma::mat pixels;         // (train + test) x 784, row-major 28 x 28
  std::vector<int> labels;  // 0..9, as kGarments
};

/// The training images, then the test images.
/// cost    at 70,000 images .44 GB of doubles and half as much while they are made; about a second
/// throws  DataError, also where images and labels do not fit together
FashionImages load_fashion_images(const suite::data::DataSource& source, const FashionOptions& options);

/// One part of two IDX files.
/// throws  DataError "file: byte N: ..." as the reader of IDX files; for images of another size, another
///         number of labels than images, fewer than `count`, a label above 9
FashionImages load_fashion_part(const std::filesystem::path& images, const std::filesystem::path& labels,
                                std::size_t count, bool as_bytes = false);

/// The content hashes of the four files.
std::string fashion_identity(const suite::data::DataSource& source);

}  // namespace preimage::experiments::fashion_mnist
