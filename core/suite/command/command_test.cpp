// A program of the user's as an experiment, as a user runs it.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/file.hpp"
#include "suite/command/testing_command.hpp"
#include "testing/program.hpp"
#include "testing/refusals.hpp"
#include "testing/workplace.hpp"

using namespace preimage::testing;
namespace fs = std::filesystem;

namespace {

const std::string kScript =
    "#!/bin/sh\n"
    "echo ran >> ran.txt\n"
    "echo \"seed $1 shift $2 $EXTRA\" >&2\n"
    "echo \"{\\\"seed\\\": $1, \\\"value\\\": $2.5, \\\"version\\\": \\\"1.2\\\"}\"\n";

const std::string kConfig =
    "title: Mine\nexperiment: command\nseed: 1\nrun: [sh, script.sh, '{seed}', '{shift}']\n"
    "files: [script.sh]\nmeasures: {value: 'json:.value', seed: 'json:.seed'}\n"
    "versions: {script: 'json:.version'}\n"
    "learners: {a: {shift: 1}, b: {shift: 2}}\nprofiles: {quick: {repetitions: 3, readings: all}}\n";

struct Place : ProgramPlace {
  explicit Place(const std::string& text = kConfig, const std::string& script = kScript)
      : ProgramPlace(text, "script.sh", script) {}
  std::size_t runs() const {
    const fs::path file = folder.path() / "ran.txt";
    return fs::exists(file) ? count_of(preimage::base::read_file(file, 1 << 20), "ran") : 0;
  }
};

}  // namespace

TEST_CASE("nothing is run unless the command line says so, and no config can") {
  const Place place;
  for (const char* verb : {"run", "work", "sweep", "submit"}) {
    std::vector<std::string> more;
    if (std::string(verb) == "sweep") more = {"--grid", "learners.a.shift=1,2"};
    if (std::string(verb) == "submit") more = {"--engine", "commands"};
    check_says(place.run(more, verb), 2,
               "it would run `sh script.sh {seed} {shift}` on this machine: look at it");
  }
  CHECK(place.run({"--set", "allow_commands=true"}).code == 2);
  CHECK(place.runs() == 0);
}

TEST_CASE("each learner and repetition is a cell: computed once, told apart by what it runs and reads") {
  const Place place;
  const Finished first = ended_well(place.run());
  CHECK(contains(first.out, "1.5000 +- 0.0000"));
  CHECK(contains(first.out, "2.5000 +- 0.0000"));
  CHECK(contains(first.out, "numbers of a program outside: sh script.sh {seed} {shift}"));
  CHECK(place.runs() == 6);
  CHECK(place.run({}).code == 0);  // what is there needs no program
  CHECK(place.runs() == 6);
  CHECK(place.run({"--allow-commands", "--set", "learners.a.shift=3"}).code == 0);
  CHECK(place.runs() == 9);
  place.folder.write("script.sh", kScript + "# another\n");
  CHECK(place.run({}).code == 2);
  CHECK(place.run().code == 0);
  CHECK(place.runs() == 15);
  CHECK(place.run({"--allow-commands", "--set", "environment.EXTRA=1"}).code == 0);
  CHECK(place.runs() == 21);
}

TEST_CASE("a program of --set works in the folder of the config, as the config's own does") {
  const Place place;
  const Finished said =
      ended_well(place.run({"--allow-commands", "--set", "run=[sh, script.sh, \"{seed}\", \"{shift}\"]"}));
  CHECK_FALSE(contains(said.err, "not among `files`"));
  CHECK(place.runs() == 6);
  CHECK(place.run({}).code == 0);  // the same cells
  CHECK(place.runs() == 6);
}

