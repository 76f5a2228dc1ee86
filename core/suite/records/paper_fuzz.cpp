// The papers of a papers.csv.
#include <set>
#include <string>
#include <string_view>

#include "suite/records/paper.hpp"
#include "testing/fuzz_target.hpp"

namespace records = preimage::suite::records;
using preimage::testing::require;

namespace {

void read_input(std::string_view input) {
  std::set<std::string> keys;
  const std::string text = "key,authors,title,venue,year,url\n" + std::string(input);
  for (const records::Paper& paper : records::read_papers(preimage::suite::data::CsvReader(text, "x.csv"))) {
    require(keys.insert(paper.key).second, "a paper occurs once");
    require(records::wrong_in_paper("key", paper.key).empty(), "a key is one");
    for (const records::PaperField& field : records::kPaperFields)
      require(records::wrong_in_paper(field.name, paper.*field.text).empty(), "a field fits");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
