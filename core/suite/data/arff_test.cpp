// ARFF tables, dense and sparse, and columns of 0 and 1 as label sets.
#include "suite/data/arff.hpp"

#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "suite/config/config_error.hpp"
#include "suite/data/column_words.hpp"
#include "suite/data/vectors.hpp"
#include "testing/is_close.hpp"
#include "testing/real_data.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

namespace data = preimage::suite::data;
using preimage::DataError;
using preimage::testing::is_close;
using preimage::testing::thrown_message;

namespace {

using Rows = std::vector<std::vector<std::string>>;

Rows rows_of(data::TableReader& table) {
  Rows rows;
  std::vector<std::string> fields;
  while (table.next(fields)) rows.push_back(fields);
  return rows;
}

Rows rows_of(const std::string& text) {
  const auto table = data::read_arff(text, "t.arff");
  return rows_of(*table);
}

std::string arff_error(const std::string& text) {
  return thrown_message<DataError>([&] { rows_of(text); });
}

const std::string kHeader =
    "% a comment\n"
    "@RELATION 'a name: -C -2'\n"
    "\n"
    "@attribute 'two words' numeric\n"
    "@Attribute\tx REAL % another\n"
    "@attribute colour {'dark red', blue, \"50%\"}\n"
    "@attribute y1 {0,1}\n"
    "@attribute y2 { 0, 1 }\n"
    "@DATA\n";
const std::string kTwo = "@relation r\n@attribute a numeric\n@attribute b {u,v}\n@data\n";

data::VectorData read_arff(const std::string& text, const data::VectorColumns& columns) {
  return data::read_vectors(*data::read_arff(text, "t.arff"), columns);
}

}  // namespace

TEST_CASE("values between blanks, where a row has no comma; and dates, which are no numbers") {
  const auto table = data::read_arff(
      "@relation b\n@attribute x numeric\n@attribute d date yyMMdd\n@attribute k {p,q}\n@data\n1.5 "
      "'990101'\tp\n "
      "2,990102,q\n",
      "t.arff");
  std::vector<std::string> fields;
  REQUIRE(table->next(fields));
  CHECK(fields == std::vector<std::string>{"1.5", "990101", "p"});
  REQUIRE(table->next(fields));
  CHECK(fields == std::vector<std::string>{"2", "990102", "q"});
  using Type = data::TableReader::NumberType;
  CHECK(table->format(0).numbers == Type::unsaid);
  CHECK(table->format(1).numbers == Type::none);
}

TEST_CASE("dense rows: quotes, blanks, comments, what is not known, and labels of the relation") {
  const auto table = data::read_arff(
      kHeader + "1, -2.5e1, 'dark red', 0, 1,\r\n% a comment\n\n  3,?,\"50%\",1,0 % end\n", "t.arff");
  CHECK(table->header() == std::vector<std::string>{"two words", "x", "colour", "y1", "y2"});
  CHECK(table->labels() == std::vector<std::string>{"y1", "y2"});
  std::vector<std::string> fields;
  REQUIRE(table->next(fields));
  CHECK(fields == std::vector<std::string>{"1", "-2.5e1", "dark red", "0", "1"});
  CHECK(table->line() == 10);
  CHECK_FALSE(table->is_unknown(1));
  REQUIRE(table->next(fields));
  CHECK(fields == std::vector<std::string>{"3", "", "50%", "1", "0"});
  CHECK(table->line() == 13);
  CHECK(table->is_unknown(1));
  CHECK_FALSE(table->is_unknown(0));
  CHECK_FALSE(table->next(fields));
}

TEST_CASE("a sparse row leaves out zeros and the first values of nominal columns") {
  const std::string dense = kHeader + "0,2,'dark red',0,1\n7,0,blue,1,0\n0,0,'dark red',0,0\n";
  const std::string sparse = kHeader + "{1 2, 4 1}\n{ 0 7,2 blue , 3 1 }\n{}\n";
  CHECK(rows_of(sparse) == rows_of(dense));
  CHECK(rows_of(kTwo + "{0 ?}\n") == Rows{{"", "u"}});
}

TEST_CASE("quotes hold anything, with a backslash before a quote") {
  CHECK(rows_of("@relation r\n@attribute s string\n@data\n'it\\'s, \"so\" {%}'\n'?'\n") ==
        Rows{{"it's, \"so\" {%}"}, {"?"}});
}