TEST_CASE(
    "a gate over a script says what moved when the script is edited, and a script that is not watched is "
    "named") {
  const Place place;
  const auto check = [&](std::vector<std::string> more) {
    std::vector<std::string> words = {"check",   place.config,  "--latest",
                                      place.out, "--reference", place.out + "-ref"};
    words.insert(words.end(), more.begin(), more.end());
    return run_preimage(words);
  };
  const Finished first = ended_well(place.run());
  CHECK_FALSE(contains(first.err, "not among `files`"));
  REQUIRE(check({"--update"}).code == 0);
  place.folder.write("script.sh", kScript + "# a comment\n");
  CHECK(check({}).code == 5);
  REQUIRE(place.run().code == 0);
  CHECK(check({}).code == 0);
  place.folder.write("script.sh", replaced(kScript, "$2.5", "$2.75"));
  REQUIRE(place.run().code == 0);
  const std::string markdown = place.out + ".md";
  const Finished moved = check({"--markdown", markdown});
  CHECK(moved.code == 3);
  CHECK(contains(moved.out, "moved by 0.25"));
  CHECK(contains(moved.out, "if this is meant, --update makes it the reference"));
  CHECK(contains(preimage::base::read_file(markdown, 1 << 20), " --allow-commands` |\n"));

  const Place unwatched(replaced(kConfig, "files: [script.sh]\n", ""));
  CHECK(contains(unwatched.run().out, "script.sh is run and not among `files`"));
}

TEST_CASE("all files that a command names are watched, in whichever config, and below whichever name") {
  const std::string paper = "paper: {key: doe}\n";
  const auto warnings = [&](const std::string& run, const std::string& learners) {
    std::string text = replaced(kConfig, "run: [sh, script.sh, '{seed}', '{shift}']", "run: " + run);
    text = replaced(text, "{a: {shift: 1}, b: {shift: 2}}", learners);
    const Place place(paper + text);
    place.folder.write("other.sh", kScript);
    const Finished finished = ended_well(place.run());
    return finished.out;
  };
  const std::string none = warnings("[sh, ./script.sh, '{seed}', '{shift}']", "{a: {shift: 1}}");
  CHECK_FALSE(contains(none, "not among `files`"));
  const std::string named = "other.sh is run and not among `files`";
  CHECK(contains(warnings("[sh, other.sh, '{seed}', '{shift}']", "{a: {shift: 1}}"), named));
  CHECK(
      contains(warnings("[sh, '{file}.sh', '{seed}', '1']", "{a: {file: script}, b: {file: other}}"), named));
  CHECK(contains(warnings("[sh, -c, 'sh ./other.sh \"$0\" 1', '{seed}']", "{a: {}}"), named));
  CHECK(contains(warnings("[env, 'X=other.sh', sh, script.sh, '{seed}', '1']", "{a: {}}"), named));
}

TEST_CASE("learners of one script that prints the numbers of all are told apart by places alone") {
  const std::string script = "#!/bin/sh\necho ran >> ran.txt\necho error_a=0.$1 error_b=1.$1\n";
  const std::string config =
      replaced(replaced(replaced(kConfig, ", '{shift}'", ""), "{value: 'json:.value', seed: 'json:.seed'}",
                        "{error: 'regex:error_{m}=(\\S+)'}"),
               "versions: {script: 'json:.version'}\nlearners: {a: {shift: 1}, b: {shift: 2}}",
               "versions: {of: 'regex:(error_{m})='}\nlearners: {A: {m: a}, B: {m: b}}");
  const Place place(replaced(config, "repetitions: 3", "repetitions: 1"), script);
  const Finished finished = ended_well(place.run());
  CHECK(place.runs() == 1);  // both read one output
  const std::size_t row = finished.out.find("    ours ");
  const std::string ours = finished.out.substr(row, finished.out.find('\n', row) - row);
  CHECK_MESSAGE(count_of(ours, " 0.") == 1, ours);
  CHECK_MESSAGE(count_of(ours, " 1.") == 1, ours);
  const auto error = [&](const std::string& from, const std::string& to) {
    const Finished refused = Place(replaced(config, from, to), script).run();
    CHECK(refused.code == 2);
    return refused.err;
  };
  CHECK(contains(error("B: {m: b}", "B: {}"), "learners.B: no 'm', and `measures` have {m}"));
  CHECK(contains(error("B: {m: b}", "B: {m: b, mm: c}"), "learners.B.mm: `run` and `measures` have no {mm}"));
  CHECK(contains(error("error_{m}=(", "error_{m}=(("), "measures.error: regex: missing )"));
}

