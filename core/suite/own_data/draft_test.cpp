// What a config for a user's file says, and why.
#include "suite/own_data/draft.hpp"

#include <algorithm>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/config/config_error.hpp"
#include "suite/data/arff.hpp"
#include "suite/data/delimited.hpp"
#include "suite/own_data/draft_facts.hpp"
#include "suite/own_data/survey.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite::own_data;
using suite::data::OutputKind;
using testing::thrown_message;

namespace {

using Texts = std::vector<std::string>;

/// A table of one column x that counts down from 100, and one column y.
std::string table_of(const Texts& ys) {
  std::string table = "x,y\n";
  int x = 100;
  for (const std::string& y : ys) table += std::to_string(x--) + "," + y + "\n";
  return table;
}

Texts repeated(const Texts& texts, std::size_t n) {
  Texts all;
  for (std::size_t i = 0; i < n; ++i) all.push_back(texts[i % texts.size()]);
  return all;
}

OutputKind guessed(const Texts& ys) {
  suite::data::CsvReader csv(table_of(ys), "t.csv");
  const Survey survey = survey_columns(csv);
  return guess_kind(survey.column("y"), survey.rows).kind;
}

Texts numbers_to(int n) {
  Texts numbers;
  for (int i = 1; i <= n; ++i) numbers.push_back(std::to_string(i * i));
  return numbers;
}

/// A folder with a table, and requests about it.
class DraftPlace {
 public:
  explicit DraftPlace(const std::string& table, const std::string& name = "t.csv") : name_(name) {
    folder_.write(name, table);
  }
  suite::study::DraftRequest request(const Texts& targets, const std::string& kind = "") const {
    return {folder_.path() / name_, folder_.path(), targets, kind, {}};
  }
  DraftFacts facts(const Texts& targets, const std::string& kind = "") const {
    return collect_facts(request(targets, kind));
  }
  template <class Error>
  std::string error(const Texts& targets, const std::string& kind = "") const {
    std::string message = thrown_message<Error>([&] { facts(targets, kind); });
    for (std::size_t at = 0; (at = message.find(folder_.path().string() + "/")) != std::string::npos;)
      message.erase(at, folder_.path().string().size() + 1);
    return message;
  }
  testing::TemporaryFolder& folder() { return folder_; }

 private:
  testing::TemporaryFolder folder_;
  std::string name_;
};

}  // namespace

TEST_CASE("columns of texts are those of which half of the values are no numbers") {
  const auto found = [](const std::string& table, const Texts& columns,
                        const suite::data::GapWords& words = {}) {
    suite::data::CsvReader csv(table, "t.csv");
    return columns_of_texts(survey_columns(csv, words), columns);
  };
  CHECK(found("number,text,gaps,mixed,percent,none\n1,a,NA,1,1%,\n2,b,3,2,2%,\n3,c,,x,3%,NA\n",
              {"number", "text", "gaps", "mixed", "percent", "none"}) == Texts{"text"});
  CHECK(found("c\n1\na\n", {"c"}) == Texts{"c"});
  CHECK(found("c\n1\n5%\n", {"c"}, {false, {"5%"}}) == Texts{});  // a gap is no text, however it is written
  suite::data::ArffReader arff("@relation r\n@attribute x real\n@attribute c {NA,b}\n@data\n1,NA\n2,?\n3,b\n",
                               "t.arff");
  CHECK(columns_of_texts(survey_columns(arff), {"x", "c"}) == Texts{"c"});
}

