#include "suite/data/class_table.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::suite::data {

namespace {

ClassTable table_of(const std::string& text) {
  return read_class_table(CsvReader(text, "costs.csv"));
}

std::string table_refusal(const std::string& text) {
  return testing::thrown_message<DataError>([&] { table_of(text); });
}

}  // namespace

TEST_CASE("a table of classes: rows in any order, by the columns' names") {
  const ClassTable table = table_of("true,cat,dog,\"a,b\"\ndog,1,0,2.5\ncat,0,3,4\n\"a,b\",1e1,6,0\n");
  CHECK(bool(table.classes == std::vector<std::string>{"cat", "dog", "a,b"}));
  CHECK(arma::approx_equal(table.values, arma::mat{{0, 3, 4}, {1, 0, 2.5}, {10, 6, 0}}, "absdiff", 0.0));
}

TEST_CASE("a table of classes names what is wrong, and where") {
  CHECK(table_refusal("true,cat\ncat,0\n") ==
        "costs.csv:1: expected a header of a word and at least 2 classes: true,A,B");
  CHECK(table_refusal("true,cat,dog\ncat,0,1\n") ==
        "costs.csv: not square: no row of class 'dog', of which there is a column");
  CHECK(table_refusal("true,cat,dog\ncat,0,1\ndgo,1,0\n") ==
        "costs.csv:3: a row of class 'dgo', of which there is no column, did you mean 'dog'?");
  CHECK(table_refusal("true,cat,dog\ncat,0,1\ncat,0,1\n") == "costs.csv:3: a second row of class 'cat'");
  CHECK(table_refusal("true,cat,dog\ncat,0\ndog,1,0\n") == "costs.csv:2: expected 3 fields, found 2");
  for (const std::string bad : {"-1", "nan", "inf", "x", ""})
    CHECK(table_refusal("true,cat,dog\ncat,0," + bad + "\ndog,1,0\n") ==
          "costs.csv:2: column 'dog': expected a number >= 0, found '" + bad + "'");
  CHECK(table_refusal("true,cat,dog\ncat,0,45%\ndog,1,0\n") ==
        "costs.csv:2: column 'dog': expected a number >= 0, found '45%' (a per cent sign: type 45 or 0.45)");
  CHECK(table_refusal("true,cat,dog\ncat,0,0\ndog,0,0\n") ==
        "costs.csv: all numbers are 0, so nothing is told apart");
}

}  // namespace preimage::suite::data