TEST_CASE("cells whose command is the same read one output, whichever worker takes them, of a failure, too") {
  const std::string config =
      "title: Mine\nexperiment: command\nseed: 1\nrun: [sh, script.sh, '{seed}']\nfiles: [script.sh]\n"
      "measures: {error: 'regex:{m}=(\\S+)'}\nlearners: {A: {m: a}, B: {m: b}, C: {m: c}, D: {m: d}}\n"
      "profiles: {quick: {repetitions: 3}}\n";
  for (const char* jobs : {"1", "4"}) {
    const Place place(config, "echo ran >> ran.txt; echo a=$$ b=$$ c=$$ d=$$\n");
    ended_well(place.run({"--allow-commands", "--jobs", jobs}));
    CHECK(place.runs() == 3);
    CHECK(place.run({"--allow-commands", "--force"}).code == 0);
    CHECK(place.runs() == 6);
  }
  const Place failing(config, "echo ran >> ran.txt; exit 3\n");
  check_says(failing.run(), 6, "12 cells alike");
  CHECK(failing.runs() == 3);
}

TEST_CASE("a program that ignores its seed is told of, one that uses it is not") {
  const Place place(kConfig, replaced(kScript, "\\\"seed\\\": $1", "\\\"seed\\\": 7"));
  const Finished same = ended_well(place.run());
  CHECK(contains(same.out, "all 3 repetitions of a printed the same: does the program use its seed?"));
  CHECK(contains(same.out, "all 3 repetitions of b printed the same: does the program use its seed?"));
  CHECK_FALSE(contains(Place().run().out, "printed the same"));
  const Finished one = Place(replaced(kConfig, "repetitions: 3", "repetitions: 1")).run();
  CHECK_FALSE(contains(one.out, "printed the same"));
}

TEST_CASE("explain prints the line that a cell runs, which a shell in any folder takes") {
  const Place place(
      replaced(replaced(kConfig, "{shift: 1}", "{shift: \"it's 1\"}"),
               "files:", "environment: {EXTRA: a b}\nfiles:"),
      "#!/bin/sh\necho \"$1|$2|$EXTRA\" >> seen.txt\necho '{\"value\": 1, \"seed\": 1, \"version\": 1}'\n");
  REQUIRE(place.run().code == 0);
  const fs::path seen = place.folder.path() / "seen.txt";
  const std::string before = preimage::base::read_file(seen, 1 << 20);
  const Finished finished =
      ended_well(run_preimage({"explain", "c:as-written:a:1:0", place.config, "--out", place.out}));
  const std::size_t at = finished.out.find("command ");
  REQUIRE(at != std::string::npos);
  const std::string line = finished.out.substr(at + 8, finished.out.find('\n', at) - at - 8);
  CHECK(run_words({"env", "-C", "/", "sh", "-c", line}).code == 0);
  const std::string again = preimage::base::read_file(seen, 1 << 20).substr(before.size());
  CHECK(contains(again, "|it's 1|a b\n"));
  CHECK_MESSAGE(contains("\n" + before, "\n" + again), again);
  CHECK(contains(finished.out, "\nseed         " + again.substr(0, again.find('|')) + " of command\n"));
  CHECK_FALSE(contains(finished.out, "of data\n"));
}

