// Programs of the user's as learners, beside ours on the same folds.
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "suite/command/testing_command.hpp"
#include "suite/run/child_process.hpp"
#include "testing/program.hpp"
#include "testing/refusals.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/workplace.hpp"

using namespace preimage::testing;
namespace fs = std::filesystem;

namespace {

const std::string kRowsTable =
    "x,kind,y,z,tags,a,b,word,fold\n"
    "1,p,0.5,1,u,1,0,ab,0\n"
    "2,q,1.5,2,v,0,1,cd,0\n"
    "3,p,2.5,3,u;v,1,1,ef,0\n"
    "4,q,3.5,4,,0,0,gh,1\n"
    "5,p,4.5,5,u,1,0,ij,1\n"
    "6,p,5.5,6,v,0,1,kl,1\n";

/// Answers $4 for every row of {test}, in columns $5.
const std::string kConstant =
    "{ echo \"row,${5:-prediction}\"; awk -F, -v answer=\"$4\" 'NR > 1 { print $1 \",\" answer }' \"$2\"; } "
    "> "
    "\"$3\"\n";

const std::string kRunWords = "run: [sh, mine.sh, '{train}', '{test}', '{predictions}', '{answer}']";
const std::string kOneProgram =
    "title: Mine\nexperiment: own_data\nseed: 1\n"
    "dataset: {name: vectors, path: d.csv, inputs: [x], outputs: [kind], output_kind: class, fold: fold}\n"
    "input_kernel: {name: linear}\noutput_kernel: {name: class}\nloss: distance\n"
    "protocol: {outer: {given: true}, inner: {folds: 3}}\n"
    "learners:\n  constant: {method: mean_output}\n  mine:\n    method: command\n    " +
    kRunWords +
    "\n    files: [mine.sh]\n    arguments: {answer: p}\nprofiles: {quick: {repetitions: 1, readings: "
    "all}}\n";

struct RowsPlace : ProgramPlace {
  explicit RowsPlace(const std::string& text = kOneProgram, const std::string& script = kConstant)
      : ProgramPlace(text, "mine.sh", script) {
    folder.write("d.csv", kRowsTable);
  }
  /// What a run says of the learner's cells, which fail.
  std::string failure() const {
    const Finished finished = run();
    CHECK_MESSAGE(finished.code == 6, finished.err);
    return finished.err;
  }
};

/// The line of numbers below a measure, one per learner.
std::string ours_of(const std::string& tables, const std::string& measure) {
  const std::size_t row = tables.find("    ours ", tables.find("\n  " + measure));
  REQUIRE(row != std::string::npos);
  return squeezed(tables.substr(row, tables.find('\n', row) - row));
}

/// Of kOneProgram with other outputs.
std::string with_outputs(const std::string& columns, const std::string& kind, const std::string& kernel,
                         const std::string& answer, const std::string& header = "") {
  std::string text = replaced(kOneProgram, "outputs: [kind], output_kind: class",
                              "outputs: [" + columns + "], output_kind: " + kind);
  text = replaced(replaced(text, "output_kernel: {name: class}", "output_kernel: {name: " + kernel + "}"),
                  "{answer: p}", "{answer: '" + answer + "'}");
  return header.empty() ? text : replaced(text, "'{answer}']", "'{answer}', '" + header + "']");
}

}  // namespace

TEST_CASE("predictions of every kind are measured by the losses of the config") {
  struct Case {
    std::string config, measure, number;
  };
  // By hand, as the mean of two folds of three rows.
  const Case cases[] = {
      {kOneProgram, "classification loss", " 0.3333"},
      {with_outputs("y", "vector", "linear", "3"), "squared error", " 2.9167"},
      {with_outputs("y, z", "vector", "linear", "3,3", "y,z"), "squared error", " 6.0833"},
      {with_outputs("tags", "label_set", "label_set", "u;v"), "hamming loss", " 0.5000"},
      {with_outputs("a, b", "label_set", "label_set", "1,1", "a,b"), "exact match error", " 0.8333"},
      {with_outputs("word", "string", "n_gram, length: 1", "ab"), "string error", " 0.8333"}};
  for (const Case& one : cases) {
    CAPTURE(one.measure);
    const RowsPlace place(one.config);
    const Finished finished = ended_well(place.run());
    CHECK_MESSAGE(contains(ours_of(finished.out, one.measure), one.number), finished.out);
    CHECK_FALSE(fs::exists(fs::path(place.out) / "unfinished"));
  }
}

