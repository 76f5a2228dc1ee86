// What Slurm's commands print; the first byte says which.
#include <string>
#include <string_view>

#include "suite/run/slurm.hpp"
#include "testing/fuzz_target.hpp"

namespace run = preimage::suite::run;
using preimage::testing::require;

namespace {

void read_input(std::string_view input) {
  const std::string_view text = input.substr(input.empty() ? 0 : 1);
  switch (input.empty() ? 'q' : input[0]) {
    case 'c':
      require(run::parse_max_array_size(text) >= 1, "an array has a task");
      break;
    case 'n':
      require(text.find(run::parse_job_number(text).number) != text.npos, "a number is what was printed");
      break;
    default:
      for (const auto& [name, states] : run::parse_queue(text))
        require(!name.empty() && !states.empty(), "a job in the queue has a name and tasks");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
