// The user's own data: CSV tables and string pairs.
#include "suite/data/vectors.hpp"

#include <functional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/base/random.hpp"
#include "suite/config/config_error.hpp"
#include "suite/data/string_pairs.hpp"
#include "suite/data/testing_files.hpp"
#include "testing/is_close.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

namespace data = preimage::suite::data;
using data::OutputKind;
using preimage::DataError;
using preimage::suite::ConfigError;
using preimage::testing::is_close;
using preimage::testing::TemporaryFolder;
using preimage::testing::thrown_message;

namespace {

data::VectorData read(const std::string& text, const data::VectorColumns& columns) {
  return data::read_vectors(data::CsvReader(text, "t.csv"), columns);
}

template <class Error = DataError>
std::string error(const std::string& text, const data::VectorColumns& columns) {
  return thrown_message<Error>([&] { read(text, columns); });
}

const std::string kTable =
    "name,age,height,y,z,part\n"
    "ann,31,1.70,0.5,-1,0\n"
    "bob,29,1.80,1.5,-2,1\n"
    "eve,30,1.60,2.5,-3,0\n";
const data::VectorColumns kVector{{"height", "age"}, {"y", "z"}, OutputKind::vector, {}, {}};

std::string pairs_error(const std::string& text) {
  return thrown_message<DataError>([&] { data::parse_string_pairs(text, "p.tsv"); });
}

}  // namespace

TEST_CASE("read_vectors reads the columns asked for, in the order asked for") {
  data::VectorColumns columns = kVector;
  columns.fold = "part";
  columns.id = "name";
  const data::VectorData table = read(kTable, columns);
  CHECK(is_close(table.inputs, arma::mat{{1.70, 31}, {1.80, 29}, {1.60, 30}}, 0.0));
  CHECK(is_close(std::get<arma::mat>(table.outputs), arma::mat{{0.5, -1}, {1.5, -2}, {2.5, -3}}, 0.0));
  CHECK(table.folds == std::vector<int>{0, 1, 0});
  CHECK(table.ids == std::vector<std::string>{"ann", "bob", "eve"});
  CHECK(table.remarks.empty());
}

TEST_CASE("without fold and id columns there are no folds, and ids are line numbers") {
  const TemporaryFolder folder;
  const auto table =
      data::read_vectors(*data::open_table(folder.write("t.csv.gz", data::gzipped(kTable))), kVector);
  CHECK(table.folds.empty());
  CHECK(table.ids == std::vector<std::string>{"2", "3", "4"});
}

TEST_CASE("classes are numbered in the order of their texts, whatever the order of the rows") {
  const auto table =
      read("x,c\n1,sea\n2,\"land, dry\"\n3,sea\n", {{"x"}, {"c"}, OutputKind::class_label, {}, {}});
  const auto& classes = std::get<data::ClassOutputs>(table.outputs);
  CHECK(classes.labels == std::vector<int>{1, 0, 1});
  CHECK(classes.names == std::vector<std::string>{"land, dry", "sea"});
}

TEST_CASE("labels that are whole numbers come in the order of their values, before all others") {
  const auto table = read("x,c\n1,b\n2,10\n3,-2\n4,9\n5,+9\n6,1.5\n7,a\n8,10\n",
                          {{"x"}, {"c"}, OutputKind::class_label, {}, {}});
  const auto& classes = std::get<data::ClassOutputs>(table.outputs);
  CHECK(classes.names == std::vector<std::string>{"-2", "+9", "9", "10", "1.5", "a", "b"});
  CHECK(classes.labels == std::vector<int>{6, 3, 0, 2, 1, 4, 5, 3});
}

TEST_CASE("label sets are separated by semicolons and may be empty") {
  const auto table = read("x,c\n1,b;a\n2,\n3,a;c\n", {{"x"}, {"c"}, OutputKind::label_set, {}, {}});
  const auto& labels = std::get<data::LabelSetOutputs>(table.outputs);
  CHECK(labels.sets == std::vector<std::set<int>>{{0, 1}, {}, {0, 2}});
  CHECK(labels.names == std::vector<std::string>{"a", "b", "c"});
}

TEST_CASE("string outputs are bytes as they are") {
  const auto table = read("x,s\n1,\n2,\" a;b\"\n", {{"x"}, {"s"}, OutputKind::string, {}, {}});
  CHECK(std::get<std::vector<std::string>>(table.outputs) == std::vector<std::string>{"", " a;b"});
}