TEST_CASE(
    "a program is given training rows with the target and test rows without it, and is told apart by its "
    "file") {
  const RowsPlace place(kOneProgram,
                        "echo call >> calls; cat \"$1\" >> train; cat \"$2\" >> test\n" + kConstant);
  REQUIRE(place.run({"--allow-commands", "--jobs", "1"}).code == 0);
  const auto seen = [&](const char* name) { return text_of(place.folder.path() / name); };
  CHECK(seen("train") == "row,x,kind\n4,4,q\n5,5,p\n6,6,p\nrow,x,kind\n1,1,p\n2,2,q\n3,3,p\n");
  CHECK(seen("test") == "row,x\n1,1\n2,2\n3,3\nrow,x\n4,4\n5,5\n6,6\n");
  CHECK(count_of(seen("calls"), "call") == 2);
  CHECK(place.run({}).code == 0);  // nothing is left to be run
  place.folder.write("mine.sh", kConstant + "# another\n");
  check_says(place.run({}), 2,
             "it would run `sh mine.sh {train} {test} {predictions} {answer}` on this machine");
}

TEST_CASE("gaps are empty fields, texts stay texts, and scales are for our learners alone") {
  std::string text = replaced(kOneProgram, "inputs: [x], outputs: [kind]", "inputs: [x, t], outputs: [kind]");
  text = replaced(text, "fold: fold}", "fold: fold, categories: [t]}\nscale: standard\nmissing: mean");
  const RowsPlace place(replaced(text, "folds: 3", "folds: 2"), "cat \"$2\" >> test\n" + kConstant);
  place.folder.write("d.csv", "x,t,kind,fold\n1,\"a,b\",p,0\n,c,q,0\n2.50,c,p,1\n1e3,c,q,1\n");
  ended_well(place.run({"--allow-commands", "--jobs", "1"}));
  CHECK(text_of(place.folder.path() / "test") == "row,x,t\n1,1,\"a,b\"\n2,,c\nrow,x,t\n3,2.5,c\n4,1000,c\n");
}