TEST_CASE("the kind of a target is guessed from what it holds") {
  CHECK(guessed(repeated({"u", "v"}, 12)) == OutputKind::class_label);
  CHECK(guessed(repeated({"u", "1"}, 12)) == OutputKind::class_label);
  CHECK(guessed(repeated({"1", "2", "3"}, 12)) == OutputKind::class_label);
  CHECK(guessed(repeated({"u;v", "", "v"}, 12)) == OutputKind::label_set);
  CHECK(guessed(repeated({"0.5", "2"}, 12)) == OutputKind::vector);
  CHECK(guessed(repeated({"0.5", "2", "n/a"}, 12)) == OutputKind::vector);  // a gap among numbers
  CHECK(guessed(repeated({"0.5", "1.5", "n/a", "n/a", "n/a"}, 20)) == OutputKind::vector);
  CHECK(guessed(repeated({"0.5", "none", "low"}, 12)) == OutputKind::class_label);
  CHECK(guessed(repeated({"1", "2", "n/a"}, 12)) == OutputKind::class_label);
  CHECK(guessed(numbers_to(12)) == OutputKind::vector);  // each once: measured, not named
  CHECK(guessed(repeated(numbers_to(20), 40)) == OutputKind::class_label);
  CHECK(guessed(repeated(numbers_to(20), 39)) == OutputKind::vector);
  CHECK(guessed(repeated(numbers_to(21), 42)) == OutputKind::vector);
}

TEST_CASE("0 and 1 are classes however they are written, and with gaps") {
  for (const Texts& ys :
       {Texts{"0", "1"}, Texts{"0.0", "1.0"}, Texts{"0", "1", ""}, Texts{"1.0", "", "NA", "0.0"}})
    CHECK(guessed(repeated(ys, 24)) == OutputKind::class_label);
  CHECK(guessed(repeated({"0.0", "1.0", "2.0"}, 24)) == OutputKind::vector);
  CHECK(guessed(repeated({"0.5", "", "", "", "1.5"}, 40)) == OutputKind::vector);
}

TEST_CASE("what looks like a missing value is seen with its line, and what may be a value is not") {
  const auto seen = [](const Texts& ys) {
    suite::data::CsvReader csv(table_of(repeated(ys, 24)), "t.csv");
    std::string words;
    for (const PlacesOfText& places : suspected_gaps(survey_columns(csv).column("y")))
      words += fmt::format("{}@{}x{} ", places.first.text, places.first.line, places.count);
    return words;
  };
  CHECK(seen({"1", "5", "-99"}) == "-99@4x8 ");
  CHECK(seen({"999", "1", "5", "2"}) == "999@2x6 ");
  CHECK(seen({"-9", "1", "2", "99"}) == "-9@2x6 99@5x6 ");
  CHECK(seen({"-9999.0", "12.5", "-20"}) == "-9999.0@2x8 ");
  CHECK(seen({"a", "b", "\\N"}) == "\\N@4x8 ");
  CHECK(seen({"a", "b", "-9999"}) == "-9999@4x8 ");
  CHECK(seen({"1.5", "2.5", ".", "--"}) == "--@5x6 .@4x6 ");
  CHECK(seen({"18", "99", "64", "80"}) == "");  // ages
  CHECK(seen({"-9", "0", "9"}) == "");
  CHECK(seen({"+", "-"}) == "");  // signs
  CHECK(seen({"a", "NA", "unknown", "none"}) == "");
}

TEST_CASE("k is sized to the smallest inner training set of the groups, which a plain count finds") {
  std::string table = "hospital,x,ill\n";
  std::size_t row = 0;
  const std::vector<std::pair<std::string, int>> hospitals = {
      {"North", 70}, {"East", 14}, {"South", 10}, {"West", 9}, {"Mid", 7}};
  for (const auto& [name, rows] : hospitals)
    for (int i = 0; i < rows; ++i, ++row)
      table += fmt::format("{},{},{}\n", name, row * 37 % 101, row % 3 == 0 ? "yes" : "no");
  const DraftFacts facts = DraftPlace(table).facts({"ill"});
  REQUIRE(facts.groups.size() == 1);
  CHECK(facts.folds.smallest_inner_training == 110 - 70 - 14);  // a group is a fold
  CHECK(draft_text(facts).find("    k: [1, 3, 5, 9, 15, 25]\n") != std::string::npos);
}

