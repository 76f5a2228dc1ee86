// A note on a run: what is accepted is written and read again as the same text.
#include <string>
#include <string_view>

#include "suite/run/run_notes.hpp"
#include "testing/fuzz_target.hpp"

namespace run = preimage::suite::run;
using preimage::testing::require;

namespace {

void read_input(std::string_view input) {
  for (const run::Note& note : run::notes_from_text(input, "note.json")) {
    const std::string text = run::note_text(note);
    require(run::note_text(run::notes_from_text(text, "note.json").at(0)) == text, "a note has one text");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