TEST_CASE("predictions are joined by the number of the row, and what is wrong with them is said") {
  const auto writes = [](const std::string& rows) { return "{ " + rows + "; } > \"$3\"\n"; };
  const std::string header = "echo row,prediction; ", awk = "awk -F, 'NR > 1 { ";
  CHECK(
      contains(ours_of(RowsPlace(kOneProgram, writes(header + awk +
                                                     "print $1 \",\" ($1 == 2 || $1 == 4 ? \"q\" : \"p\") }' "
                                                     "\"$2\" | sort -r"))
                           .run()
                           .out,
                       "classification loss"),
               " 0.0000"));
  const std::pair<std::string, std::string> cases[] = {
      {writes(header + "sed -n '2,3s/,.*/,p/p' \"$2\""),
       "predictions: none for 1 of 3 rows of {test}, of which row 3 is the first"},
      {writes(header + awk + "print $1 \",p\"; print $1 \",p\" }' \"$2\""),
       "predictions:3: column 'row': '1' has a prediction above"},
      {writes(header + awk + "print $1 \",p\" }' \"$1\""),
       "predictions:2: column 'row': '4' is no row of {test}"},
      {writes(header + awk + "print $1 \",pp\" }' \"$2\""),
       "predictions: no class 'pp' in the data; known: p, q"},
      {writes("echo row,kind; " + awk + "print $1 \",p\" }' \"$2\""),
       "predictions:1: no column 'prediction'"},
      {writes("echo row,prediction,prediction; " + awk + "print $1 \",p,q\" }' \"$2\""),
       "predictions: column 3 is 'prediction' again"},
      {writes(awk + "print \"p\" }' \"$2\""), "predictions:1: "},
      {writes(header + awk + "print $1 \",\" ($1 % 3 ? \"NA\" : \"p\") }' \"$2\""),
       "predictions: no value in 2 of 3 rows, of which line 2 is the first ('NA'): do the inputs have gaps"},
      {writes("echo row,prediction,probability.pp; " + awk + "print $1 \",p,1\" }' \"$2\""),
       "predictions: column 'probability.pp': there is no such class; known: p, q"},
      {writes("echo row,prediction,probability.p; " + awk + "print $1 \",p,2\" }' \"$2\""),
       "predictions:2: column 'probability.p': expected a number from 0 to 1, found '2'"},
      {writes("echo row,prediction,probability.p; " + awk + "print $1 \",p,.25\" }' \"$2\""),
       "predictions:2: the probabilities sum to 0.25, expected 1; there is no column probability.q"},
      {"exit 0\n", "sh: it wrote no file {predictions}"},
      {"echo no such model >&2; exit 3\n", "sh: exit code 3: 'no such model'"}};
  for (const auto& [script, message] : cases) {
    const auto captured = script;
    CAPTURE(captured);
    const RowsPlace place(kOneProgram, script);
    const std::string said = place.failure();
    CHECK_MESSAGE(contains(said, message), said);
    CHECK(contains(said, "2 cells alike"));
    CHECK(files_below(fs::path(place.out) / "unfinished", ".csv").size() >= 4);
  }
  const std::string vectors = with_outputs("y", "vector", "linear", "NaN");
  CHECK(contains(RowsPlace(vectors).failure(),
                 "predictions: no value in 3 of 3 rows, of which line 2 is the "
                 "first ('NaN'): do the inputs have gaps there?"));
}

TEST_CASE(
    "what a call has printed stays beside its files, with the line that repeats it, and R's error is told") {
  const RowsPlace place(kOneProgram,
                        "echo out; printf 'Error in f(x) : \\n  no such column\\nCalls: f -> g\\nExecution "
                        "halted\\n' >&2; exit 1\n");
  CHECK(contains(place.failure(), "sh: exit code 1: 'Error in f(x) : no such column' (its files stay"));
  const auto calls = files_below(fs::path(place.out) / "unfinished", ".txt");
  REQUIRE(calls.size() == 2);
  const std::string call = text_of(calls.front());
  CHECK(contains(call, "\nout\nError in f(x)"));
  const std::string again = call.substr(0, call.find('\n'));
  CHECK(run_words({"env", "-C", "/", "sh", "-c", again}).code == 1);
}

TEST_CASE("probabilities of a program have the measures of probabilities") {
  const RowsPlace place(replaced(kOneProgram, "loss: distance", "loss: distance\nmeasures: [auc, log_loss]"),
                        "{ echo row,probability.q,prediction,probability.p; awk -F, 'NR > 1 { q = $1 % 2 ? "
                        "0.2 : 0.6; print $1 \",\" "
                        "q \",p,\" 1 - q }' \"$2\"; } > \"$3\"\n");
  const Finished finished = ended_well(place.run({"--allow-commands", "--predictions", place.out + ".csv"}));
  // Rows p, q, p and q, p, p: 1 and 3 have q = .2, 2 has .6; 5 has .2, 4 and 6 have .6.
  CHECK_MESSAGE(contains(ours_of(finished.out, "auc"), " 0.8750"), finished.out);
  CHECK_MESSAGE(contains(ours_of(finished.out, "log loss"), " 0.4346"), finished.out);
  CHECK(contains(text_of(place.out + ".csv"), ",probability.p,probability.q,"));
  CHECK(!contains(finished.out, "swapped"));
  const RowsPlace swapped(replaced(kOneProgram, "loss: distance", "loss: distance\nmeasures: [log_loss]"),
                          "{ echo row,prediction,probability.q,probability.p; awk -F, 'NR > 1 { print $1 "
                          "\",p,.9,.1\" }' \"$2\"; } > \"$3\"\n");
  const Finished said = swapped.run({"--allow-commands"});
  CHECK_MESSAGE(contains(said.out, "6 of 6 predictions are not the class of the largest probability: "),
                said.out);
}