TEST_CASE("columns that cannot be inputs are left out, each with its reason") {
  std::string table = "a,b,c,d,e,y\n";
  for (int i = 0; i < 12; ++i) {
    const std::string number = std::to_string(i * i);
    table +=
        number + ",3,,w" + number + "," + (i == 4 ? "few" : number) + "," + (i % 2 == 0 ? "u" : "v") + "\n";
  }
  const DraftFacts facts = DraftPlace(table).facts({"y"});
  CHECK(facts.inputs == Texts{"a"});
  CHECK(facts.says_all);
  REQUIRE(facts.left_out.size() == 4);
  CHECK(facts.left_out[0].column == "b");
  CHECK(facts.left_out[0].reason == "every row holds '3'");
  CHECK(facts.left_out[1].reason == "empty");
  CHECK(facts.left_out[2].reason == "no numbers: 'w0' on line 2");
  CHECK(facts.left_out[3].reason == "1 of 12 fields are no numbers, the first 'few' on line 6");
  CHECK(facts.classes == 2);
  const std::vector<std::string> remarks = draft_config(DraftPlace(table).request({"y"})).remarks;
  REQUIRE(remarks.size() == 2);
  CHECK(remarks[0] ==
        "'y' is read as class: it holds texts, 2 different; --kind class, vector, label_set or string says "
        "otherwise");
  CHECK(remarks[1] ==
        "left out of the inputs: 'b' (every row holds '3'), 'c' (empty), 'd' (no numbers: 'w0' on line 2), "
        "'e' (1 of 12 fields are no numbers, the first 'few' on line 6)");
}

TEST_CASE(
    "texts that recur are categories, but for those that look like groups of rows, label sets and few "
    "values") {
  std::string table = "a,colour,patient,tags,rare,y\n";
  for (int i = 0; i < 24; ++i)
    table +=
        fmt::format("{},{},p{},{},{},{}\n", i * i, i % 3 == 0 ? "red" : "blue", i % 6,
                    i % 2 == 0 ? "k" : "k;l", i < 4 ? (i % 2 == 0 ? "q" : "r") : "", i % 4 < 2 ? "u" : "v");
  const DraftFacts facts = DraftPlace(table).facts({"y"});
  CHECK(facts.inputs == Texts{"a", "colour"});
  CHECK(facts.categories == Texts{"colour"});
  REQUIRE(facts.left_out.size() == 3);
  CHECK(facts.left_out[0].column == "tags");
  CHECK(facts.left_out[1].reason == "4 of 24 rows have a value: a training set may have none");
  CHECK(facts.left_out[2].column == "patient");
  CHECK(facts.left_out[2].reason == "texts that look like groups of rows");
  REQUIRE(facts.groups.size() == 1);
  CHECK(facts.groups[0].name == "patient");
}

TEST_CASE("a column that counts the rows is their name, and an input where there is no other") {
  std::string table = "row,x,y\n", alone = "row,y\n";
  for (int i = 7; i < 19; ++i) {
    table += fmt::format("{},{},{}\n", i, i * i, i * i * 0.5);
    alone += fmt::format("{},{}\n", i, i * i * 0.5);
  }
  const DraftPlace place(table);
  CHECK(place.facts({"y"}).inputs == Texts{"x"});
  const suite::study::Draft draft = draft_config(place.request({"y"}));
  REQUIRE(draft.remarks.size() == 2);
  CHECK(draft.remarks[1] ==
        "column 'row' counts the rows: taken as their name, no input; where it is a measurement, take `id` "
        "out of "
        "the config");
  CHECK(draft.config.find("\n  id: row\n") != std::string::npos);
  CHECK(DraftPlace(alone).facts({"y"}).inputs == Texts{"row"});
}

TEST_CASE("a column without a name in the header is no input, in whatever order it counts") {
  for (const int step : {1, 7}) {  // in order; shuffled
    std::string table = ",x,y\n";
    for (int i = 0; i < 12; ++i) table += fmt::format("{},{},{}\n", i * step % 12, i * i, i * i * 0.5);
    const DraftPlace place(table);
    const DraftFacts facts = place.facts({"y"});
    CHECK(facts.inputs == Texts{"x"});
    CHECK(facts.id == (step == 1 ? "row" : ""));
    CHECK(facts.left_out.size() == (step == 1 ? 0 : 1));
    std::string named = "x,y\n";
    for (int i = 0; i < 12; ++i) named += fmt::format("{},{}\n", i * i, i * i * 0.5);
    CHECK(facts.distance.value == DraftPlace(named).facts({"y"}).distance.value);
  }
}

