#include "suite/command/json_value.hpp"

#include <stdexcept>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "suite/command/found_value.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite::command;
using testing::thrown_message;

namespace {

std::string value(const std::string& output, const std::string& path = ".a") {
  return value_in_json(output, parse_json_path(path));
}

std::string refusal(const std::string& output, const std::string& path = ".a") {
  return thrown_message<DataError>([&] { value(output, path); });
}

std::string path_refusal(const std::string& path) {
  return thrown_message<std::invalid_argument>([&] { parse_json_path(path); });
}

constexpr const char* kPretty = "{\n  \"a\": 0.75,\n  \"b\": {\n    \"a\": 1\n  }\n}\n";

}  // namespace

TEST_CASE("a path has names behind points, places in brackets, and any name in quotes") {
  const std::pair<const char*, JsonPath> cases[] = {{"", {}},
                                                    {".test.scores[0]", {"test", "scores", "0"}},
                                                    {"[12]", {"12"}},
                                                    {".macro avg.f1-score", {"macro avg", "f1-score"}},
                                                    {".test[\"acc@0.5\"]", {"test", "acc@0.5"}},
                                                    {".\"acc@0.5\".mean", {"acc@0.5", "mean"}},
                                                    {".[\"a[0]\"][1]", {"a[0]", "1"}},
                                                    {R"(["say \"x\" \u00e9"])", {"say \"x\" \u00e9"}},
                                                    {"[\"\"]", {""}}};
  for (const auto& [path, steps] : cases) CHECK(parse_json_path(path) == steps);
  for (const char* path : {"a", ".", ".a.", ".a[", ".a[x]", ".a[-1]", ".a[01]", ".a[\"b]", ".a['b']"})
    CHECK(path_refusal(path).starts_with("json: expected a path like .test.scores[0] or .test[\"acc@0.5\"]"));
}

TEST_CASE("a value is found in its place, whatever is elsewhere") {
  const std::pair<std::string, const char*> cases[] = {
      {R"({"a": 0.5})", "0.5"},
      {R"({"b": NaN, "c": [-Infinity, null], "a": 1e-3})", "1e-3"},
      {R"({"b": {"a": 1}, "a": 2, "c": [{"a": 3}]})", "2"},
      {R"({"b": {"x": 1, "x": 2}, "a": 2})", "2"},  // twice, but off the path
      {R"({"a": "1.10"})", "1.10"},
      {R"({"a": "\u00e9\n"})", "\u00e9\n"},
      {R"({"a": true})", "true"},
      {R"({"a": 12345678901234567890})", "12345678901234567890"},
      {R"({"a": 0.1000000000000000055511151231257827})", "0.1000000000000000055511151231257827"},
      {R"({"\u0061": 3})", "3"},
      {R"({"a": .5})", ".5"},
      {R"({"a":5.})", "5."},
      {R"({"a": +1})", "+1"},
      {R"({"a": -.5e-3})", "-.5e-3"}};
  for (const auto& [output, expected] : cases) CHECK(value(output) == expected);
  CHECK(value(R"({"t": {"acc@0.5": 0.5, "acc": {"5": 7}}})", ".t[\"acc@0.5\"]") == "0.5");
  CHECK(value(R"({"a~/b": [10, {"c": 11}]})", ".a~/b[1].c") == "11");
  CHECK(value("[[1, 2], [3, 4]]", "[1][0]") == "3");
  CHECK(value("7", "") == "7");
}

TEST_CASE("JSON on many lines is found behind a log") {
  const std::string pretty = kPretty;
  for (const char* log :
       {"", "epoch 1\nepoch 2: {not json}\n", "[info] begins\n[1, 2] is a list\n", "{'loss': 3}\n", "\n\n",
        "{\"a\": 1, \n", "{\"a\": 5}\n{\"a\": 6}\n", "loss 0.5 \xff\n"})
    CHECK_MESSAGE(value(std::string(log) + pretty) == "0.75", log);
  CHECK(value("epoch 1\n{\"a\": 0.5}") == "0.5");  // the last line, as ever
  CHECK(value("epoch 1\r\n  {\"a\": 0.5}\r\n\r\n") == "0.5");
  CHECK(value("done\n0.25\n", "") == "0.25");
  CHECK(value("[\n  [1,\n   2]\n]\n", "[0][1]") == "2");  // a line within it begins with a bracket, too
}

