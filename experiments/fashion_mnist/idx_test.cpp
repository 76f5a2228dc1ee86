#include "experiments/fashion_mnist/idx.hpp"

#include <string>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "suite/data/testing_files.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

namespace data = preimage::suite::data;
namespace experiments = preimage::experiments;
using preimage::DataError;
using preimage::testing::thrown_message;

namespace {

const std::string kImages("\0\0\x08\x03\0\0\0\x02\0\0\0\x01\0\0\0\x03", 16);  // 2 images of 1 x 3

std::string idx_error(const std::string& bytes, std::size_t dimensions = 3) {
  return thrown_message<DataError>([&] { experiments::fashion_mnist::parse_idx(bytes, dimensions, "x"); });
}

}  // namespace

TEST_CASE("an IDX file is its sizes and its bytes") {
  const experiments::fashion_mnist::IdxArray images =
      experiments::fashion_mnist::parse_idx(kImages + "abcdef", 3, "x");
  CHECK(images.sizes == std::vector<std::size_t>{2, 1, 3});
  CHECK(images.values == "abcdef");
  const preimage::testing::TemporaryFolder folder;
  const std::string labels = std::string("\0\0\x08\x01\0\0\x01\x01", 8) + std::string(257, '\xff');
  CHECK(experiments::fashion_mnist::load_idx(folder.write("labels.gz", data::gzipped(labels)), 1)
            .values.size() == 257);
  CHECK(experiments::fashion_mnist::load_idx(folder.write("labels", labels), 1).sizes ==
        std::vector<std::size_t>{257});
}

TEST_CASE("what is no IDX file is refused with the byte where that shows") {
  CHECK(idx_error("") == "x: byte 0: ends inside the 16 bytes of the header");
  CHECK(idx_error(kImages.substr(0, 15)) == "x: byte 15: ends inside the 16 bytes of the header");
  CHECK(idx_error(kImages + "abcdef", 1) ==
        "x: byte 0: expected the magic number 00000801 of an IDX file of 1 dimensions, found 00000803");
  CHECK(idx_error("a long text, not this format") ==
        "x: byte 0: expected the magic number 00000803 of an IDX file of 3 dimensions, found 61206c6f");
  CHECK(idx_error(kImages + "abcde") == "x: byte 21: ends after 5 of 6 values");
  CHECK(idx_error(kImages + "abcdefg") == "x: byte 22: 1 bytes follow the 6 values");
  CHECK(idx_error(kImages + "abcdefgh") == "x: byte 22: 2 bytes follow the 6 values");
  const std::string huge = std::string("\0\0\x08\x03", 4) + std::string(12, '\xff');
  CHECK(idx_error(huge) == "x: byte 16: ends after 0 of 18446744073709551615 values");
}
