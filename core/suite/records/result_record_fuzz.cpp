// Records: what is accepted is written and read again as the same record and the same bytes. The input is a
// record without its check sum, which no change would get past.
#include <string>
#include <string_view>

#include "preimage/base/sha256.hpp"
#include "suite/records/result_record.hpp"
#include "testing/fuzz_target.hpp"

namespace records = preimage::suite::records;
using preimage::testing::require;

namespace {

std::string sealed(std::string_view body) {
  return std::string(body.substr(0, body.size() - 1)) + R"(,"sha256":")" + preimage::base::sha256(body) +
         "\"}\n";
}

void read_input(std::string_view input) {
  if (input.empty()) return;
  if (input.back() != '}') {
    records::from_json(input, "x.json");
    return;
  }
  const records::ResultRecord record = records::from_json(sealed(input), "x.json");
  const std::string text = records::to_json(record);
  const records::ResultRecord again = records::from_json(text, "x.json");
  require(again == record, "a record that is written reads as the same record");
  require(records::to_json(again) == text, "a record has one text");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
