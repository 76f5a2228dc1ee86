// "all" and ranges of columns.
#include "suite/data/column_words.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "testing/thrown_message.hpp"

namespace data = preimage::suite::data;
using preimage::testing::thrown_message;

namespace {

using Words = std::vector<std::string>;

const Words kHeader = {"id",   "x0",  "x1",  "x10", "x2",  "y",  "2001-2003",
                       "2002", "a-1", "a-2", "p08", "p09", "p10"};

Words expand(const Words& words, const Words& except = {}, const Words& taken = {}) {
  return data::expand_columns(words, {kHeader, "t.csv", except, taken});
}

std::string error(const Words& words, const Words& except = {}, const Words& taken = {}) {
  return thrown_message<preimage::DataError>([&] { expand(words, except, taken); });
}

}  // namespace

TEST_CASE("all: the columns without another use, in the file's order") {
  CHECK(expand({"all"}, {"a-1", "a-2", "p08-p10", "2001-2003", "2002"}, {"y", "id"}) ==
        Words{"x0", "x1", "x10", "x2"});
  CHECK(error({"all"}, {"x0-x2", "x10", "a-1", "a-2", "p08-p10", "2001-2003", "2002"}, {"y", "id"}) ==
        "t.csv:1: no column is left for 'all'");
  CHECK(error({"all", "y"}) == "t.csv:1: no column 'all'; the word for all columns is used alone");
}

TEST_CASE("a column named all is meant in the first place") {
  const Words header = {"all", "x"};
  CHECK_FALSE(data::names_all({"all"}, header));
  CHECK(data::names_all({"all"}, {"x"}));
  CHECK_FALSE(data::names_all({"all", "x"}, {"x"}));
  CHECK(data::expand_columns({"all"}, {header, "t.csv", {}, {}}) == Words{"all"});
  CHECK(data::expand_columns({"x", "all"}, {header, "t.csv", {}, {}}) == Words{"x", "all"});
}

TEST_CASE("a range goes by its numbers, not by the file's order nor by the alphabet") {
  CHECK(expand({"x0-x2"}) == Words{"x0", "x1", "x2"});
  CHECK(expand({"y", "x1-x2", "x10"}) == Words{"y", "x1", "x2", "x10"});
  CHECK(expand({"x1-x1"}) == Words{"x1"});
  CHECK(expand({"x0-x2"}, {"x1"}) == Words{"x0", "x2"});
  CHECK(expand({"x0-x2"}, {}, {"x1"}) == Words{"x0", "x1", "x2"});  // that it is taken, the reader says
}

TEST_CASE("a prefix may hold hyphens, and numbers zeros in front") {
  CHECK(expand({"a-1-a-2"}) == Words{"a-1", "a-2"});
  CHECK(expand({"p08-p10"}) == Words{"p08", "p09", "p10"});
  CHECK(data::expand_columns({"1-3"}, {{"1", "2", "3"}, "t.csv", {}, {}}) == Words{"1", "2", "3"});
}

TEST_CASE("a column of exactly the range's name is meant in the first place") {
  CHECK(expand({"2001-2003"}) == Words{"2001-2003"});
  CHECK(expand({"all"}, {"2001-2003"}, {}).size() == kHeader.size() - 1);
}

TEST_CASE("what is a name stays one, whether it is there or not") {
  CHECK(expand({"none", "x-1", "x1-y2", "x1-", "-", "x1-x"}) ==
        Words{"none", "x-1", "x1-y2", "x1-", "-", "x1-x"});
  for (const char* word : {"x", "x1", "x-1", "x1-y2", "a-b", "-", "", "x1-x99999999999999999999"})
    CHECK_FALSE(data::may_name_several(word));
  for (const char* word : {"all", "x1-x2", "1-2", "x2-x1", "a-1-a-2"}) CHECK(data::may_name_several(word));
}

TEST_CASE("names of a command line are parted at commas outside quotes, where the text is no column's name") {
  CHECK(data::split_names({"a,b", "\"a, b\",c", "x,y"}, {"x,y"}) == Words{"a", "b", "a, b", "c", "x,y"});
}

TEST_CASE("errors name the file, the column and the nearest one") {
  CHECK(error({"x0-x3"}) == "t.csv:1: no column 'x3' (of x0-x3), did you mean 'x0'?");
  CHECK(error({"x2-x0"}) == "t.csv:1: no column 'x2-x0'; in a range the smaller number comes first");
  CHECK(error({"x0-x100000"}) == "t.csv:1: no column 'x0-x100000'; a range has at most 100000 columns");
  CHECK(error({"all"}, {"p8"}) == "t.csv:1: no column 'p8' to leave out, did you mean 'p08'?");
  CHECK(error({"x0-x1", "y"}, {"y"}) ==
        "t.csv:1: column 'y' is named, and left out, too: `except` is of `all` and of ranges; of names leave "
        "it "
        "out by naming the others, or compare both by `readings: {with: {}, without: {dataset.inputs: [the "
        "others]}}`");
  CHECK(error({"x0-x1"}, {"x0-x1"}) == "t.csv:1: every column of the range is left out");
}