TEST_CASE("read_vectors names file, line and column of what is wrong") {
  data::VectorColumns columns{{"agee"}, {"y"}, OutputKind::vector, {}, {}};
  CHECK(error(kTable, columns) == "t.csv:1: no column 'agee', did you mean 'age'?");
  columns.inputs = {"name"};
  CHECK(error(kTable, columns) == "t.csv:2: column 'name': expected a number, found 'ann'");
  columns = {{"a"}, {"y"}, OutputKind::vector, {}, {}};
  const std::set<std::string> missing = {"", "nan"};
  for (const char* bad : {"nan", "inf", "", "0x10"})
    CHECK(error("a,y\n1,2\n" + std::string(bad) + ",3\n", columns) ==
          "t.csv:3: column 'a': expected a number, found '" + std::string(bad) + "'" +
              (missing.contains(bad) ? " (in a config, `missing: mean` or median fills inputs)" : ""));
  CHECK(error("a,y\n1,2\n\"3,5\",3\n", columns) ==
        "t.csv:3: column 'a': expected a number, found '3,5' (a decimal comma: type 3.5)");
  CHECK(error("a,y\n1,2\na,y\n", columns) ==
        "t.csv:3: column 'a': expected a number, found 'a' (the row repeats the header: take it out)");
  CHECK(error("a,y\n1,2\n1e999,3\n", columns) ==
        "t.csv:3: column 'a': expected a number, found '1e999' (no double is as large)");
  CHECK(error("a,y\n1,2\n", columns) == "t.csv: expected at least 2 rows, found 1");
  columns.fold = "y";
  columns.outputs = {"z"};
  CHECK(error("a,y,z\n1,0.5,2\n", columns) == "t.csv:2: column 'y': expected an integer, found '0.5'");
  CHECK(error("a,y,z\n1,3000000000,2\n", columns) ==
        "t.csv:2: column 'y': expected an integer, found '3000000000'");
  columns.fold.reset();
  columns.id = "y";
  CHECK(error("a,y,z\n1,p,2\n1,q,2\n1,p,2\n", columns) ==
        "t.csv:4: column 'y': id 'p' occurs twice, first on line 2");
}

TEST_CASE("read_vectors refuses labels that would silently become other labels") {
  const data::VectorColumns classes{{"x"}, {"c"}, OutputKind::class_label, {}, {}};
  const data::VectorColumns sets{{"x"}, {"c"}, OutputKind::label_set, {}, {}};
  CHECK(error("x,c\n1,a \n", classes) == "t.csv:2: column 'c': label 'a ' begins or ends with a blank");
  CHECK(error("x,c\n1,a; b\n", sets) == "t.csv:2: column 'c': label ' b' begins or ends with a blank");
  CHECK(error("x,c\n1,a;;b\n", sets) == "t.csv:2: column 'c': empty label");
  CHECK(error("x,c\n1,a;b;a\n", sets) == "t.csv:2: column 'c': label 'a' occurs twice in 'a;b;a'");
}

TEST_CASE("read_vectors reads numbers as people write them, in inputs, outputs, folds and indicators") {
  data::VectorColumns columns{{"a"}, {"y"}, OutputKind::vector, "f", {}};
  const data::VectorData table = read("a,y,f\n.2,5., 01\n+.5, 7,2 \n8 ,1.e3,03\n01,1e-400,4\n", columns);
  CHECK(is_close(table.inputs, arma::vec{.2, .5, 8, 1}, 0.0));
  CHECK(is_close(std::get<arma::mat>(table.outputs), arma::vec{5, 7, 1000, 0}, 0.0));
  CHECK(table.folds == std::vector<int>{1, 2, 3, 4});
  columns = {{"a"}, {"y", "z"}, OutputKind::label_set, {}, {}};
  CHECK(std::get<data::LabelSetOutputs>(read("a,y,z\n1,01, 0\n2,.0,1.\n", columns).outputs).sets ==
        std::vector<std::set<int>>{{0}, {1}});
}