TEST_CASE("labels: -C n the first n, -C -n the last, none without") {
  const auto labels = [](const std::string& relation) {
    return data::read_arff("@relation " + relation + "\n@attribute a real\n@attribute b real\n@data\n",
                           "t.arff")
        ->labels();
  };
  CHECK(labels("'set: -C 1'") == std::vector<std::string>{"a"});
  CHECK(labels("'set: -C -1 -split 3'") == std::vector<std::string>{"b"});
  CHECK(labels("set").empty());
}

TEST_CASE("labels: a -C that may not count them is refused where the word is used, and nowhere else") {
  const std::string filtered = "'Medical-weka.filters.unsupervised.attribute.StringToWordVector-R1 -C 2'";
  const std::string nominal = "@attribute a {0,1}\n@attribute b {0, 1}\n@attribute w {no,yes}\n@data\n";
  struct Case {
    std::string relation;
    bool is_in_doubt = true;
  };
  const std::vector<Case> cases = {{"'set: -C 2'", false},
                                   {"'set: -C -2'"},  // 'w' holds no and yes
                                   {"'set: -C 3'"},
                                   {"'set: -C 4'"},
                                   {"'set: -C 0'"},
                                   {"'set: -C x'"},
                                   {"'set: -C'"},
                                   {"'set: -C 2-weka.filters.unsupervised.attribute.Remove-R1'"},
                                   {filtered},
                                   {"'set: -C 1 -weka.filters.A -C 2'"},
                                   {"'set: -C 2 -C 2'"}};
  for (const Case& one : cases) {
    CAPTURE(one.relation);
    const auto table = data::read_arff("@relation " + one.relation + "\n" + nominal + "1,0,no\n", "t.arff");
    std::vector<std::string> fields;
    CHECK(table->next(fields));
    const auto expanded = [&] {
      return data::expand_columns(
          {"labels"}, {table->header(), "t.arff", {}, {}, table->labels(), table->labels_doubt()});
    };
    if (!one.is_in_doubt) {
      CHECK(expanded() == std::vector<std::string>{"a", "b"});
      continue;
    }
    CHECK(table->labels().empty());
    const std::string message = thrown_message<DataError>([&] { expanded(); });
    CHECK(message.find("which columns are labels is in doubt") != std::string::npos);
    CHECK(message.ends_with("name them: outputs: [TAG_*], [y1-y45] or [a, b]"));
  }
}

TEST_CASE(
    "what KEEL writes behind types and of its columns' use is read over; numbers are as people write them") {
  CHECK(rows_of("@relation r\n@attribute a real [0.0, 1.0]\n@attribute b integer[1,10]\n@attribute c{x,y}\n"
                "@inputs a, b\n@outputs c\n@data\n.5, 5., x\n{ 00 .25, 1 7 , 02 y}\n") ==
        Rows{{".5", "5.", "x"}, {".25", "7", "y"}});
  const data::VectorData read =
      read_arff("@relation r\n@attribute a real [0,1]\n@attribute b real\n@data\n{0 .5}\n 01 , 1e-400\n",
                {{"a"}, {"b"}, data::OutputKind::vector, {}, {}});
  CHECK(is_close(read.inputs, arma::vec{0.5, 1.0}, 0.0));
  CHECK(is_close(std::get<arma::mat>(read.outputs), arma::vec{0.0, 0.0}, 0.0));
}