TEST_CASE("a program or a script that is not there is told of in one line before anything runs") {
  const auto refused = [](const std::string& run) {
    const Place place(replaced(kConfig, "run: [sh, script.sh, '{seed}', '{shift}']", "run: " + run));
    const Finished finished = place.run();
    CHECK(finished.code == 5);
    CHECK(count_of(finished.err, "\n") == 1);
    CHECK_FALSE(fs::exists(fs::path(place.out) / "quick"));
    return finished.err;
  };
  CHECK(contains(refused("[no-such-program, '{seed}', '{shift}']"),
                 "preimage: c: run: no-such-program: no such program in PATH\n"));
  CHECK(contains(refused("[./program, '{seed}', '{shift}']"), "program: no such program\n"));
  CHECK(contains(refused("[sh, -u, scrip.sh, '{seed}', '{shift}']"), "scrip.sh: no such file\n"));
  CHECK(contains(refused("[env, python3.11, '{shift}.py', '{seed}']"), "1.py: no such file\n"));
  CHECK(contains(refused("[sh, -eu, scrip.sh, '{seed}', '{shift}']"), "scrip.sh: no such file\n"));
  // A file that the program itself makes, or reads otherwise, is none of these.
  const Place place(replaced(kConfig, "'{shift}']", "'{shift}', made.sh]"));
  CHECK(place.run().code == 0);
  const Place argument(replaced(kConfig, "run: [sh, script.sh, '{seed}', '{shift}']",
                                "run: ['false', python, made.py, '{seed}', '{shift}']"));
  CHECK(argument.run().code == 6);  // it was started: python and made.py are words of its own
}

TEST_CASE("a program's text in the command line is no file, whatever letters are beside its option's") {
  for (const char* run :
       {"[bash, -lc, 'exec sh script.sh {seed} {shift}; cat made.sh']",
        "[sh, -ec, 'sh ./script.sh {seed} {shift}; exit; . made.sh']",
        "[bash, -xc, 'sh script.sh {seed} {shift}; exit; sh made.sh']",
        "[sh, -eu, -c, 'sh script.sh {seed} {shift}; exit; sh made.sh']",
        "[env, bash, -o, pipefail, -ec, 'exec sh script.sh {seed} {shift}; cat made.sh']"}) {
    INFO(run);
    const Place place(
        replaced(kConfig, "run: [sh, script.sh, '{seed}', '{shift}']", std::string("run: ") + run));
    ended_well(place.run());
  }
}

TEST_CASE(
    "the output of a program for Windows is read: CRLF ends a line, and a byte order mark is no part of it") {
  const auto run_with = [](const std::string& printed, const std::string& places) {
    const Place place(
        "title: Mine\nexperiment: command\nseed: 1\nrun: [sh, script.sh]\nfiles: [script.sh]\n"
        "measures: {acc: '" +
            places +
            "'}\nlearners: {a: {}}\n"
            "profiles: {quick: {repetitions: 1, readings: all}}\n",
        "printf '" + printed + "'\n");
    const Finished finished = place.run();
    return finished.code == 0 ? finished.out : finished.err;
  };
  CHECK(contains(run_with("start\\r\\nacc = 0.86\\r\\n", "regex:^acc = (\\S+)$"), " 0.86"));
  CHECK(contains(run_with("\\357\\273\\277acc = 0.86\\n", "regex:^acc = (\\S+)$"), " 0.86"));
  CHECK(contains(run_with("\\357\\273\\277{\"acc\": 0.86}\\r\\n", "json:.acc"), " 0.86"));
  CHECK(contains(run_with("\\377\\376a\\000", "regex:^acc = (\\S+)$"),
                 "the output is UTF-16, by its byte order mark"));
  // A carriage return or a mark elsewhere is shown.
  CHECK(contains(run_with("acc = 0.86\\r.\\n", "regex:^acc = (\\S+)$"),
                 "whose last line is 'acc = 0.86\\x0d.'"));
  CHECK(contains(run_with("a\\nacc \\357\\273\\277= 1\\n", "json:.acc"), "acc \\ufeff= 1"));
}