TEST_CASE(
    "where rows are left out `row` is that of the user's file: in folds, in files of programs, in "
    "predictions") {
  std::string text = replaced(kOneProgram, "loss: distance", "loss: distance\nmissing_targets: drop");
  text = replaced(replaced(text, "arguments: {answer: p}", "arguments: {answer: q}"), "folds: 3", "folds: 2");
  text = replaced(text, "'{answer}']", "'{answer}', prediction, '{repetition}', '{outer_fold}']");
  const RowsPlace place(text, "echo $6 $7 $(cut -d, -f1 \"$2\") >> rows\n" + kConstant);
  place.folder.write("d.csv", "x,kind,fold\n1,p,0\n2,,0\n3,p,0\n4,NA,1\n5,q,1\n6,q,1\n7,q,0\n");
  ended_well(place.run({"--allow-commands", "--jobs", "1", "--predictions", place.out + ".csv"}));
  CHECK(text_of(place.folder.path() / "rows") == "0 0 row 1 3 7\n0 1 row 5 6\n");
  CHECK(contains(text_of(place.out + ".csv"), ",mine,0,1,6,6,q,q,"));
  const Finished folds = run_preimage({"folds", place.config});
  CHECK(contains(folds.out, "0,0,,train,5\n0,0,,train,6\n0,0,,test,1\n0,0,,test,3\n0,0,,test,7\n"));
  CHECK(contains(folds.err, "2 rows have no output: '', 'NA' on lines 3, 5; `row` counts them, too"));
  CHECK(run_preimage({"folds", RowsPlace().config}).err.empty());
}

TEST_CASE("arguments in lists are chosen on inner folds, by rows that no test has") {
  std::string text =
      replaced(with_outputs("y", "vector", "linear", "3"), "{answer: '3'}", "{answer: [9, 3], n: [1, 2]}");
  text = replaced(text, "'{answer}']", "'{answer}', '', '{n}']");
  const RowsPlace place(text, "echo \"$(cut -d, -f1 \"$1\" \"$2\" | tr '\\n' ' ')\" >> rows\n" + kConstant);
  ended_well(place.run({"--allow-commands", "--predictions", place.out + ".csv"}));
  const std::string predictions = text_of(place.out + ".csv");
  // 9 is farther than 3 from the outputs; of equals n = 1 is the first.
  CHECK(count_of(predictions, ",mine,") == 6);
  CHECK(count_of(predictions, ",arguments.answer=3;arguments.n=1,") == 6);
  const std::string rows = text_of(place.folder.path() / "rows");
  CHECK(count_of(rows, "\n") == 2 * (3 * 4 + 1));
  CHECK(count_of(rows, "row 1 2 3 row 4 5 6 \n") == 1);
  CHECK(count_of(rows, "row 4 5 6 row 1 2 3 \n") == 1);
}

