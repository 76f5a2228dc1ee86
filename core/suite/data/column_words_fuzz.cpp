// Words for columns, as a config of anybody's may hold them: lines of words, of columns to leave out; then a
// table.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "suite/data/column_words.hpp"
#include "suite/data/delimited.hpp"
#include "testing/fuzz_target.hpp"

namespace data = preimage::suite::data;
using preimage::testing::require;

namespace {

using Words = std::vector<std::string>;

/// The first line, cut at commas.
Words take_words(std::string_view& input) {
  const std::size_t end = std::min(input.find('\n'), input.size());
  const auto views = data::split_fields(input.substr(0, end), ',');
  input.remove_prefix(std::min(end + 1, input.size()));
  return Words(views.begin(), views.end());
}

void read_input(std::string_view input) {
  const Words words = take_words(input), except = take_words(input);
  const Words header = data::CsvReader(std::string(input), "x.csv").header();
  const Words columns = data::expand_columns(words, {header, "x.csv", except, {}});
  require(!columns.empty(), "some column is named");
  for (const std::string& column : columns) {
    const auto is = [&](const std::string& word) { return word == column; };
    const bool is_named = std::any_of(words.begin(), words.end(), is);
    require(is_named || std::any_of(header.begin(), header.end(), is),
            "a range or all names columns of the file");
    require(std::none_of(except.begin(), except.end(), is), "what is left out is not read");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