TEST_CASE("cells that fail for one reason are one line, and the first's command") {
  const Place place(kConfig, "echo \"$1\" >/dev/null; [ $2 = 1 ] && exit 3; exit 4\n");
  const Finished finished = place.run({"--allow-commands", "--quiet"});
  CHECK(finished.code == 6);
  CHECK(count_of(finished.err, "failed:") == 2);
  CHECK(count_of(finished.err, "  again: ") == 2);
  CHECK(contains(finished.err,
                 "failed: 3 cells alike, first c as-written a repetition 0 fold 0: sh: exit code 3\n"));
  CHECK(contains(finished.err,
                 "failed: 3 cells alike, first c as-written b repetition 0 fold 0: sh: exit code 4\n"));
}

TEST_CASE("a long line of a failing program is shown to its end") {
  const Place place(kConfig,
                    "echo \"" + std::string(300, 'x') + "[Errno 2] no such file: data.csv\" >&2; exit 2\n");
  CHECK(contains(place.run().err, "xxx[Errno 2] no such file: data.csv'\n"));
}

TEST_CASE("the page's command to compute numbers of a program again allows it") {
  const Place place;
  REQUIRE(place.run().code == 0);
  REQUIRE(place.run({}, "report").code == 0);
  CHECK(
      contains(preimage::base::read_file(fs::path(place.out) / "report.html", 1 << 26), " --allow-commands"));
}

TEST_CASE("what submit would do is told without a permission, and what submits the rest asks for it again") {
  const Place place;
  const std::vector<std::string> submit = {"--engine", "commands"};
  std::vector<std::string> dry = submit, allowed = submit;
  dry.emplace_back("--dry-run");
  allowed.emplace_back("--allow-commands");
  CHECK(place.run(dry, "submit").code == 0);
  CHECK(place.run(submit, "submit").code == 2);
  REQUIRE(place.run(allowed, "submit").code == 0);
  const std::string hint = run_preimage({"collect", "--out", place.out}).err;
  CHECK(contains(hint, " submit " + place.config + " "));
  CHECK(contains(hint, " --allow-commands\n"));
  CHECK(place.runs() == 0);
}

#ifdef __linux__
TEST_CASE("a parent that ignores SIGCHLD, as daemons do, changes nothing") {
  const auto run = [](const Place& place, const char* verb) {
    return run_words({"env", "--ignore-signal=CHLD", PREIMAGE_PROGRAM, verb, place.config, "--out", place.out,
                      "--allow-commands"});
  };
  for (const char* verb : {"work", "run"}) {
    const Place place;
    CHECK(run(place, verb).code == 0);
    CHECK(place.runs() == 6);
  }
  check_says(run(Place(kConfig, "kill -9 $$"), "run"), 6, "sh: killed by signal 9");
}
#endif

TEST_CASE("seeds are those of the repetition, the same for all learners") {
  const Place place;
  REQUIRE(place.run().code == 0);
  const Finished other = run_preimage({"run", place.config, "--out", place.out + "2", "--allow-commands"});
  const std::size_t begin = other.out.find("  seed "), end = other.out.find("  value ");
  const std::string seeds = other.out.substr(begin, end - begin);
  CHECK(contains(place.run({}).out, seeds));
  CHECK(count_of(seeds, " +- 0.0000") == 0);  // they differ between repetitions
}

TEST_CASE("without a seed there is one repetition: all others would be the same") {
  const Place place(
      replaced(replaced(kConfig, "'{seed}'", "'7'"), "seed: 'json:.seed'", "other: 'json:.seed'"));
  CHECK(place.run().code == 0);
  CHECK(place.runs() == 2);
}

