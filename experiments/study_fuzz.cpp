// A whole config: what is accepted has readings, profiles that name them, and finite numbers only.
#include <string>
#include <string_view>

#include "experiments/study.hpp"
#include "testing/fuzz_target.hpp"

namespace experiments = preimage::experiments;
using preimage::testing::require;

namespace {

void read_input(std::string_view input) {
  const preimage::config::Value root = preimage::config::parse_yaml(std::string(input), "x.yaml");
  const experiments::Study study = experiments::parse_study(root, "x", {});
  require(!study.readings.empty() && !study.profiles.empty(), "a study has readings and profiles");
  for (const auto& [name, profile] : study.profiles)
    for (const std::string& reading : profile.readings) study.reading(reading);
  for (const experiments::Reading& reading : study.readings) {
    require(!reading.learners.empty(), "a reading has learners");
    for (const auto& [path, text] : reading.parameters)
      require(text != "nan" && text != "inf" && text != "-inf", "a parameter is finite");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
