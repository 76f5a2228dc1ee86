#include "suite/command/words.hpp"

#include <map>
#include <set>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "suite/command/found_value.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using suite::command::ValuePlace;
using testing::thrown_message;

TEST_CASE("names in braces are filled in, and a word stays one word") {
  using namespace suite::command;
  CHECK(names_in({"--C={C}", "{seed}", "{{x}}", "{C}{gamma}"}) ==
        std::set<std::string>{"C", "gamma", "seed"});
  CHECK(filled({"--C={C}", "{{x}}", "a{n}b{n}"}, {{"C", "1 2"}, {"n", "{C}"}}) ==
        std::vector<std::string>{"--C=1 2", "{x}", "a{C}b{C}"});
  for (const char* bad : {"{", "}", "a{}", "{x", "x}"})
    CHECK(thrown_message<std::invalid_argument>([&] { names_in({bad}); }).find("expected {name}") !=
          std::string::npos);
}

namespace {

double found(const std::string& place, const std::string& output) {
  return ValuePlace(place).number_in(output);
}
std::string not_found(const std::string& place, const std::string& output) {
  return thrown_message<DataError>([&] { ValuePlace(place).number_in(output); });
}
std::string refused(const std::string& place) {
  return thrown_message<std::invalid_argument>([&] { ValuePlace{place}; });
}

}  // namespace

TEST_CASE("the words of a command are shown as a shell would take them, and names stay bare") {
  using suite::command::shown_words;
  CHECK(shown_words({"sh", "-c", "python3 mine.py \"$0\" | tr a b", "{seed}"}) ==
        "sh -c 'python3 mine.py \"$0\" | tr a b' {seed}");
  CHECK(shown_words({"a b", "", "{x y}", "--C={C}", "it's"}) == "'a b' '' '{x y}' --C={C} 'it'\\''s'");
}

namespace {

double found_with(const std::string& place, const std::map<std::string, std::string>& values,
                  const std::string& output) {
  return ValuePlace(place, values).number_in(output);
}

}  // namespace

TEST_CASE(
    "a name in a place is replaced by its value, letter by letter, and other braces are the place's own") {
  using suite::command::names_in_place;
  const std::string lines = "error_a=0.5 error_b=0.25\nerror_a.*=2\n{m}=7\n";
  CHECK(found_with(R"(regex:error_{m}=(\S+))", {{"m", "a"}}, lines) == 0.5);
  CHECK(found_with(R"(regex:error_{m}=(\S+))", {{"m", "b"}}, lines) == 0.25);
  CHECK(found_with(R"(regex:error_{m}=(\S+))", {{"m", "a.*"}}, lines) == 2.0);
  CHECK(found_with(R"(regex:^\{m}=(\d{1,2}))", {}, lines) == 7.0);
  CHECK(found_with(R"(regex:^{{m}}=(\d{1}))", {}, lines) == 7.0);
  CHECK(thrown_message<DataError>([&] {
          ValuePlace(R"(regex:e_{m}=(\S+))", {{"m", "a.b"}}).find_in("x");
        }) == R"(regex:e_a\.b=(\S+): it matches nothing in the output, whose last line is 'x')");
  const std::string json = R"({"a.b": {"loss": 0.5}, "runs": [1, 2], "{m}": 3, "of a[0]": 4})";
  CHECK(found_with("json:.{m}.loss", {{"m", "a.b"}}, json) == 0.5);
  CHECK(found_with("json:.runs.{k}", {{"k", "1"}}, json) == 2.0);
  CHECK(found_with("json:[\"of {m}\"]", {{"m", "a[0]"}}, json) == 4.0);
  CHECK(found_with("json:.{{m}}", {}, json) == 3.0);
  const std::pair<const char*, std::set<std::string>> cases[] = {
      {"json:.a.{m}.{n_1}[0]", {"m", "n_1"}},
      {R"(regex:{m-x.2} (\d{3}) \p{Greek} \x{1F} \{m} a{2,} {'loss': (\S+)} \Q{q}\E{z})", {"m-x.2", "z"}},
      {R"(regex:\\{m})", {"m"}},
      {"regex:{", {}},
      {"regex:\\", {}},
      {"json:.{}.{1}", {}}};
  for (const auto& one : cases) CHECK_MESSAGE(names_in_place(one.first) == one.second, one.first);
}

TEST_CASE("a value is found by its path in JSON, the whole output or its end") {
  const std::string output = "{\"test\": {\"scores\": [0.5, 2], \"a/b~\": -1e-3, \"as text\": \"7\"}}";
  CHECK(found("json:.test.scores[1]", output) == 2.0);
  CHECK(found("json:.test.a/b~", output) == -1e-3);
  CHECK(found("json:.test.as text", output) == 7.0);
  CHECK(found("json:.test.scores[0]", "log: {\n" + output + "\n\n") == 0.5);
  CHECK(found("json:", "3\n") == 3.0);
  CHECK(not_found("json:.test.scores", output) ==
        "json:.test.scores: expected a number or a text there, found a list");
  CHECK(not_found("json:.x", "{\"x\": NaN}") == "json:.x: expected a finite number, found 'NaN'");
  CHECK(not_found("json:.x", " \n").find("(the program printed nothing)") != std::string::npos);
  for (const char* path : {"json:x", "json:.", "json:.a[x]", "json:.a[01]", "json:.a]"})
    CHECK(refused(path).find("json: expected a path like .test.scores[0]") == 0);
}

TEST_CASE("a value is found by a regular expression that matches once, or with one text alone") {
  const std::string output = "epoch 1 loss 0.7\nepoch 2 loss 0.5\nfinal loss: 0.25\nfinal loss: 0.25\n";
  CHECK(found(R"(regex:^final loss: (\S+)$)", output) == 0.25);
  CHECK(not_found(R"(regex:epoch \d loss (\S+))", output) ==
        R"(regex:epoch \d loss (\S+): it matches more than once, with '0.7' and '0.5': say which)");
  CHECK(not_found(R"(regex:error (\S+))", output) ==
        R"(regex:error (\S+): it matches nothing in the output, whose last line is 'final loss: 0.25')");
  CHECK(not_found(R"(regex:error (\S+))", "a\n" + std::string(300, 'x') + "the end\n") ==
        R"(regex:error (\S+): it matches nothing in the output, whose last line is '...)" +
            std::string(193, 'x') + "the end'");
  CHECK(not_found(R"(regex:(fin))", output) == "regex:(fin): expected a finite number, found 'fin'");
  CHECK(not_found(R"(regex:x=(\S+))", "x=nan") == R"(regex:x=(\S+): expected a finite number, found 'nan')");
  CHECK(refused("regex:no group") == "regex: expected one group, the value in (), found 0");
  CHECK(refused("regex:(a)(b)") == "regex: expected one group, the value in (), found 2");
  CHECK(refused("regex:(a").find("regex: missing )") == 0);
  CHECK(refused("awk:{print}") == "expected json:.path or regex:PATTERN, found 'awk:{print}'");
}