TEST_CASE("what is no JSON, not there or in doubt is refused, and the message says where") {
  CHECK(refusal(R"({"a": 1, "a": 2})") == "the JSON has the key 'a' twice there: which is meant?");
  CHECK(refusal(R"({"b": {"a": 1}, "b": {"a": 1}})", ".b.a") ==
        "the JSON has the key 'b' twice there: which is meant?");
  CHECK(refusal(R"({"a": 1, "\u0061": 1})") == "the JSON has the key 'a' twice there: which is meant?");
  CHECK(refusal(R"({"b": 1})") == "the JSON has nothing there");
  CHECK(refusal(R"({"accuracy": 1})", ".acuracy") == "the JSON has nothing there, did you mean 'accuracy'?");
  CHECK(refusal(R"({"t": {"acc@0.5": 1}})", ".t.acc@0.5") ==
        "the JSON has nothing there; a key with dots is written [\"acc@0.5\"]");
  CHECK(refusal("[1, 2]", "[2]") == "the JSON has nothing there");
  CHECK(refusal(R"({"a": 1})", ".a.b") == "the JSON has nothing there");
  CHECK(refusal(R"({"a": [1]})") == "expected a number or a text there, found a list");
  CHECK(refusal(R"({"a": {}})") == "expected a number or a text there, found a map");
  CHECK(refusal(R"({"a": null})") == "expected a number or a text there, found null");
  const std::string none = "the output is no JSON and does not end with any: line ";
  CHECK(refusal("") == none + "1: it ends too early");
  CHECK(refusal("epoch 1\n") == none + "1: found 'epoch 1\\n'");
  CHECK(refusal("{\"a\": 1,\n \"b\": }\n").starts_with(none + "2: found '}"));
  CHECK(refusal("{\"a\": 1}\ndone\n").starts_with(none + "2: found 'done"));
  CHECK(refusal("Traceback:\n  line 3\nValueError: no data\n\n") ==
        none +
            "1: found 'Traceback:\\n  line 3\\nValueError: no data\\n\\n'; its last line is "
            "'ValueError: no data'");
  // Cut off: what is within it is not the result.
  CHECK(refusal("{\n\"a\": 1, \"runs\": [\n{\"a\": 2}\n") == none + "4: it ends too early");
  CHECK(refusal("epoch 1\n[\n{\"a\": 2},\n{\"a\": 3}\n") == none + "5: it ends too early");
  CHECK(refusal("{'a': 1}").starts_with(none + "1: found '\\'a"));
  CHECK(refusal("{\"a\": 1,}").starts_with(none + "1: found '}"));
  CHECK(refusal("{\"a\": 1 \"b\": 2}") == none + "1: found '\"b\": 2}'");
  CHECK(refusal("{\"a\": 12 34}") ==
        none + "1: found '34}'");  // the quotes that are put around numbers are not shown
  CHECK(refusal("{\"a\": \"x\ny\"}").starts_with(none + "1: found '\\n"));
  CHECK(refusal("{\"a\": \"\\").starts_with(none + "1: "));
  CHECK(refusal("{\"a\": \"\\q\"}").starts_with(none + "1: found 'q"));
  CHECK(refusal("{5: 1, \"a\": 2}").starts_with(none + "1: found '5"));
  for (const char* word : {"0x1F", "1_000", "1e", ".", "e5", "nan", "True", "1.2.3", "-", "truer"})
    CHECK(refusal(std::string("{\"a\": ") + word + "}").starts_with(none + "1: "));
  CHECK(refusal(std::string(100000, '[')) == none + "1: it ends too early");
}

TEST_CASE("a long log of lines that begin with brackets is passed over") {
  std::string log;
  for (int i = 0; i < 200000; ++i) log += "[12:00:00] {\"step\": 1}\n";
  CHECK(value(log + kPretty) == "0.75");
}

TEST_CASE("numbers are read as programs write them, and what is none is refused") {
  const ValuePlace place("regex:x=(.*)$");
  const std::pair<const char*, double> cases[] = {
      {".5", 0.5},     {"5.", 5.0},      {"-.5", -0.5},  {"+1", 1.0},    {" 7 ", 7.0},
      {"01", 1.0},     {"1.e3", 1e3},    {"00", 0.0},    {"1E2", 100.0}, {"0.25", 0.25},
      {"1e-400", 0.0}, {"-2e-400", 0.0}, {"007.5", 7.5}, {"0e500", 0.0}};
  for (const auto& [text, number] : cases) CHECK(place.number_in(std::string("x=") + text) == number);
  for (const char* text : {"", ".", "e5", "nan", "inf", "1e400", "0x1F", "1_000", "45%", "1,5", "1 2", "--1"})
    CHECK(thrown_message<DataError>([&] { place.number_in(std::string("x=") + text); }) != "");
  CHECK(thrown_message<DataError>([&] { ValuePlace("json:.a").number_in(R"({"a": NaN})"); }) ==
        "json:.a: expected a finite number, found 'NaN'");
}