TEST_CASE("targets that are numbers in another form are no classes, and the message says what to type") {
  const std::pair<Texts, std::string> cases[] = {
      {{"\"-0,66\"", "\"1,5\"", "\"2,25\""}, "'-0,66' (a decimal comma: type -0.66)"},
      {{"7%", "8%", "NA", "9%"}, "'7%' (a per cent sign: type 7 or 0.07)"},
  };
  const std::string otherwise = "; where texts like this are classes, say --kind class";
  for (const auto& [ys, found] : cases)
    CHECK(DraftPlace(table_of(repeated(ys, 12))).error<DataError>({"y"}) ==
          "t.csv:2: column 'y': expected a number, found " + found + otherwise);
  CHECK(DraftPlace(table_of(repeated({"7%", "8%"}, 12))).facts({"y"}, "class").classes == 2);
  CHECK(DraftPlace(table_of(repeated({"7%", "u"}, 12))).facts({"y"}).classes == 2);
  const auto again =
      DraftPlace("x,y\n" + table_of(repeated({"u", "v"}, 12))).facts({"y"});  // the header twice
  CHECK(again.samples == 12);
  REQUIRE(again.remarks.size() == 2);
  CHECK(again.remarks[0].ends_with("t.csv: left out, for they repeat the header: lines 2"));
}

TEST_CASE("where a column is called all, the inputs are named") {
  std::string table = "all,x,w,y\n";
  for (int i = 0; i < 12; ++i)
    table += std::to_string(i * i) + "," + std::to_string(-i * i) + ",k,0." + std::to_string(i) + "\n";
  const std::string config = draft_config(DraftPlace(table).request({"y"})).config;
  CHECK(config.find("  inputs: [all, x]\n") != std::string::npos);
  CHECK(config.find("except:") == std::string::npos);
  CHECK(config.find("  # w  # every row holds 'k'\n") != std::string::npos);
}

TEST_CASE("folds: five and four, fewer of few samples, stratified where the classes allow") {
  const auto plan = [](std::size_t n, const std::vector<std::size_t>& classes,
                       const std::vector<int>& given = {}) {
    const FoldPlan folds = plan_folds(n, classes, given);
    return std::vector<std::size_t>{folds.outer, folds.inner, folds.stratified_outer, folds.stratified_inner,
                                    folds.smallest_inner_training};
  };
  CHECK(plan(100, {}) == std::vector<std::size_t>{5, 4, 0, 0, 60});
  CHECK(plan(10, {}) == std::vector<std::size_t>{3, 3, 0, 0, 4});
  CHECK(plan(12, {}) == std::vector<std::size_t>{4, 4, 0, 0, 6});
  CHECK(plan(100, {50, 50}) == std::vector<std::size_t>{5, 4, 1, 1, 60});
  CHECK(plan(100, {95, 5}) == std::vector<std::size_t>{5, 4, 1, 1, 60});
  CHECK(plan(100, {96, 4}) == std::vector<std::size_t>{5, 4, 0, 0, 60});
  CHECK(plan(10, {5, 5}) == std::vector<std::size_t>{3, 3, 1, 1, 4});
  CHECK(plan(10, {7, 3}) == std::vector<std::size_t>{3, 3, 1, 0, 4});
  CHECK(plan_folds(10, {}, {0, 0, 1, 1, 1, 1, 1, 1, 2, 2}).smallest_inner_training == 2);
  CHECK(plan_folds(10, {}, {0, 0, 1, 1, 1, 1, 1, 1, 2, 2}).given);
}