TEST_CASE(
    "what a repetition draws decides the test: nothing is tested and no claim is general where that is not "
    "said") {
  const auto report = [](const std::string& draws) {
    const std::string script = "#!/bin/sh\necho \"{\\\"value\\\": $2.$1, \\\"seed\\\": 1}\"\n";
    std::string text = replaced(kConfig, "versions: {script: 'json:.version'}\n", draws);
    text += "claims:\n  c: {text: a is better, measure: value, better: a, worse: b}\n";
    const Place place(text, script);
    const Finished run = ended_well(place.run());
    REQUIRE(place.run({}, "report").code == 0);
    const std::string page = preimage::base::read_file(fs::path(place.out) / "report.html", 1 << 26);
    return run.out + page.substr(page.find("<body"));
  };
  const std::string plain = "paired t-test over 3 repetitions", corrected = "corrected resampled t-test",
                    here = "claim: a is better: holds on these samples\n",
                    everywhere = "claim: a is better: holds\n";
  const std::string unknown = report("");
  CHECK(contains(unknown, "what a repetition draws is not known (`draws`): nothing is tested"));
  CHECK(contains(unknown, here));
  CHECK_FALSE(contains(unknown, plain));
  CHECK_FALSE(contains(unknown, corrected));
  CHECK(contains(unknown, "the config does not say that repetitions draw new data or new splits"));
  const std::string none = report("draws: none\n");
  CHECK(contains(none, here));
  CHECK_FALSE(contains(none, plain));
  CHECK_FALSE(contains(none, corrected));
  const std::string data = report("draws: new_data\n");
  CHECK(contains(data, everywhere));
  CHECK(contains(data, plain));
  const std::string split = report("draws: new_split\ntrain_share: 0.8\n");
  CHECK(contains(split, here));
  CHECK_FALSE(contains(split, plain));
  CHECK(contains(split, "over 3 repetitions, each a new split of the same samples, n_test / n_train = 0.25"));
}

TEST_CASE("`draws` is no part of a cell's key, and cannot be said by halves") {
  const Place place;
  REQUIRE(place.run().code == 0);
  place.folder.write("c.yaml", kConfig + "draws: new_split\ntrain_share: 0.5\n");
  CHECK(place.run({}).code == 0);
  CHECK(place.runs() == 6);
  const auto error = [](const std::string& draws) {
    const Finished finished = Place(kConfig + draws).run();
    CHECK(finished.code == 2);
    return finished.err;
  };
  CHECK(contains(error("draws: new_split\n"),
                 "draws: `train_share` is needed beside new_split: the share of the samples that trains"));
  CHECK(contains(error("draws: new_data\ntrain_share: 0.5\n"), "train_share: only beside draws: new_split"));
  CHECK(contains(error("train_share: 0.5\n"), "train_share: only beside draws: new_split"));
  CHECK(contains(error("draws: new_splits\n"), "did you mean 'new_split'?"));
  for (const char* share : {"1", "0", "-0.5", "nan", "80"})
    CHECK(contains(error(std::string("draws: new_split\ntrain_share: ") + share + "\n"),
                   "train_share: expected"));
}

TEST_CASE("a program that fails, hangs, or prints no number, two, or too many, fails its cell in one line") {
  const auto reason = [](const std::string& script, std::vector<std::string> more = {}) {
    const Place place(replaced(kConfig, "repetitions: 3", "repetitions: 1"), script);
    more.insert(more.begin(), "--allow-commands");
    const Finished finished = place.run(more);
    CHECK(finished.code == 6);
    return finished.err;
  };
  CHECK(contains(reason("echo 'no such model' >&2; exit 4"), "sh: exit code 4: 'no such model'"));
  CHECK(contains(reason("kill -9 $$"), "sh: killed by signal 9"));
  CHECK(contains(reason("true"), "(the program printed nothing)"));
  CHECK(contains(reason("echo '{\"value\": 1}'"), "measures.seed: json:.seed: the JSON has nothing there"));
  CHECK(
      contains(reason("echo '{\"value\": \"nan\", \"seed\": 1}'"), "expected a finite number, found 'nan'"));
  CHECK(contains(reason("yes"), "sh prints more than 16777216 bytes"));
  CHECK(contains(reason("sleep 60", {"--cell-time", "0.3"}), "took more than 0.3 s"));
}

