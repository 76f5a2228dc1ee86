// Arrays as tables. Bytes are laid out by hand as NumPy's tobytes() has them.
#include "suite/data/npy_table.hpp"

#include <cstdint>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "suite/data/testing_files.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage::suite::data;
using preimage::testing::thrown_message;

namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string header_of(const std::string& type, const std::string& shape, bool fortran = false) {
  return "{'descr': '" + type + "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': (" +
         shape + "), }";
}

/// The header first.
Rows rows_of(const std::string& bytes) {
  const auto reader = read_npy_table(bytes, "X.npy", "x");
  Rows rows{reader->header()};
  std::vector<std::string> fields;
  while (reader->next(fields)) {
    CHECK(reader->line() == rows.size());
    rows.push_back(fields);
  }
  return rows;
}

std::string error_of(const std::string& bytes) {
  return thrown_message<preimage::DataError>([&] { rows_of(bytes); });
}

}  // namespace

TEST_CASE("every type that is read, as texts") {
  const std::string two = "2,";
  CHECK(rows_of(npy_of<double>(header_of("<f8", two), {0.1, -1e300})) == Rows{{"x"}, {"0.1"}, {"-1e+300"}});
  CHECK(rows_of(npy_of<float>(header_of("<f4", two), {0.5F, 0.1F})) ==
        Rows{{"x"}, {"0.5"}, {"0.10000000149011612"}});
  CHECK(rows_of(npy_of<std::int64_t>(header_of("<i8", two), {-9007199254740993, 7})) ==
        Rows{{"x"}, {"-9007199254740993"}, {"7"}});
  CHECK(rows_of(npy_of<std::uint32_t>(header_of("<u4", two), {4294967295U, 0})) ==
        Rows{{"x"}, {"4294967295"}, {"0"}});
  CHECK(rows_of(npy_of<std::int16_t>(header_of("<i2", two), {-300, 300})) == Rows{{"x"}, {"-300"}, {"300"}});
  CHECK(rows_of(npy_of<std::uint8_t>(header_of("|u1", two), {200, 3})) == Rows{{"x"}, {"200"}, {"3"}});
  CHECK(rows_of(npy_of<std::int8_t>(header_of("|i1", two), {-5, 5})) == Rows{{"x"}, {"-5"}, {"5"}});
  CHECK(rows_of(npy_of<std::uint8_t>(header_of("|b1", two), {1, 0})) == Rows{{"x"}, {"1"}, {"0"}});
  CHECK(rows_of(npy_of<char>(header_of("|S3", two), {'a', 'b', 'c', 'd', '\0', '\0'})) ==
        Rows{{"x"}, {"abc"}, {"d"}});
  CHECK(rows_of(npy_of<std::uint32_t>(header_of("<U2", two), {'a', 0x20ac, 0x1f600, 0})) ==
        Rows{{"x"}, {"a\xe2\x82\xac"}, {"\xf0\x9f\x98\x80"}});
}

TEST_CASE("an array of any shape has a row per entry of its first dimension, in both orders") {
  // numpy.arange(12).reshape(2, 3, 2), and its bytes in Fortran order.
  const std::vector<std::int32_t> c = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
                                  fortran = {0, 6, 2, 8, 4, 10, 1, 7, 3, 9, 5, 11};
  const Rows expected = {
      {"x0", "x1", "x2", "x3", "x4", "x5"}, {"0", "1", "2", "3", "4", "5"}, {"6", "7", "8", "9", "10", "11"}};
  CHECK(rows_of(npy_of(header_of("<i4", "2, 3, 2"), c)) == expected);
  CHECK(rows_of(npy_of(header_of("<i4", "2, 3, 2", true), fortran)) == expected);
  const auto images = read_npy_table(npy_of(header_of("<i4", "2, 3, 2"), c), "X.npy", "x");
  CHECK(images->row_shape() == std::vector<std::size_t>{3, 2});
  CHECK(images->format(0).numbers == TableReader::NumberType::whole);
  CHECK(!images->has_names());
  CHECK(rows_of(npy_of<double>(header_of("<f8", "2, 1"), {1, 2})) == Rows{{"x"}, {"1"}, {"2"}});
}

TEST_CASE("arrays that are no table are one line") {
  const std::vector<double> one = {1};
  CHECK(
      error_of(npy_of(header_of("|O", "1,"), one)) ==
      "X.npy: expected numbers, truth values or texts, found an array of type '|O'; in NumPy: X.astype(str)");
  CHECK(error_of(npy_of(header_of(">f8", "1,"), one)) ==
        "X.npy: expected numbers, truth values or texts, found an array of type '>f8'; in NumPy: "
        "X.astype(float)");
  CHECK(error_of(npy_of<double>(header_of("<f8", "0, 3"), {})) == "X.npy: the array is empty");
  CHECK(error_of(npy_of(header_of("<f8", "4611686018427387904, 4, 3"), one)) ==
        "X.npy: expected the bytes of 4611686018427387904 x 4 x 3 numbers, found 8 bytes");
  CHECK(error_of(npy_of<std::uint32_t>(header_of("<U1", "1,"), {0xd800})) ==
        "X.npy:1: a text with a character that is none");
}

TEST_CASE("inputs and outputs in two files are one table") {
  const preimage::testing::TemporaryFolder folder;
  const auto X = folder.write("X.npy", npy_of<double>(header_of("<f8", "3, 2"), {1, 2, 3, 4, 5, 6}));
  const auto y = folder.write("y.npy", npy_of<std::int64_t>(header_of("<i8", "3,"), {7, 8, 9}));
  const TableFile file(X, y);
  for (int time = 0; time < 2; ++time) {  // it is read as often as asked for
    const auto table = file.open();
    CHECK(table->header() == std::vector<std::string>{"x0", "x1", "y"});
    CHECK(table->format(1).numbers == TableReader::NumberType::fractional);
    CHECK(table->format(2).numbers == TableReader::NumberType::whole);
    Rows rows;
    for (std::vector<std::string> fields; table->next(fields);) rows.push_back(fields);
    CHECK(rows == Rows{{"1", "2", "7"}, {"3", "4", "8"}, {"5", "6", "9"}});
  }
  CHECK(file.output_columns() == std::vector<std::string>{"y"});
  CHECK(file.identity() != TableFile(y, X).identity());
  const auto csv = folder.write("y.csv", "label\na\nb\n");
  const auto fewer = TableFile(X, csv).open();
  CHECK(fewer->header().back() == "label");
  const std::string error = thrown_message<preimage::DataError>([&] {
    for (std::vector<std::string> fields; fewer->next(fields);) {
    }
  });
  CHECK(error == X.string() + " and " + csv.string() + ": " + csv.string() +
                     " has 2 rows, the other more: expected one row each, in the same order");
  CHECK(TableFile(X, X).open()->header() == std::vector<std::string>{"x0", "x1", "y0", "y1"});
  CHECK(thrown_message<preimage::DataError>([&] { TableFile(csv, csv).open(); }) ==
        csv.string() + " and " + csv.string() + ":1: column 'label' is in both files");
}