TEST_CASE("outputs that are missing are counted and named, whatever word says so, and become no class") {
  struct Case {
    const char* text;
    OutputKind kind;
    std::vector<std::string> outputs;
    std::string message;
  };
  const auto message = [](const std::string& rest) { return "t.csv: column 'c': " + rest; };
  const std::string otherwise = ", or write a class of such a name otherwise";
  std::vector<Case> cases = {
      {"x,c\n1,a\n2,\n3,b\n4,\n",
       OutputKind::class_label,
       {"c"},
       message("2 rows have no output: '' on lines 3, 5; take them out")},
      {"x,c\n1,NA\n2,a\n3,b\n4,?\n5,NA\n6,NA\n7,null\n8,NA\n9,NaN\n",
       OutputKind::class_label,
       {"c"},
       message("7 rows have no output: '?', 'NA', 'NaN', 'null' on lines 2, 5, 6, 7, 8 and 2 more; take them "
               "out" +
               otherwise)},
      {"x,c\n1,a;b\n2,\n3,NA\n",
       OutputKind::label_set,
       {"c"},
       message("1 row has no output: 'NA' on line 4; take it out" + otherwise)},
      {"x,c,d\n1,0,1\n2,1,NA\n3,0,\n",
       OutputKind::label_set,
       {"c", "d"},
       "t.csv: column 'd': 2 rows have no output: '', 'NA' on lines 3, 4; take them out" + otherwise},
      {"x,c\n1,2.5\n2,NA\n3,4\n",
       OutputKind::vector,
       {"c"},
       message("1 row has no output: 'NA' on line 3; take it out" + otherwise)},
  };
  for (const char* word : {"NA",   "N/A",  "n/a", "#N/A", "<NA>", "NaN", "nan",  "-nan", "NaT",  "null",
                           "NULL", "None", "?",   " NA",  " ",    "#NA", "-NaN", "NAN",  "Null", "1.#IND"})
    CHECK(
        error(std::string("x,c\n1,a\n2,") + word + "\n3,b\n", {{"x"}, {"c"}, OutputKind::class_label, {}, {}})
            .starts_with("t.csv: column 'c': 1 row has no output: '" + std::string(word) + "' on line 3"));
  for (const Case& one : cases) {
    CAPTURE(one.text);
    CHECK(error(one.text, {{"x"}, one.outputs, one.kind, {}, {}}) == one.message);
  }
  // What is no word for a gap stays a class; strings hold any text.
  CHECK(std::get<data::ClassOutputs>(
            read("x,c\n1,na\n2,none\n3,Nan\n", {{"x"}, {"c"}, OutputKind::class_label, {}, {}}).outputs)
            .names.size() == 3);
  CHECK(std::get<std::vector<std::string>>(
            read("x,c\n1,NA\n2,\n", {{"x"}, {"c"}, OutputKind::string, {}, {}}).outputs) ==
        std::vector<std::string>{"NA", ""});
  data::CsvReader training("x,c\n1,a\n", "a.csv"), test("x,c\n1,b\n2,NA\n", "b.csv");
  CHECK(thrown_message<DataError>([&] {
          data::read_training_and_test(training, test, {{"x"}, {"c"}, OutputKind::class_label, {}, {}});
        }).starts_with("b.csv: column 'c': 1 row has no output: 'NA' on line 3"));
}

TEST_CASE("read_vectors refuses a wrong choice of columns") {
  CHECK(error<ConfigError>(kTable, {{}, {"y"}, OutputKind::vector, {}, {}}) ==
        "columns: expected at least one input column");
  CHECK(error<ConfigError>(kTable, {{"age"}, {}, OutputKind::vector, {}, {}}) ==
        "columns: expected at least one output column");
  CHECK(error<ConfigError>(kTable, {{"age"}, {"y"}, OutputKind::vector, {}, "age"}) ==
        "columns: 'age' is used twice");
}

TEST_CASE("texts that share bytes in a row are linked, also by others, as pairs one by one say") {
  preimage::base::Random random(3);
  for (const std::size_t overlap : {1, 2, 4, 7}) {
    std::vector<std::string> texts(30);
    for (std::string& text : texts)
      for (std::size_t i = random.below(12); i > 0; --i) text += "abcd"[random.below(4)];
    const auto share = [&](const std::string& a, const std::string& b) {
      for (std::size_t i = 0; i + overlap <= a.size(); ++i)
        if (b.find(a.substr(i, overlap)) != std::string::npos) return true;
      return a == b;
    };
    std::vector<int> expected(texts.size(), -1);
    int groups = 0;
    const std::function<void(std::size_t)> reach = [&](std::size_t i) {
      expected[i] = groups;
      for (std::size_t j = 0; j < texts.size(); ++j)
        if (expected[j] < 0 && share(texts[i], texts[j])) reach(j);
    };
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (expected[i] >= 0) continue;
      reach(i);
      ++groups;
    }
    const data::GroupedTexts linked = data::linked_texts(texts, overlap);
    CHECK(linked.of == expected);
    REQUIRE(linked.names.size() == static_cast<std::size_t>(groups));
    CHECK(linked.names.front() == texts.front());
  }
}