TEST_CASE("what is no ARFF is refused with its line") {
  for (const auto& refused : std::vector<std::pair<std::string, std::string>>{
           {"", "t.arff:1: no line @data"},
           {"a,b\n1,2\n", "t.arff:1: expected @relation, @attribute or @data, found 'a'"},
           {"@data\n", "t.arff:1: @data without an @attribute before"},
           {"@relation a\n@relation b\n", "t.arff:2: a second @relation"},
           {"@attribute a real\n@attribute a real\n@data\n", "t.arff:2: column 'a' occurs twice"},
           {"@attribute a relational\n", "found 'relational'"},
           {"@attribute a {u,u}\n", "value 'u' occurs twice"},
           {"@attribute a {u\n", "expected ',' or '}'"},
           {"@attribute a {}\n", "expected a value, found '}'"},
           {"@attribute a\n", "expected a type, found the end of the line"},
           {"@attribute '' real\n", "expected a column's name"},
           {"@attribute a real [0,1] x\n", "follows the type"},
           {"@attribute a real [0,1\n", "expected ']'"},
           {"@attribute a string [0,1]\n", "follows the type"},
           {"@attribute \xe9 real\n", "invalid UTF-8 (byte 0xe9)"},
           {kTwo + "1\n", "t.arff:5: expected 2 values, found 1"},
           {kTwo + "1,u,2\n", "t.arff:5: expected 2 values, found more"},
           {kTwo + "1,w\n", "column 'b': 'w' is none of its 2 values"},
           {kTwo + "1,u,{3}\n", "weights of rows are not read"},
           {kTwo + "{0 1},{3}\n", "weights of rows are not read"},
           {kTwo + "1 u,v\n", "where a comma was expected"},
           {kTwo + "1,'u\n", "a quote is not closed"},
           {kTwo + "1,\n", "expected a value, found the end of the line"},
           {kTwo + "{2 1}\n", "expected a column's number from 0 to 1, found '2'"},
           {kTwo + "{-1 1}\n", "expected a column's number"},
           {kTwo + "{1 v, 0 2}\n", "column number 0 does not rise"},
           {kTwo + "{0 1, 0 2}\n", "column number 0 does not rise"},
           {kTwo + "{0 1 1 v}\n", "expected ',' or '}' behind a value"},
           {kTwo + "{0 1\n", "expected ',' or '}' behind a value"},
           {"@attribute a string\n@attribute b real\n@data\n{1 2}\n", "a text that a sparse row leaves out"},
       }) {
    INFO(refused.first);
    CHECK(arff_error(refused.first).find(refused.second) != std::string::npos);
  }
}

TEST_CASE("few bytes of a sparse file cannot mean more numbers than memory holds") {
  std::string text = "@relation r\n";
  for (int j = 0; j < 20000; ++j) text += "@attribute a" + std::to_string(j) + " real\n";
  text += "@data\n";
  for (int i = 0; i < 7000; ++i) text += "{}\n";
  const auto table = data::read_arff(text, "t.arff");
  std::vector<std::string> fields;
  CHECK(thrown_message<DataError>([&] {
          while (table->next(fields)) {
          }
        }).find("rows times columns") != std::string::npos);
}

TEST_CASE("columns of 0 and 1 are label sets, from ARFF and from CSV") {
  const data::VectorColumns columns{{"x"}, {"y2", "y1"}, data::OutputKind::label_set, {}, {}};
  const auto sets = [&](const data::VectorData& table) {
    return std::get<data::LabelSetOutputs>(table.outputs);
  };
  const std::vector<std::set<int>> expected = {{0}, {}, {0, 1}};
  const data::VectorData arff = read_arff(kHeader + "{1 5, 4 1}\n{}\n1,1,blue,1,1\n", columns);
  CHECK(sets(arff).sets == expected);
  CHECK(sets(arff).names == std::vector<std::string>{"y2", "y1"});
  CHECK(is_close(arff.inputs, arma::vec{5, 0, 1}, 0.0));
  CHECK(
      sets(data::read_vectors(data::CsvReader("x,y1,y2\n5,0,1\n0,0,0.0\n1,1,1\n", "t.csv"), columns)).sets ==
      expected);
  CHECK(thrown_message<DataError>([&] {
          data::read_vectors(data::CsvReader("x,y1,y2\n5,0,1\n0,2,0\n", "t.csv"), columns);
        }) == "t.csv:3: column 'y1': expected 0 or 1, whether the sample has this label, found '2'");
  CHECK(thrown_message<DataError>([&] { read_arff(kHeader + "1,1,blue,?,1\n1,1,blue,1,1\n", columns); }) ==
        "t.arff: column 'y1': 1 row has no output: '?' on line 10; take it out, or write a class of such a "
        "name "
        "otherwise");
}

TEST_CASE("an input that is not known is a gap, an output is refused, and so is a text among numbers") {
  data::VectorColumns columns{{"a"}, {"b"}, data::OutputKind::class_label, {}, {}};
  CHECK(thrown_message<DataError>([&] {
          read_arff(kTwo + "?,u\n1,v\n", columns);
        }).find("t.arff:5: column 'a': expected a number") == 0);
  CHECK(
      thrown_message<DataError>([&] { read_arff(kTwo + "1,u\n1,?\n", columns); }) ==
      "t.arff: column 'b': 1 row has no output: '?' on line 6; take it out, or write a class of such a name "
      "otherwise");
  const std::string words = "@relation r\n@attribute a real\n@attribute b {NA,'?'}\n@data\n1,NA\n2,'?'\n";
  CHECK(std::get<data::ClassOutputs>(read_arff(words, columns).outputs).names ==
        std::vector<std::string>{"?", "NA"});  // values that the column lists
  CHECK(thrown_message<DataError>([&] {
          read_arff("@relation r\n@attribute a real\n@attribute b string\n@data\n1,u\n2,NA\n", columns);
        }).starts_with("t.arff: column 'b': 1 row has no output: 'NA' on line 6"));
  columns.allow_missing_inputs = true;
  CHECK(read_arff(kTwo + "?,u\n1,v\n", columns).inputs.has_nan());
  CHECK(thrown_message<DataError>([&] {
          read_arff(kTwo + "1,u\n0,v\n", {{"b"}, {"a"}, data::OutputKind::vector, {}, {}});
        }).find("column 'b': expected a number, found 'u'") != std::string::npos);
}

