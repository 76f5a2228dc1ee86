#include "suite/data/input_rows.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "suite/data/arff.hpp"
#include "suite/data/delimited.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::suite::data {

using testing::thrown_message;

namespace {

using Words = std::vector<std::string>;

VectorColumns columns_with(const Words& categories, bool allow_missing = false, bool na_is_text = false) {
  VectorColumns columns{{"x", "c"}, {"y"}, OutputKind::class_label, {}, {}};
  columns.categories = categories;
  columns.allow_missing_inputs = allow_missing;
  columns.gap_words.na_is_text = na_is_text;
  return columns;
}

VectorData read(const std::string& text, const VectorColumns& columns) {
  return read_vectors(CsvReader(text, "t.csv"), columns);
}

/// The level of each row, "" where there is none.
Words texts_of(const VectorData& data, std::size_t column) {
  Words texts;
  for (const double level : data.inputs.col(column))
    texts.push_back(level == level ? data.levels.at(column).at(static_cast<std::size_t>(level)) : "");
  return texts;
}

}  // namespace

TEST_CASE("categories are numbers in the order of their texts, whatever the order of the rows") {
  const VectorData data = read("x,c,y\n1,pear,u\n2, fig ,v\n3,10,u\n4,9,v\n5,fig,u\n", columns_with({"c"}));
  CHECK(data.levels.at(1) == Words{"false", "true", "no", "yes", "9", "10", "fig", "pear"});
  CHECK(texts_of(data, 1) == Words{"pear", "fig", "10", "9", "fig"});
  CHECK(data.inputs(0, 0) == 1.0);
  CHECK(data.lines == std::vector<std::size_t>{2, 3, 4, 5, 6});
  CHECK_FALSE(data.levels.contains(0));
}

TEST_CASE("true, false, yes and no are read in any case, and numbers as texts where they are categories") {
  CHECK(texts_of(read("x,c,y\n1,Yes,u\n2,NO,v\n3,yes,u\n4,True,u\n", columns_with({"c"})), 1) ==
        Words{"yes", "no", "yes", "true"});
  const VectorData both = read("x,c,y\n2007,a,u\n2008,b,v\n2007,a,v\n", columns_with({"x", "c"}));
  CHECK(texts_of(both, 0) == Words{"2007", "2008", "2007"});
}

TEST_CASE("a category that is missing: refused, a gap, or a text as any other") {
  const std::string table = "x,c,y\n1,NA,u\n2,a,v\n3,,u\n";
  CHECK(
      thrown_message<DataError>([&] { read(table, columns_with({"c"})); })
          .starts_with("t.csv:2: column 'c': expected a category, found 'NA' (in a config, `missing: median` "
                       "takes the commonest"));
  CHECK(texts_of(read(table, columns_with({"c"}, true)), 1) == Words{"", "a", ""});
  CHECK(texts_of(read(table, columns_with({"c"}, true, true)), 1) == Words{"NA", "a", ""});
  CHECK(read("x,c,y\nNA,NA,u\n2,a,v\n", columns_with({"c"}, true, true)).inputs.has_nan());  // of numbers
}

TEST_CASE("too many texts are no categories") {
  std::string table = "x,c,y\n";
  for (std::size_t i = 0; i <= kMaxLevels; ++i) table += "1,w" + std::to_string(i) + ",u\n";
  CHECK(thrown_message<DataError>([&] { read(table, columns_with({"c"})); }) ==
        "t.csv:1002: column 'c': more than 1000 different texts, too many for categories: leave the column "
        "out");
}

TEST_CASE("texts that are not known follow behind those that are") {
  const VectorColumns columns = columns_with({"c"});
  const VectorData training = read("x,c,y\n1,a,u\n2,b,v\n", columns);
  CsvReader csv("c,x\nnew,7\nb,8\nother,9\nnew,1\n", "n.csv");
  InputRows rows(columns, training.levels);
  rows.begin(csv);
  while (csv.next()) rows.add(csv);
  const InputTable found = rows.take();
  CHECK(arma::approx_equal(found.values, arma::mat{{7, 6}, {8, 5}, {9, 7}, {1, 6}}, "absdiff", 0.0));
  CHECK(found.levels.at(1) == Words{"false", "true", "no", "yes", "a", "b", "new", "other"});
  CHECK(found.lines == std::vector<std::size_t>{2, 3, 4, 5});
}

TEST_CASE("nominal columns of ARFF are categories, and a value that they list is one") {
  const std::string text =
      "@relation r\n@attribute x real\n@attribute c {NA,b}\n@attribute y "
      "{u,v}\n@data\n1,NA,u\n2,?,v\n3,b,u\n";
  const auto arff = read_arff(text, "t.arff");
  CHECK(texts_of(read_vectors(*arff, columns_with({"c"}, true)), 1) == Words{"NA", "", "b"});
}

