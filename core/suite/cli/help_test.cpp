// Facts, pages and scripts of a small table of options.
#include <doctest/doctest.h>

#include "suite/cli/completion.hpp"
#include "suite/cli/offer.hpp"
#include "suite/cli/plain.hpp"
#include "suite/cli/roff.hpp"
#include "testing/workplace.hpp"

using namespace preimage::suite::cli;
using preimage::testing::contains;

namespace {

/// A program with a verb in a group and a hidden one.
struct Toy {
  CLI::App app{"A program.", "toy"};
  std::string config, engine, reading, out = "results";
  std::vector<std::string> sets, files;

  Toy() {
    CLI::App* verb = app.add_subcommand("go", "go there.\nThen come back");
    verb->group("To move")->footer("Example:\n  toy go 'a b'");
    verb->add_option("CONFIG", config, "where")->required();
    verb->add_option("FILES", files, "more");
    verb->add_option("--reading", reading, "one")->type_name("READING");
    CLI::Option* out_option =
        verb->add_option("--out", out, "folder")->type_name("DIR")->capture_default_str();
    verb->add_option("--engine", engine, "it's `fast`: or [not]; else slow")
        ->check(CLI::IsMember({"a", "b"}))
        ->needs(out_option);
    verb->add_option("--set", sets, "a value")->type_name("X=Y")->allow_extra_args(false);
    app.add_subcommand("secret", "hidden")->group("");
  }
};

}  // namespace

TEST_CASE("facts are what the table says") {
  const Toy toy;
  const ProgramFacts program = facts_of(toy.app);
  REQUIRE(program.verbs.size() == 1);
  const VerbFacts& go = verb_of(program, "go");
  CHECK(go.brief == "go there");
  CHECK(go.text == "go there. Then come back");
  CHECK(go.example == "toy go 'a b'");
  CHECK(groups_of(program) == std::vector<std::string>{"To move"});
  REQUIRE(go.arguments.size() == 2);
  CHECK(go.arguments[0].word == "CONFIG");
  CHECK(go.arguments[0].is_required);
  CHECK_FALSE(go.arguments[0].is_repeatable);
  CHECK(go.arguments[1].is_repeatable);
  REQUIRE(go.options.size() == 5);  // --help before ours
  CHECK(go.options[0].names == std::vector<std::string>{"-h", "--help"});
  CHECK(go.options[0].word.empty());
  CHECK(go.options[2].default_value == "results");
  CHECK(go.options[3].choices == std::vector<std::string>{"a", "b"});
  CHECK(go.options[3].needs == std::vector<std::string>{"--out"});
  CHECK(go.options[4].is_repeatable);
  CHECK_THROWS_AS(verb_of(program, "secret"), std::invalid_argument);
}

TEST_CASE("a value is offered what its word stands for") {
  const Toy toy;
  const VerbFacts go = facts_of(toy.app).verbs.front();
  CHECK(offer_of(go.arguments[0]) == Offer::configs);
  CHECK(offer_of(go.arguments[1]) == Offer::nothing);
  CHECK(offer_of(go.options[2]) == Offer::folders);
  CHECK(offer_of(go.options[3]) == Offer::choices);
  CHECK(takes_value(go.options[2]));
  CHECK_FALSE(takes_value(go.options[0]));
  CHECK(short_text("one thing; another. A third") == "one thing");
}

TEST_CASE("a page as plain text") {
  const Toy toy;
  const ProgramFacts program = facts_of(toy.app);
  CHECK(plain_text(verb_page(program, program.verbs[0])) ==
        "NAME\n       toy-go - go there\n\n"
        "SYNOPSIS\n       toy go [OPTION]... CONFIG [FILES]...\n\n"
        "DESCRIPTION\n       Go there. Then come back.\n\n"
        "ARGUMENTS\n       CONFIG\n              Where.\n\n       FILES\n              More.\n\n"
        "OPTIONS\n       -h, --help\n              Print this help message and exit.\n\n"
        "       --reading READING\n              One.\n\n"
        "       --out DIR\n              Folder. Default: `results`.\n\n"
        "       --engine TEXT\n              it's `fast`: or [not]; else slow. One of: `a`, `b`. Only with:\n"
        "              `--out`.\n\n"
        "       --set X=Y\n              A value.\n\n"
        "EXAMPLE\n       toy go 'a b'\n\n"
        "SEE ALSO\n       `toy`(1) for exit codes, variables and files.\n");
  CHECK(wrapped("", 3) == "   \n");
}

TEST_CASE("a page for man says no commands of its own") {
  const Page page{
      "toy-go",
      "a\\b - 'c'",
      {{"FILES",
        {{"", ".dots begin it. 'So do quotes"}, {"`--a^b` DIR", "x~y, `one"}, {"", "toy go --x", true}}}}};
  const std::string text = roff_text(page);
  CHECK(contains(text, ".TH \"TOY\\-GO\" 1 \"20"));
  CHECK(contains(text, "toy\\-go \\- a\\eb \\- \\(aqc\\(aq\n"));
  CHECK(contains(text, "\n\\&.dots begin it.\n\\(aqSo do quotes\n"));
  CHECK(contains(text, "\n.TP\n\\fB\\-\\-a\\(hab\\fR\\fI DIR\\fR\nx\\(tiy, \\(gaone\n"));
  CHECK(contains(text, "\ntoy go \\-\\-x\n"));
}

TEST_CASE("scripts quote what shells would read") {
  const Toy toy;
  const ProgramFacts program = facts_of(toy.app);
  CHECK(contains(zsh_completion(program), R"zsh('--engine=[it'\''s `fast`\: or \[not\]]:TEXT:(a b)')zsh"));
  // The blank keeps _arguments from putting words of its own before ours.
  CHECK(contains(zsh_completion(program), "'--reading=[one]:READING: _preimage_ask readings'"));
  CHECK(contains(fish_completion(program), R"fish(-l engine -r -a 'a b' -d 'it\'s `fast`: or [not]')fish"));
  CHECK(contains(bash_completion(program),
                 "values=('--reading:readings' '--out:folders' '--engine:=a b' '--set:nothing')"));
  CHECK(contains(bash_completion(program), "arguments=('configs' 'nothing...')"));
  CHECK_FALSE(contains(bash_completion(program), "secret"));
  CHECK_THROWS_AS(completion_script("csh", program), std::invalid_argument);
}