TEST_CASE("a file of training samples and one of test samples are folds 0 and 1") {
  const data::VectorColumns columns{{"a"}, {"b"}, data::OutputKind::class_label, {}, {}};
  const auto training = data::read_arff(kTwo + "1,v\n2,u\n", "a.arff");
  data::CsvReader test("b,a\nw,3\n", "b.csv");  // columns in another order, a class of its own
  const data::VectorData both = data::read_training_and_test(*training, test, columns);
  CHECK(is_close(both.inputs, arma::vec{1, 2, 3}, 0.0));
  CHECK(both.folds == std::vector<int>{0, 0, 1});
  CHECK(both.fold_texts == std::vector<std::string>{"training", "training", "test"});
  CHECK(both.ids == std::vector<std::string>{"0", "1", "2"});
  CHECK(std::get<data::ClassOutputs>(both.outputs).labels == std::vector<int>{1, 0, 2});
  data::CsvReader empty("a,b\n", "c.csv"), other("a,c\n1,u\n", "d.csv");
  const auto first = data::read_arff(kTwo + "1,v\n2,u\n", "a.arff");
  const auto again = data::read_arff(kTwo + "1,v\n2,u\n", "a.arff");
  CHECK(thrown_message<DataError>([&] { data::read_training_and_test(*first, empty, columns); }) ==
        "c.csv: no row of data");
  CHECK(thrown_message<DataError>([&] {
          data::read_training_and_test(*again, other, columns);
        }).find("d.csv:1: no column 'b'") == 0);
}

TEST_CASE("words for columns: those that begin alike, and those that the file calls labels") {
  const std::vector<std::string> header = {"TAG_b", "x", "TAG_a", "y*"};
  const auto expanded = [&](const std::vector<std::string>& words, std::vector<std::string> except = {}) {
    return data::expand_columns(words, {header, "t.arff", std::move(except), {}, {"TAG_a", "x"}});
  };
  CHECK(expanded({"TAG_*"}) == std::vector<std::string>{"TAG_b", "TAG_a"});
  CHECK(expanded({"T*a"}) == std::vector<std::string>{"TAG_a"});
  CHECK(expanded({"y*"}) == std::vector<std::string>{"y*"});  // a column of that name
  CHECK(expanded({"labels"}) == std::vector<std::string>{"TAG_a", "x"});
  CHECK(expanded({"*"}, {"TAG_*"}) == std::vector<std::string>{"x", "y*"});
  CHECK(data::expand_columns({"*"}, {{"all", "x", "y"}, "t", {}, {"y"}}) ==
        std::vector<std::string>{"all", "x"});
  CHECK(thrown_message<DataError>([&] { expanded({"*", "x"}); }).find("used alone") != std::string::npos);
  CHECK(expanded({"all"}, {"TAG_*"}) == std::vector<std::string>{"x", "y*"});
  CHECK(expanded({"TAG_*"}, {"TAG_a"}) == std::vector<std::string>{"TAG_b"});
  CHECK(thrown_message<DataError>([&] { expanded({"z*"}); }) == "t.arff:1: no column matches 'z*'");
}

TEST_CASE("the Bibtex files have the shape that their papers say") {
  const auto path = preimage::testing::real_data("bibtex/bibtex-test.arff.gz");
  if (!path) return;
  const auto table = data::open_table(*path);
  const auto& header = table->header();
  REQUIRE(header.size() == 1836 + 159);
  const data::VectorColumns columns{{header.begin(), header.begin() + 1836},
                                    {header.begin() + 1836, header.end()},
                                    data::OutputKind::label_set,
                                    {},
                                    {}};
  const data::VectorData read = data::read_vectors(*table, columns);
  CHECK(read.inputs.n_rows == 2515);
  CHECK(read.inputs.max() == 1.0);
}
