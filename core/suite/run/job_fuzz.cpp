// What a job remembers of its submission: what is accepted is written and read again as the same text.
#include <string>
#include <string_view>

#include "suite/run/job.hpp"
#include "testing/fuzz_target.hpp"

namespace run = preimage::suite::run;
using preimage::testing::require;

namespace {

void read_input(std::string_view input) {
  const run::Job job = run::job_from_json(input, "job.json");
  run::require_plain_options(job.sbatch);
  const std::string text = run::to_json(job);
  require(run::to_json(run::job_from_json(text, "job.json")) == text, "a job has one text");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