TEST_CASE("a config that cannot mean what it says is refused before anything runs") {
  const auto error = [](const std::string& from, const std::string& to) {
    const Place place(replaced(kConfig, from, to));
    const Finished finished = place.run();
    CHECK(finished.code != 0);
    CHECK(place.runs() == 0);
    return finished.err;
  };
  CHECK(contains(error("{shift: 1}", "{shfit: 1}"),
                 "learners.a.shfit: `run` and `measures` have no {shfit}, did you mean 'shift'?"));
  CHECK(contains(error("{shift: 1}", "{}"), "learners.a: no 'shift', and `run` has {shift}"));
  CHECK(contains(error("'{shift}'", "'{shift'"), "run: '{shift': expected {name}"));
  CHECK(contains(error("'json:.value'", "'jsn:.value'"),
                 "measures.value: expected json:.path or regex:PATTERN"));
  CHECK(contains(error("files: [script.sh]", "files: [scrip.sh]"), "scrip.sh: no such file"));
  CHECK(contains(error("files: [script.sh]", "files: [/etc/passwd]"),
                 "expected a file below the config's folder"));
  CHECK(contains(error("versions:", "gains: [valu]\nversions:"),
                 "gains: no measure 'valu', did you mean 'value'?"));
  CHECK(contains(error("title: Mine", "title: Mine\nprotocol: {outer: {folds: 3}}"), "protocol"));
}

TEST_CASE(
    "values of a grid reach the program letter by letter, and two spellings of a number are two values") {
  const Place place(kConfig,
                    "echo \"$2\" >> values.txt\necho '{\"value\": 1, \"seed\": 1, \"version\": 1}'\n");
  ended_well(place.run({"--allow-commands", "--repetitions", "1", "--jobs", "1", "--grid",
                        "learners.a.shift=680841e1,1.10,1.1,00017,12345678901234567890,.5,1e400,no"},
                       "sweep"));
  const std::string typed[] = {"680841e1", "1.10",  "1.1", "00017", "12345678901234567890",
                               ".5",       "1e400", "no"};
  const std::string values = preimage::base::read_file(place.folder.path() / "values.txt", 1 << 20);
  const std::string points = preimage::base::read_file(
      fs::directory_iterator(fs::path(place.out) / "sweeps")->path() / "points.csv", 1 << 20);
  for (const std::string& value : typed) {
    CHECK_MESSAGE(count_of("\n" + values, "\n" + value + "\n") == 1, value);
    CHECK_MESSAGE(contains(points, "," + value + ","), value);
  }
}

TEST_CASE("a sweep shows the numbers of its points, says what their spread is, and names no best one") {
  const Place place;
  const auto sweep = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"--allow-commands", "--grid", "learners.a.shift=1,7"});
    return place.run(more, "sweep");
  };
  const Finished three = ended_well(sweep({}));
  CHECK(contains(three.out, "none is named: a program of yours has no inner folds to choose by"));
  CHECK(contains(three.out,
                 "  the mean of each point, in their order and none chosen; +- SD over 3 repetitions\n"
                 "  point  learners.a.shift  seed"));
  CHECK(contains(three.out, "1.5 +- 0\n"));
  CHECK(contains(three.out, "7.5 +- 0\n"));
  const Finished one = ended_well(sweep({"--repetitions", "1"}));
  CHECK(contains(one.out, "\n1 repetition without folds: no spread\n"));
  CHECK(contains(one.out, "  7.5\n"));
  CHECK_FALSE(contains(one.out, "SD over"));
  CHECK(preimage::base::read_file(
            fs::directory_iterator(fs::path(place.out) / "sweeps")->path() / "summary.txt", 10000) ==
        one.out);
}
