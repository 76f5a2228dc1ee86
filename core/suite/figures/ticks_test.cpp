#include "suite/figures/ticks.hpp"

#include <stdexcept>

#include <doctest/doctest.h>

#include "testing/thrown_message.hpp"

using namespace preimage::suite;
using namespace preimage::suite::figures;
using preimage::testing::thrown_message;
using Labels = std::vector<std::string>;

TEST_CASE("linear ticks of known ranges") {
  CHECK(linear_ticks(0.0, 1.0, 6).values == std::vector<double>{0.0, 0.2, 0.4, 0.6, 0.8, 1.0});
  CHECK(linear_ticks(0.0, 1.0, 6).labels == Labels{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"});
  CHECK(linear_ticks(0.0, 0.3, 4).labels == Labels{"0.0", "0.1", "0.2", "0.3"});
  const double above = 0.1 * 3.0;  // 0.3 and a last digit
  REQUIRE(above > 0.3);
  CHECK(linear_ticks(0.0, above, 4).labels == Labels{"0.0", "0.1", "0.2", "0.3"});
  CHECK(linear_ticks(0.3, 0.7, 5).values == std::vector<double>{0.3, 0.4, 0.5, 0.6, 0.7});
  CHECK(linear_ticks(0.071, 0.134, 6).labels ==
        Labels{"0.07", "0.08", "0.09", "0.10", "0.11", "0.12", "0.13", "0.14"});
  CHECK(linear_ticks(-0.13, 0.9, 6).labels == Labels{"-0.2", "0.0", "0.2", "0.4", "0.6", "0.8", "1.0"});
  CHECK(linear_ticks(-7.0, 13.0, 5).labels == Labels{"-10", "-5", "0", "5", "10", "15"});
  CHECK(linear_ticks(200.0, 2000.0, 5).labels == Labels{"0", "500", "1000", "1500", "2000"});
  CHECK(linear_ticks(-0.05, 0.05, 3).labels == Labels{"-0.05", "0.00", "0.05"});
  CHECK(linear_ticks(0.0, 3e6, 4).labels == Labels{"0", "1e+06", "2e+06", "3e+06"});
  CHECK(linear_ticks(1000000.0, 1000004.0, 3).labels == Labels{"1000000", "1000002", "1000004"});
  CHECK(linear_ticks(1e-6, 3e-6, 3).labels == Labels{"1e-06", "2e-06", "3e-06"});
}

TEST_CASE("a range without length is widened") {
  CHECK(linear_ticks(0.0, 0.0, 3).labels == Labels{"-1", "0", "1"});
  const Ticks ticks = linear_ticks(5.0, 5.0, 3);
  CHECK(ticks.values.front() < 5.0);
  CHECK(ticks.values.back() > 5.0);
}

TEST_CASE("logarithmic ticks of known ranges") {
  CHECK(log_ticks(1e-3, 1e3, Scale::log10, 12).labels ==
        Labels{"0.001", "0.01", "0.1", "1", "10", "100", "1000"});
  CHECK(log_ticks(1e-3, 1e3, Scale::log10, 12).values ==
        std::vector<double>{1e-3, 1e-2, 1e-1, 1.0, 10.0, 100.0, 1e3});
  CHECK(log_ticks(3.0, 20.0, Scale::log2, 12).labels == Labels{"2", "4", "8", "16", "32"});
  CHECK(log_ticks(0.25, 1.0, Scale::log2, 12).labels == Labels{"2^-2", "2^-1", "2^0"});
  CHECK(log_ticks(1e-7, 1.0, Scale::log10, 5).labels == Labels{"10^-7", "10^-5", "10^-3", "10^-1", "10^1"});
  CHECK(log_ticks(10.0, 10.0, Scale::log10, 12).labels == Labels{"1", "10", "100"});
  CHECK(log_ticks(1.0, 1024.0, Scale::log2, 6).labels == Labels{"1", "4", "16", "64", "256", "1024"});
}

TEST_CASE("labels that would touch are left out") {
  CHECK(label_stride({"0", "1"}, 100.0) == 1);
  CHECK(label_stride({"0", "1"}, 10.0) == 2);
  CHECK(label_stride({"0.00001", "1"}, 10.0) > 5);
}

TEST_CASE("ranges that have no ticks are refused") {
  CHECK(thrown_message<std::invalid_argument>([] { linear_ticks(2.0, 1.0, 5); }) == "5 ticks from 2 to 1");
  CHECK(thrown_message<std::invalid_argument>([] { linear_ticks(-1e308, 1e308, 5); }).find("5 ticks") == 0);
  CHECK(thrown_message<std::invalid_argument>([] { log_ticks(0.0, 1.0, Scale::log2, 5); }) ==
        "5 logarithmic ticks from 0 to 1");
  CHECK(thrown_message<std::invalid_argument>([] { log_ticks(1.0, 2.0, Scale::linear, 5); }).find("5 log") ==
        0);
}