TEST_CASE("string pairs: two or three fields, comments where they are asked for, empty strings") {
  const std::string text = "# source: made up\n#\nabc\tcba\n\tx\r\n#a\tb\ny\t\n";
  const auto pairs = data::parse_string_pairs(text, "p.tsv", 2, {data::Header::refuse, "#"});
  CHECK(pairs.inputs == std::vector<std::string>{"abc", "", "y"});
  CHECK(pairs.outputs == std::vector<std::string>{"cba", "x", ""});
  CHECK(pairs.folds.empty());
  const TemporaryFolder folder;
  CHECK(data::load_string_pairs(folder.write("p.tsv", "a\tb\t1\nc\td\t-2\n")).folds ==
        std::vector<int>{1, -2});
}

TEST_CASE(
    "string pairs: a first line that looks like a header is asked about, and what is said of it holds") {
  using data::Header;
  std::string dna;
  for (int i = 0; i < 12; ++i) dna += "ACGTTGCA\tHEC\n";
  struct Case {
    std::string text;
    bool looks_like_one;
  };
  const std::vector<Case> cases = {{"word\tplural\nkakalum\tlami\nwordy\tplurals\n", true},
                                   {"Source_text\tTarget text\nab\tcd\nef\tgh\n", true},
                                   {"a\tb\tpart\nab\tcd\t0\nef\tgh\t1\n", true},
                                   {"dna_sequence\tfold_class\n" + dna, true},
                                   {"protein\tkind\n" + dna, true},  // other bytes than all below
                                   {"protein\tkind\nACGT\tHEC\nACG\tHE\n", false},  // too few to say that
                                   {"kakalum\tlami\nlotulum\tlami\nkolum\tlomi\n", false},
                                   {"word\tlami\nlotulum\tlami\nab\tcd\n", false},
                                   {"AAAA\tHHH\n" + dna, false},
                                   {"\t\n" + dna, false}};
  for (const Case& one : cases) {
    CAPTURE(one.text);
    const auto count = [&](Header header) {
      return data::parse_string_pairs(one.text, "p.tsv", 2, {header}).inputs.size();
    };
    const auto parsed = data::parse_string_pairs(one.text, "p.tsv", 2, {Header::recognise});
    CHECK(parsed.header.empty() != one.looks_like_one);
    CHECK((pairs_error(one.text).find("look like a header: say `header: first_line` below dataset") !=
           std::string::npos) == one.looks_like_one);
    CHECK(count(Header::first_line) == parsed.inputs.size() - (one.looks_like_one ? 0 : 1));
    if (!parsed.header.empty() && parsed.header.size() == 2)
      CHECK(count(Header::none) == parsed.inputs.size() + 1);
  }
}

TEST_CASE("string pairs: files as programs export them") {
  const std::vector<std::string> inputs = {"ab", "ef"};
  for (const char* text : {"\xef\xbb\xbf"
                           "ab\tcd\nef\tgh\n",
                           "ab\tcd\ref\tgh\r", "ab\tcd\r\nef\tgh\r\n", "ab\tcd\t 01\nef\tgh\t2 \n"})
    CHECK(data::parse_string_pairs(text, "p.tsv").inputs == inputs);
  CHECK(pairs_error(std::string("\xff\xfe"
                                "a\0\t\0b\0\n\0",
                                10))
            .starts_with("p.tsv: the file is in UTF-16, expected UTF-8"));
}

TEST_CASE("string pairs: errors name file and line") {
  CHECK(pairs_error("a\tb\nc\n") == "p.tsv:2: expected 2 or 3 fields separated by tabs, found 1");
  CHECK(pairs_error("a\tb\n\nc\td\n") == "p.tsv:2: expected 2 or 3 fields separated by tabs, found 1");
  CHECK(pairs_error("a\tb\tc\td\n") == "p.tsv:1: expected 2 or 3 fields separated by tabs, found 4");
  CHECK(pairs_error("a\tb\nc\td\t0\n") == "p.tsv:2: expected 2 fields as in the first pair, found 3");
  CHECK(pairs_error("a\tb\tzero\n") == "p.tsv:1: fold: expected an integer, found 'zero'");
  CHECK(data::parse_string_pairs("#a\tb\nc\td\n#e\tf\n", "p.tsv").inputs ==
        std::vector<std::string>{"#a", "c", "#e"});
}