TEST_CASE("a training set of one class is seen before it is drawn") {
  const auto holds_two = [](const std::vector<std::size_t>& classes) {
    return plan_folds(100, classes, {}).two_classes_everywhere;  // 60 of 100 samples train inside
  };
  CHECK(holds_two({95, 5}));  // stratified
  CHECK_FALSE(holds_two({96, 4}));
  CHECK_FALSE(holds_two({60, 38, 2}));
  CHECK(holds_two({59, 39, 2}));
}

TEST_CASE("names that YAML would read otherwise are quoted") {
  std::string table = "\"a: b\",null,\"x # \"\"y\"\"\",y\n";
  for (int i = 0; i < 12; ++i)
    table += std::to_string(i) + "," + std::to_string(i * i) + ",w" + std::to_string(i) + ",0." +
             std::to_string(i) + "\n";
  const std::string config = draft_config(DraftPlace(table).request({"null"})).config;
  CHECK(config.find("  outputs: [\"null\"]\n") != std::string::npos);
  CHECK(config.find("    - \"x # \\\"y\\\"\"  # no numbers: 'w0' on line 2\n") != std::string::npos);
}

TEST_CASE("a config lies beside its file or above it") {
  DraftPlace place(table_of(repeated({"u", "v"}, 12)));
  const testing::TemporaryFolder elsewhere;
  suite::study::DraftRequest request = place.request({"y"});
  request.folder = place.folder().path().parent_path();
  CHECK(collect_facts(request).path == place.folder().path().filename().string() + "/t.csv");
  request.folder = elsewhere.path();
  CHECK(
      thrown_message<suite::ConfigError>([&] { collect_facts(request); }) ==
      request.data.string() + " does not lie in " + elsewhere.path().string() +
          " or below it, and a config may only name files below its own folder; write the config beside the "
          "file, or above it");
}

namespace {

/// 20 rows of an input x, and of two outputs, the second `factor` times the first.
std::string outputs_table(double factor) {
  std::string table = "x,y,z\n";
  for (int i = 0; i < 20; ++i) table += fmt::format("{},{},{}\n", i * i, i % 7, factor * (i % 7));
  return table;
}

}  // namespace

TEST_CASE("outputs are brought to one scale where their standard deviations are far apart") {
  struct Row {
    double factor;
    bool is_scaled;
  };
  for (const Row& row : {Row{2.9, false}, Row{3.1, true}, Row{0.3, true}, Row{1000.0, true}}) {
    CAPTURE(row.factor);
    const DraftFacts facts = DraftPlace(outputs_table(row.factor)).facts({"y", "z"});
    CHECK(facts.output_scales == doctest::Approx(std::max(row.factor, 1.0 / row.factor)));
    CHECK((draft_text(facts).find("\nscale_outputs: standard\n") != std::string::npos) == row.is_scaled);
  }
  CHECK(draft_text(DraftPlace(outputs_table(1000.0)).facts({"z"})).find("scale_outputs") ==
        std::string::npos);
}

TEST_CASE("a config says what labels its file has") {
  std::string texts = "x,tags\n", columns = "x,a,b,c\n";  // a; a and b; none; c: a mean of 1
  const char* sets[] = {"a", "a;b", "", "c"};
  const char* zeros_and_ones[] = {"1,0,0", "1,1,0", "0,0,0", "0,0,1"};
  for (int i = 0; i < 24; ++i) {
    texts += fmt::format("{},{}\n", i * i, sets[i % 4]);
    columns += fmt::format("{},{}\n", i * i, zeros_and_ones[i % 4]);
  }
  const DraftFacts of_texts = DraftPlace(texts).facts({"tags"});
  CHECK(draft_text(of_texts).find("labels with ';' between them, or none: 3 labels, 1 a row in the mean.") !=
        std::string::npos);
  const DraftFacts of_columns = DraftPlace(columns).facts({"a", "b", "c"});
  CHECK(of_columns.kind == OutputKind::label_set);
  CHECK(
      draft_text(of_columns)
          .find("a label in each column, 1 where a row has it and else 0: 3 labels, 1 a row in the mean.") !=
      std::string::npos);
  CHECK(DraftPlace(columns).facts({"a", "b", "x"}).kind == OutputKind::vector);
}
