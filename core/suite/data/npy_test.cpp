#include "suite/data/npy.hpp"

#include <cstring>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "suite/data/testing_files.hpp"
#include "testing/is_close.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

namespace data = preimage::suite::data;
using data::npy_of;

namespace {

std::string npy_error(const std::string& bytes) {
  return preimage::testing::thrown_message<preimage::DataError>([&] { data::parse_npy(bytes, "K.npy"); });
}

const std::string kRowMajor = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }";
const std::vector<double> kSix = {1, 2, 3, 4, 5, 6};
const arma::mat kTwoByThree = {{1, 2, 3}, {4, 5, 6}};

}  // namespace

TEST_CASE("what write_npy writes is read back bit for bit") {
  const preimage::testing::TemporaryFolder folder;
  const arma::mat matrix{{1.5, -0.0, 3.0}, {4.0, 0.1, 1e-300}};
  data::write_npy(folder.path() / "m.npy", matrix);
  const arma::mat read = data::parse_npy(preimage::base::read_file(folder.path() / "m.npy", 1000), "m.npy");
  REQUIRE(arma::size(read) == arma::size(matrix));
  CHECK(std::filesystem::file_size(folder.path() / "m.npy") % 64 ==
        48);  // six numbers behind a multiple of 64 bytes
  CHECK(std::memcmp(read.memptr(), matrix.memptr(), 6 * sizeof(double)) == 0);
}

TEST_CASE("both orders, both widths and the header's other spellings are read") {
  const auto is_it = [](const std::string& bytes) {
    return preimage::testing::is_close(data::parse_npy(bytes, "K.npy"), kTwoByThree, 0.0);
  };
  CHECK(is_it(npy_of(kRowMajor, kSix)));
  CHECK(is_it(
      npy_of<double>("{'descr': '<f8', 'fortran_order': True, 'shape': (2, 3), }", {1, 4, 2, 5, 3, 6})));
  CHECK(
      is_it(npy_of<float>("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)}", {1, 2, 3, 4, 5, 6})));
  CHECK(is_it(npy_of("{ 'shape':(2,3) , 'fortran_order':False,'descr':'<f8'}    ", kSix)));
  std::string second = npy_of(kRowMajor, kSix);  // version 2 has four bytes of length
  second[6] = 2;
  second.insert(10, 2, '\0');
  CHECK(is_it(second));
  CHECK(
      data::parse_npy(npy_of<double>("{'descr': '<f8', 'fortran_order': False, 'shape': (0, 3), }", {}), "K")
          .n_cols == 3);
}

TEST_CASE("other arrays and damaged ones are one line that says what is read") {
  CHECK(npy_error("PK\x03\x04") == "K.npy: expected a NumPy array (.npy, as numpy.save writes it)");
  CHECK(npy_error(npy_of("{'descr': '<i8', 'fortran_order': False, 'shape': (2, 3), }", kSix)) ==
        "K.npy: expected numbers of type float64 or float32; in NumPy: K.astype(float)");
  CHECK(npy_error(npy_of("{'descr': '<f8', 'fortran_order': False, 'shape': (6,), }", kSix)) ==
        "K.npy: expected a matrix of two dimensions, found 6");
  CHECK(npy_error(npy_of("{'descr': '<f8', 'fortran_order': False, 'shape': (), }", kSix)) ==
        "K.npy: expected an array of one dimension at least, found a single number");
  CHECK(npy_error(npy_of("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 4), }", kSix)) ==
        "K.npy: expected the bytes of 2 x 4 numbers, found 48 bytes");
  CHECK(npy_error(
            npy_of("{'descr': '<f8', 'fortran_order': False, 'shape': (4611686018427387904, 4), }", kSix)) ==
        "K.npy: expected the bytes of 4611686018427387904 x 4 numbers, found 48 bytes");
  CHECK(npy_error(npy_of(kRowMajor, kSix) + "x") ==
        "K.npy: expected the bytes of 2 x 3 numbers, found 49 bytes");
  CHECK(npy_error(npy_of(kRowMajor, kSix).substr(0, 40)) == "K.npy: the header is cut off");
  std::string newer = npy_of(kRowMajor, kSix);
  newer[6] = 9;
  CHECK(npy_error(newer) == "K.npy: expected format version 1 to 3 of .npy, found 9");
  for (const char* header : {"{'descr': '<f8', 'fortran_order': False, }", "{'descr': [('a', '<f8')], }", "",
                             "{'descr': '<f8', 'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }",
                             "{'descr': '<f8', 'fortran_order': Falsch, 'shape': (2, 3), }",
                             "{'descr': '<f8', 'fortran_order': False, 'shape': (2, -3), }"}) {
    CHECK(
        npy_error(npy_of(header, kSix)).rfind("K.npy: the header is none of a NumPy array of numbers: ", 0) ==
        0);
  }
}
