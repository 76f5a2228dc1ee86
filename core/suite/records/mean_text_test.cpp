#include "suite/records/mean_text.hpp"

#include <string>
#include <utility>

#include <doctest/doctest.h>

using namespace preimage::suite::records;

TEST_CASE("a text that says nothing has no sign, whatever its digits; all others keep theirs") {
  for (const auto& [text, expected] : {std::pair{"-0.0", "0.0"},
                                       {"+0.00", "0.00"},
                                       {"-0", "0"},
                                       {"-0e+00", "0e+00"},
                                       {"0.0", "0.0"},
                                       {"-0.01", "-0.01"},
                                       {"+1", "+1"},
                                       {"-1e-05", "-1e-05"},
                                       {"-inf", "-inf"},
                                       {"", ""},
                                       {"-", "-"}})
    CHECK(without_sign_of_zero(text) == std::string(expected));
}

TEST_CASE("a mean of nothing has no sign") {
  CHECK(mean_text(-0.0) == "0.0000");
  CHECK(mean_text(0.0) == "0.0000");
  CHECK(mean_text(-0.0042) == "-0.0042");
  CHECK(mean_text(-4.2e-5) == "-4.200e-05");
}