TEST_CASE("`folds` writes the outer and inner folds that a program is given, of every repetition") {
  std::string text =
      replaced(with_outputs("y", "vector", "linear", "3"), "{answer: '3'}", "{answer: [9, 3]}");
  text = replaced(replaced(text, "outer: {given: true}", "outer: {folds: 3}"), "repetitions: 1",
                  "repetitions: 2");
  const RowsPlace place(
      text,
      "echo \"$(for f in \"$1\" \"$2\"; do sed 1d \"$f\" | cut -d, -f1 | tr '\\n' ' '; printf '; '; done)\" "
      ">> rows\n" +
          kConstant);
  REQUIRE(place.run({"--allow-commands", "--jobs", "1"}).code == 0);
  std::map<std::string, int> given;  // "3 1 ; 2 ; ": how often
  std::string line;
  for (std::istringstream lines(text_of(place.folder.path() / "rows")); std::getline(lines, line);)
    ++given[line];
  const Finished folds = ended_well(run_preimage({"folds", place.config}));
  const std::string data = place.folder.path() / "rows";  // any file of a user
  for (const auto& words :
       {std::vector<std::string>{"folds", place.config, "--out", data},
        {"run", place.config, "--out", place.out, "--allow-commands", "--predictions", data}})
    CHECK(contains(run_preimage(words).err, "there is such a file of another kind: name another"));
  std::map<std::string, std::map<std::string, std::string>>
      written;  // rows of "0,2,1" (repetition and folds), by part
  std::istringstream lines(folds.out);
  std::getline(lines, line);
  CHECK(line == "repetition,outer_fold,inner_fold,part,row");
  while (std::getline(lines, line)) {
    const std::size_t row = line.rfind(',') + 1, part = line.rfind(',', row - 2) + 1;
    written[line.substr(0, part - 1)][line.substr(part, row - 1 - part)] += line.substr(row) + " ";
  }
  CHECK(written.size() == 2 * 3 * (1 + 3));
  std::map<std::string, int> wanted;  // each inner fold for both answers, each outer fold once
  for (auto& [fold, rows] : written)
    wanted[rows["train"] + "; " + rows["test"] + "; "] += fold.ends_with(",") ? 1 : 2;
  CHECK(given == wanted);
  const std::string file = (place.folder.path() / "folds.csv").string();
  CHECK(run_preimage({"folds", place.config, "--out", file}).code == 0);
  CHECK(text_of(file) == folds.out);
  check_says(run_preimage({"folds", "--set", "seed=1"}), 2, "folds: expected one config, found 0");
}

TEST_CASE("no verb runs a learner's program unless the command line says so, and one that goes on is ended") {
  const RowsPlace place(kOneProgram, "touch ran; sleep 60\n");
  for (const char* verb : {"run", "work", "sweep", "submit"}) {
    std::vector<std::string> more;
    if (std::string(verb) == "sweep") more = {"--grid", "learners.mine.arguments.answer=p,q"};
    if (std::string(verb) == "submit") more = {"--engine", "commands"};
    const Finished refused = place.run(more, verb);
    CHECK_MESSAGE(refused.code == 2, refused.err);
    CHECK_MESSAGE(contains(refused.err, "on this machine: look at it, then say --allow-commands"),
                  refused.err);
  }
  CHECK_FALSE(fs::exists(place.folder.path() / "ran"));
  check_says(place.run({"--allow-commands", "--cell-time", "1"}), 6, "took more than 1 s");
  CHECK(fs::exists(place.folder.path() / "ran"));
}

TEST_CASE("a seed differs between repetitions and is the same in the folds of one") {
  std::string text = replaced(kOneProgram, "'{answer}']", "'{answer}', '', '{seed}']");
  text = replaced(replaced(text, "outer: {given: true}", "outer: {folds: 2}"), "repetitions: 1",
                  "repetitions: 3");
  const RowsPlace place(text, "echo \"$6\" >> seeds\n" + kConstant);
  REQUIRE(place.run({"--allow-commands", "--jobs", "1"}).code == 0);
  std::map<std::string, int> seeds;
  const std::string all = text_of(place.folder.path() / "seeds");
  for (std::size_t at = 0; at < all.size(); at = all.find('\n', at) + 1)
    ++seeds[all.substr(at, all.find('\n', at) - at)];
  CHECK(seeds.size() == 3);
  for (const auto& [seed, count] : seeds) CHECK(count == 2);
}

