// Runs: what is run again and what is not, and that tables do not depend on how the run went.
#include <chrono>
#include <thread>

#include <doctest/doctest.h>

#include "suite/data/delimited.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/workplace.hpp"

using namespace preimage::testing;
namespace fs = std::filesystem;

TEST_CASE("a second run runs nothing and prints the same; --force runs everything again") {
  const Workplace place;
  const Finished first = place.run("out");
  CHECK(first.code == 0);
  CHECK(contains(first.err, "24 cells, 24 to run\n"));
  CHECK(contains(first.out, "12 cells, 0 failed"));
  CHECK_FALSE(contains(first.out, "to run"));  // talk goes to stderr
  CHECK_FALSE(contains(first.err, "string loss"));
  const auto files = result_files(place.out("out")), tables = result_files(place.out("out") / "quick");

  const Finished second = place.run("out");
  CHECK(second.code == 0);
  CHECK(contains(second.err, "24 cells, 0 to run\n"));
  CHECK(second.out == first.out);
  CHECK(result_files(place.out("out")) == files);

  const Finished table = run_preimage(place.words("out", {}, "table"));
  CHECK(table.code == 0);
  CHECK(table.out == first.out);
  CHECK(table.err == "");

  const Finished forced = place.run("out", {"--force"});
  CHECK(contains(forced.err, "24 cells, 24 to run\n"));
  CHECK(forced.out == first.out);
  const Finished quiet = place.run("out", {"--force", "--quiet"});
  CHECK(quiet.err == "");
  CHECK(quiet.out == first.out);
  CHECK(result_files(place.out("out") / "quick") == tables);
}

TEST_CASE("tables do not depend on the number of workers") {
  const Workplace place;
  const Finished one = place.run("one", {"--jobs", "1"});
  const Finished two = place.run("two", {"--jobs", "2"});
  CHECK(one.code == 0);
  CHECK(two.out == one.out);
  const auto files = result_files(place.out("one") / "quick");
  CHECK(files.size() >= 5);  // text, Markdown, LaTeX, CSV and Figure 1
  CHECK(result_files(place.out("two") / "quick") == files);
}

