// Typed reading of any config: every key is read as every type, and what is read and logged is in range.
#include <cmath>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "suite/config/config_error.hpp"
#include "suite/config/reader.hpp"
#include "testing/fuzz_target.hpp"

namespace config = preimage::suite::config;
using preimage::testing::require;

namespace {

void attempt(const std::function<void()>& read) {
  try {
    read();
  } catch (const preimage::suite::ConfigError& error) {
    preimage::testing::require_readable(error.what());
  }
}

void read_key(const config::Reader& reader, const std::string& key) {
  attempt([&] { require(std::isfinite(reader.number(key)), "a number is finite"); });
  attempt([&] { require(reader.number(key, config::kPositive) > 0.0, "a number is in its range"); });
  attempt([&] {
    const long integer = reader.integer(key, -5, 1000);
    require(integer >= -5 && integer <= 1000, "an integer is in its range");
  });
  attempt([&] { reader.boolean(key); });
  attempt([&] { reader.text(key); });
  attempt([&] { reader.choice(key, {"gaussian", "linear", "polynomial"}); });
  attempt([&] {
    for (const double number : reader.numbers(key)) require(std::isfinite(number), "a number is finite");
  });
  attempt([&] { require(!reader.integers(key, 0, 9).empty(), "a list is never empty"); });
  attempt([&] { require(!reader.texts(key).empty(), "a list is never empty"); });
  attempt([&] { reader.optional_map(key); });
  attempt([&] { reader.maps(key); });
}

void read_map(const config::Reader& reader) {
  attempt([&] { reader.number("ridge"); });
  attempt([&] { reader.map_or_empty("kernel").number("sigma", config::kPositive, 1.0); });
  for (const std::string& key : reader.keys()) {
    read_key(reader, key);
    attempt([&] { read_map(reader.map(key)); });
  }
}

void read_input(std::string_view input) {
  const config::Value root = config::parse_yaml(std::string(input), "x.yaml");
  attempt([&] { config::Reader(root).finish(); });
  const config::Reader reader(root);
  read_map(reader);
  reader.finish();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
