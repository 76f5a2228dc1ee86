// Smoothing, scaling and .npy files.
#include "experiments/shared/smoothing.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "suite/data/npy.hpp"
#include "testing/is_close.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace data = preimage::suite::data;
namespace experiments = preimage::experiments;
using preimage::DataError;
using preimage::testing::gaussian_matrix;
using preimage::testing::is_close;
using preimage::testing::TemporaryFolder;
using preimage::testing::thrown_message;

namespace {

/// The definition: a two-dimensional sum over the window, pixel by pixel.
arma::mat smoothed_by_definition(const arma::mat& images, int width, int height, double sigma,
                                 double outside) {
  const int radius = static_cast<int>(4.0 * sigma + 0.5);
  arma::mat result(arma::size(images), arma::fill::zeros);
  for (arma::uword n = 0; n < images.n_rows; ++n)
    for (int p = 0; p < width * height; ++p) {
      double sum = 0.0, weights = 0.0;
      for (int i = -radius; i <= radius; ++i)
        for (int j = -radius; j <= radius; ++j) {
          const int r = p / width + i, c = p % width + j;
          const bool inside = r >= 0 && r < height && c >= 0 && c < width;
          const double w = std::exp(-(i * i + j * j) / (2.0 * sigma * sigma));
          sum += w * (inside ? images(n, static_cast<arma::uword>(r * width + c)) : outside);
          weights += w;
        }
      result(n, static_cast<arma::uword>(p)) = sum / weights;
    }
  return result;
}

}  // namespace

TEST_CASE("smooth_images agrees with the two-dimensional sum, for any shape and width") {
  const arma::mat images = gaussian_matrix(3, 35, 4);
  for (const double sigma : {0.3, 0.8, 1.3, 4.0})
    CHECK(is_close(experiments::shared::smooth_images(images, {7, 5}, sigma, 0.25),
                   smoothed_by_definition(images, 7, 5, sigma, 0.25), 1e-13));
}

TEST_CASE("smooth_images gives the numbers of scipy.ndimage.gaussian_filter") {
  // scipy 1.10.1: gaussian_filter(image, 0.8, mode="constant", cval=-1, truncate=4) of a 5 x 7 image of -1
  // with image[1, 2] = 1 and image[4, 6] = 0.5; rows 0, 1 and 4.
  arma::mat image(1, 35);
  image.fill(-1.0);
  image(0, 9) = 1.0;
  image(0, 34) = 0.5;
  const arma::mat smooth = experiments::shared::smooth_images(image, {7, 5}, 0.8);
  const arma::rowvec row0{-0.98999528, -0.89574843, -0.77229364, -0.89574843, -0.98999528, -0.99979875, -1.0};
  const arma::rowvec row1{-0.97814768, -0.77229364, -0.50264359, -0.77229335,
                          -0.9781332,  -0.99940948, -0.99967032};
  const arma::rowvec row4{-0.99998069, -0.99979875, -0.99956042, -0.99946906,
                          -0.98359145, -0.82921984, -0.62698269};
  CHECK(is_close(arma::mat(smooth.cols(0, 6)), row0, 0.0, 1e-8));
  CHECK(is_close(arma::mat(smooth.cols(7, 13)), row1, 0.0, 1e-8));
  CHECK(is_close(arma::mat(smooth.cols(28, 34)), row4, 0.0, 1e-8));
}

TEST_CASE("smooth_images leaves an image of the outside value exactly alone") {
  arma::mat paper(2, 256);
  paper.fill(-1.0);
  CHECK(arma::approx_equal(experiments::shared::smooth_images(paper, {16, 16}, 0.8), paper, "absdiff", 0.0));
}

TEST_CASE("smooth_images refuses a wrong sigma or shape") {
  const arma::mat image(1, 35, arma::fill::zeros);
  const auto error = [&](experiments::shared::ImageShape shape, double sigma) {
    return thrown_message<DataError>([&] { experiments::shared::smooth_images(image, shape, sigma); });
  };
  CHECK(error({7, 5}, 0.0) == "smoothing: expected a sigma in (0, 1000000] pixels, found 0");
  CHECK(error({7, 5}, std::nan("")) == "smoothing: expected a sigma in (0, 1000000] pixels, found nan");
  CHECK(error({7, 6}, 1.0) == "smoothing: expected 7 x 6 pixels per image, found 35");
}

TEST_CASE("write_npy writes a header aligned to 64 bytes and the rows in C order") {
  const TemporaryFolder folder;
  const arma::mat matrix{{1.5, -2.0, 3.0}, {4.0, 5.0, 1e-300}};
  data::write_npy(folder.path() / "m.npy", matrix);
  const std::string bytes = preimage::base::read_file(folder.path() / "m.npy", 1000);
  REQUIRE(bytes.size() == 128 + 6 * sizeof(double));
  CHECK(bytes.substr(0, 8) == std::string("\x93NUMPY\x01\x00", 8));
  CHECK(static_cast<int>(bytes[8]) + 256 * static_cast<int>(bytes[9]) == 118);
  CHECK(bytes.substr(10, 59) == "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }");
  CHECK(bytes.substr(69, 59) == std::string(58, ' ') + "\n");
  arma::mat rows(3, 2);
  std::memcpy(rows.memptr(), bytes.data() + 128, 6 * sizeof(double));
  CHECK(arma::approx_equal(rows.t(), matrix, "absdiff", 0.0));
}