TEST_CASE("rows without an output are left out where that is asked for, and counted") {
  VectorColumns columns = columns_with({"c"});
  const std::string table = "x,c,y\n1,a,u\n2,b,NA\n3,a,v\noops,b,\n5,a,u\n";
  CHECK(thrown_message<DataError>([&] { read(table, columns); }) != "");
  columns.drop_missing_outputs = true;
  const VectorData data = read(table, columns);
  CHECK(data.ids == Words{"2", "4", "6"});
  CHECK(data.lines == std::vector<std::size_t>{2, 4, 6});
  CHECK(std::get<ClassOutputs>(data.outputs).labels == std::vector<int>{0, 1, 0});
  CHECK_FALSE(data.levels.at(1).back() == "b");  // of a row that is left out
  CHECK(data.dropped == "t.csv: column 'y': 2 rows have no output: '', 'NA' on lines 3, 5");
  columns.gap_words.na_is_text = true;
  CHECK(read("x,c,y\n1,a,NA\n2,b,NZ\n", columns).dropped.empty());
  CHECK(thrown_message<DataError>([&] { read("x,c,y\n1,a,u\n2,b,\n", columns); }) ==
        "t.csv: expected at least 2 rows with an output, found 1");
}

TEST_CASE("words of a user's own mean a missing value, in numbers, categories, classes, labels and strings") {
  VectorColumns columns = columns_with({"c"}, true);
  columns.gap_words.others = {"-99", "\\N"};
  columns.drop_missing_outputs = true;
  const VectorData data =
      read("x,c,y\n1,a,u\n-99.0,\\N,v\n -99 ,-99,u\n-99.5,a,\\N\n2,b,-9.9e1\n99,NA,-990\n", columns);
  CHECK(data.lines == std::vector<std::size_t>{2, 3, 4, 7});
  CHECK(data.inputs(0, 0) == 1.0);
  CHECK(arma::find_nan(data.inputs.col(0)).eval().n_elem == 2);  // -99.0 and -99
  CHECK(data.inputs(3, 0) == 99.0);
  CHECK(arma::find_nan(data.inputs.col(1)).eval().n_elem == 3);
  CHECK(std::get<ClassOutputs>(data.outputs).names == Words{"-990", "u", "v"});
  for (const OutputKind kind : {OutputKind::string, OutputKind::label_set, OutputKind::vector}) {
    VectorColumns of_kind{{"x"}, {"y"}, kind, {}, {}};
    of_kind.gap_words.others = {"-9"};
    CHECK(thrown_message<DataError>([&] {
            read("x,y\n1,5\n2,-9\n3,7\n", of_kind);
          }).starts_with("t.csv: column 'y': 1 row has no output: '-9' on line 3"));
    of_kind.gap_words.others = {"9"};
    CHECK_NOTHROW(read("x,y\n1,5\n2,-9\n3,7\n", of_kind));
  }
}

TEST_CASE("labels in columns are 0 and 1, in any spelling, true and false, or yes and no") {
  VectorColumns columns{{"x"}, {"a", "b"}, OutputKind::label_set, {}, {}};
  const VectorData data = read("x,a,b\n1,True,no\n2,FALSE,Yes\n3,1.0,0.0\n4,0,1\n5, true ,1e0\n", columns);
  CHECK(std::get<LabelSetOutputs>(data.outputs).sets ==
        std::vector<std::set<int>>{{0}, {1}, {0}, {1}, {0, 1}});
  CHECK(thrown_message<DataError>([&] { read("x,a,b\n1,True,no\n2,0,maybe\n", columns); }) ==
        "t.csv:3: column 'b': expected 0 or 1, whether the sample has this label, found "
        "'maybe'");
}

TEST_CASE("groups are one digit by digit where all are numbers, else letter by letter") {
  const std::tuple<Words, std::size_t> cases[] = {
      {{"9007199254740992", "9007199254740993"}, 2},  // beyond 2^53
      {{"1234567890123456789", "1234567890123456790", "1234567890123456789"}, 2},
      {{"123456789012345678901234567890", "123456789012345678901234567891"}, 2},
      {{"001", "1", " 1 ", "+1", "1.0", "10e-1", "0.1e1"}, 1},
      {{"0.10", ".1", "1e-1"}, 1},
      {{"0", "-0", "0.0", "0e7"}, 1},
      {{"1E2", "10E1", "100"}, 1},
      {{"1E2", "10E1", "100", "1A1"}, 4},  // wells
      {{"1E10", "10E9", "2C3"}, 3},
      {{"001", "1", "P1"}, 3},
      {{" P1", "P1 ", "p1"}, 2},
      {{"1e400", "10e399", "1e401"}, 2}};
  for (const auto& [texts, expected] : cases) {
    const auto captured = texts;
    CAPTURE(captured.front());
    CHECK(grouped_texts(texts).names.size() == expected);
  }
  const GroupedTexts grouped = grouped_texts({" 02", "1", "2", "01"});
  CHECK(grouped.of == std::vector<int>{0, 1, 0, 1});
  CHECK(grouped.names == Words{"02", "1"});
}

}  // namespace preimage::suite::data