TEST_CASE("what a config says wrongly of a program is refused with what to write") {
  const auto refusal = [](const std::string& from, const std::string& to, int code = 2) {
    const Finished finished = RowsPlace(replaced(kOneProgram, from, to)).run();
    CHECK_MESSAGE(finished.code == code, finished.err);
    return finished.err;
  };
  CHECK(contains(refusal("'{test}', ", ""), "learners.mine.run: no {test} among its words"));
  CHECK(contains(refusal("{answer: p}", "{answer: p, k: [1, 2]}"),
                 "learners.mine.arguments.k: `run` has no {k}"));
  CHECK(contains(refusal("{answer: p}", "{anser: p}"), "`run` has no {anser}, did you mean 'answer'?"));
  CHECK(contains(refusal("'{answer}']", "'{answer}', '{k}']"),
                 "learners.mine.arguments: no 'k', and `run` has {k}"));
  CHECK(contains(refusal("'{answer}']", "'{answer}', '{inner_test}']"),
                 "inner folds are {train} and {test}, too"));
  CHECK(contains(refusal("{answer: p}", "{answer: []}"), "learners.mine.arguments.answer: "));
  CHECK(contains(refusal("[sh, mine", "[no-such-shell, mine", 5),
                 "c: run: no-such-shell: no such program in PATH"));
  CHECK(contains(refusal("experiment: own_data", "experiment: command"),
                 "is a learner of `experiment: own_data`"));
  CHECK(contains(refusal("{answer: p}", "{answer: [p, q]}"), "learners.mine.arguments.answer: expected "));
  const Finished twice = [] {
    const RowsPlace place(replaced(kOneProgram, "inputs: [x]", "inputs: [row]"));
    place.folder.write("d.csv", replaced(kRowsTable, "x,kind", "row,kind"));
    return place.run();
  }();
  check_says(twice, 2, "a program is given a column 'row', the number of each row, and the data have one");
  const RowsPlace unwatched(replaced(kOneProgram, "    files: [mine.sh]\n", ""));
  CHECK(contains(unwatched.run().out, "learner mine: mine.sh is run and not among `files`"));
  check_says(run_preimage({"fit", RowsPlace().config, "--learner", "mine", "--out", "m.pim"}), 2,
             "learners.mine: it runs a program of yours");
}

TEST_CASE("programs in Python and R that do what ours do have the same numbers, in one table and one test") {
  const bool has_r = preimage::suite::run::find_program("Rscript").has_value();
  if (!has_r) MESSAGE("left out, here is no Rscript");
  const TemporaryFolder folder;
  const fs::path example = fs::path(PREIMAGE_SOURCE_ROOT) / "experiments/own_data/example";
  for (const char* file : {"points.csv", "knn.py", "centroid.R"}) folder.write(file, text_of(example / file));
  std::string text = text_of(example / "programs.yaml");
  if (!has_r) text = text.substr(0, text.find("  centroid_r:")) + text.substr(text.find("profiles:"));
  const std::string config = folder.write("programs.yaml", text).string(),
                    out = (folder.path() / "out").string();
  const Finished finished = ended_well(run_preimage({"run", config, "--repetitions", "1", "--out", out,
                                                     "--allow-commands", "--predictions", out + ".csv"}));
  std::map<std::string, std::map<std::string, std::string>> answers;  // of each test sample, by learner
  std::string line;
  for (std::istringstream lines(text_of(out + ".csv")); std::getline(lines, line);) {
    std::vector<std::string> fields;
    std::istringstream rest(line);
    for (std::string field; std::getline(rest, field, ',');) fields.push_back(field);
    answers[fields[3] + " " + fields[4] + " " + fields[5]][fields[2]] = fields[8];
  }
  CHECK(answers.size() == 1 + 60);  // the header is one
  for (const auto& [sample, of] : answers) {
    if (of.contains("learner")) continue;
    const auto captured = sample;
    CAPTURE(captured);
    CHECK(of.at("neighbours_python") == of.at("neighbours"));
    if (has_r) CHECK(of.at("centroid_r") == of.at("centroid"));
  }
  const std::string numbers = ours_of(finished.out, "accuracy");
  CHECK_MESSAGE(count_of(numbers, "0.8667") == 2, numbers);
  if (has_r) CHECK_MESSAGE(count_of(numbers, "0.7500") == 2, numbers);
  CHECK(contains(finished.out, "p, 95 %: corrected resampled t-test"));
}
