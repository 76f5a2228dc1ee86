#include "suite/data/number_table.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::suite::data {

TEST_CASE("a table of numbers: a row per line, and what is wrong by its line") {
  CHECK(arma::approx_equal(parse_number_table("1,2e1,-3\r\n0.5,0,7\n\n", "D.csv"),
                           arma::mat{{1, 20, -3}, {.5, 0, 7}}, "absdiff", 0.0));
  CHECK(arma::approx_equal(parse_number_table("\xef\xbb\xbf.2, 5.\r01,1e-400\r", "D.csv"),
                           arma::mat{{.2, 5}, {1, 0}}, "absdiff", 0.0));
  const auto refusal = [](const std::string& text) {
    return testing::thrown_message<DataError>([&] { parse_number_table(text, "D.csv"); });
  };
  CHECK(refusal("") == "D.csv: empty, expected rows of numbers");
  CHECK(refusal("1,2\n3\n") == "D.csv:2: expected 2 numbers, found 1");
  CHECK(refusal("1,2\n\n3,4\n") == "D.csv:2: expected 2 numbers, found 1");
  CHECK(refusal("1,2\n3,nan\n") == "D.csv:2: column 2: expected a number, found 'nan'");
  CHECK(refusal("1;2,5\n").starts_with("D.csv:1: column 1: expected a number, found '1;2'"));
  CHECK(refusal("1,45%\n") ==
        "D.csv:1: column 2: expected a number, found '45%' (a per cent sign: type 45 or 0.45)");
}

}  // namespace preimage::suite::data