TEST_CASE("a run that is killed in the middle goes on to the same tables") {
  const Workplace place(replaced(toy_config(), "repetitions: 2", "repetitions: 12"));
  const Finished whole = place.run("whole");
  CHECK(whole.code == 0);
  std::vector<std::string> words = place.words("killed", {"--jobs", "2"});
  words.insert(words.begin(), PREIMAGE_PROGRAM);
  {
    Child child(words);
    for (int i = 0; i < 20000 && count_records(place.out("killed")) < 5; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    child.kill_group();
    CHECK(child.wait() == -SIGKILL);
  }
  const std::size_t kept = count_records(place.out("killed"));
  CHECK(kept >= 5);
  CHECK(kept < 144);
  CHECK_FALSE(fs::exists(place.out("killed") / "quick"));
  const Finished resumed = place.run("killed");
  CHECK(contains(resumed.err, "144 cells, " + std::to_string(144 - kept) + " to run\n"));
  CHECK(resumed.out == whole.out);
  CHECK(result_files(place.out("killed") / "quick") == result_files(place.out("whole") / "quick"));
}

TEST_CASE("a cell that cannot be computed is a dash, a reason and exit code 6; the next run tries it again") {
  const Workplace place(replaced(toy_config(), "k: [1, 3]", "k: [50]"));
  const Finished failed = place.run("out", {"--profile", "short"});
  CHECK(failed.code == 6);
  CHECK(contains(failed.out, "3 failed"));
  CHECK(contains(failed.out, " -   "));
  CHECK(contains(failed.err, "failed: 3 cells alike, first toy exclusive neighbours repetition 0 fold 0: "));
  CHECK(contains(place.run("out", {"--profile", "short"}).err, "6 cells, 3 to run\n"));
  CHECK(run_preimage(place.words("out", {"--profile", "short"}, "table")).code == 6);
}

TEST_CASE("predictions: one row per test sample of every cell, names quoted where needed") {
  const Workplace place(replaced(toy_config(), "  nested: {", "  nested, \"as told\": {"));
  const fs::path path = place.out("predictions.csv");
  CHECK(place.run("out", {"--predictions", path.string()}).code == 0);
  preimage::suite::data::CsvReader csv = preimage::suite::data::open_csv(path);
  CHECK(csv.header() == std::vector<std::string>{"config",
                                                 "reading",
                                                 "learner",
                                                 "repetition",
                                                 "outer_fold",
                                                 "sample",
                                                 "input",
                                                 "target",
                                                 "prediction",
                                                 "chosen_sample",
                                                 "losses",
                                                 "hyper_parameters",
                                                 "fold",
                                                 "loss.classification_loss",
                                                 "loss.string_loss",
                                                 "chosen.sigma",
                                                 "chosen.ridge",
                                                 "chosen.k",
                                                 "line",
                                                 "id"});
  std::vector<std::string> fields;
  std::map<std::string, int> rows;
  while (csv.next(fields)) ++rows[fields[1]];
  const int each = 2 * 2 * 30;  // learners, repetitions, samples
  CHECK(rows == std::map<std::string, int>{{"exclusive", each}, {"nested, \"as told\"", each}});
  csv = preimage::suite::data::open_csv(place.out("out") / "quick/timings.csv");
  int cells = 0;
  while (csv.next(fields)) ++cells;
  CHECK(cells == 24);
}

TEST_CASE("a table that cannot be written is one line and exit code 5") {
  const Workplace place;
  const TemporaryFolder folder;
  const fs::path blocked = folder.write("file", "") / "out";
  const Finished finished =
      run_preimage({"run", place.words("")[1], "--out", blocked.string(), "--jobs", "1"});
  CHECK(finished.code == 5);
  CHECK(finished.out == "");
  CHECK(contains(finished.err, "Not a directory\n"));
}

TEST_CASE("a full disk keeps the finished cells, and the run goes on when there is room") {
  const Workplace place;
  CHECK(place.run("out", {"--profile", "short"}).code == 0);
  const std::size_t kept = count_records(place.out("out"));
  std::string command = "trap '' XFSZ; ulimit -f 1; exec " PREIMAGE_PROGRAM;
  for (const std::string& word : place.words("out", {"--jobs", "1"})) command += " '" + word + "'";
  const Finished full = run_words({"bash", "-c", command});
  CHECK(full.code == 5);
  CHECK(full.out == "");
  CHECK(contains(full.err, "cannot write: File too large\n"));
  CHECK(count_records(place.out("out")) == kept);
  const Finished resumed = place.run("out");
  CHECK(resumed.code == 0);
  CHECK(contains(resumed.err, "24 cells, 18 to run\n"));
}

TEST_CASE("stratified folds of outputs without classes are an error of the config, before any cell") {
  const std::string config =
      "title: t\nexperiment: own_data\nseed: 1\n"
      "dataset: {name: vectors, path: d.csv, inputs: [a], outputs: [b], output_kind: vector}\n"
      "input_kernel: {name: linear}\noutput_kernel: {name: linear}\nloss: distance\n"
      "protocol: {outer: {folds: 3}, inner: {folds: 2}}\nlearners: {mean: {method: mean_output}}\n"
      "profiles: {quick: {repetitions: 1}}\n";
  for (const char* part : {"outer", "inner"}) {
    const std::string folds = std::string(part) + (part[0] == 'o' ? ": {folds: 3" : ": {folds: 2");
    const Workplace place(replaced(config, folds, folds + ", stratified: true"));
    place.add("d.csv", "a,b\n1,2\n2,3\n3,4\n4,6\n5,7\n6,8\n");
    const Finished refused = place.run("out");
    CHECK(refused.code == 2);
    CHECK(contains(refused.err, "toy.yaml:8:"));
    CHECK(contains(refused.err, std::string(": protocol.") + part +
                                    ".stratified: the outputs of this data set have no classes\n"));
    CHECK(count_records(place.out("out")) == 0);
  }
}
