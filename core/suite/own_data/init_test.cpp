// `preimage init`: what it writes runs as it is.
#include <doctest/doctest.h>

#include "preimage/base/random.hpp"
#include "testing/program.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/workplace.hpp"

using namespace preimage::testing;
namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

/// 40 rows with a target of each kind, a text, an empty and a constant column.
std::string init_table() {
  preimage::base::Random random(1);
  std::string text = "x0,x1,kind,level,y,z,tags,word,none,one\n";
  for (int i = 0; i < 40; ++i) {
    const double a = random.gaussian(), b = random.gaussian();
    const std::string kind = a < 0 ? "left" : "right";
    text += std::to_string(a) + "," + std::to_string(b) + "," + kind + "," + std::to_string(i % 3) + "," +
            std::to_string(a + b) + "," + std::to_string(a * b) + "," + (b < 0 ? kind + ";low" : "") + "," +
            kind + ",,3\n";
  }
  return text;
}

std::string pairs() {
  std::string text;
  for (int i = 0; i < 24; ++i) {
    const std::string stem = std::string(1, static_cast<char>('a' + i)) + "k";
    text += stem + (i % 2 == 0 ? "alo\t" : "uli\t") + (i % 2 == 0 ? "lon" : "lix") + "\n";
  }
  return text;
}

struct InitPlace {
  TemporaryFolder folder;
  std::string table_file = folder.write("t.csv", init_table()).string();
  std::string pairs_file = folder.write("p.tsv", pairs()).string();
  std::string config = (folder.path() / "c.yaml").string();

  Finished init(const Words& words) const {
    Words all = {"init"};
    all.insert(all.end(), words.begin(), words.end());
    return run_preimage(all);
  }
  std::string text() const { return preimage::base::read_file(config, std::size_t{1} << 20); }
  Finished run() const {
    return run_preimage({"run", config, "--quiet", "--out", (folder.path() / "out").string()});
  }
};

const std::string kOtherwise = "; --kind class, vector, label_set or string says otherwise\n";

}  // namespace

TEST_CASE("a config for classes runs as it is") {
  const InitPlace place;
  const Finished written = place.init({place.table_file, "--target", "kind", "--out", place.config});
  CHECK(written.code == 0);
  CHECK(written.out == "");
  CHECK(written.err ==
        "init: 'kind' is read as class: it holds texts, 2 different" + kOtherwise +
            "init: texts that become columns of 0 and 1, one for each value of the training "
            "samples: 'word'\n"
            "init: left out of the inputs: 'tags' (24 of 40 fields are empty), 'none' (empty), "
            "'one' (every row holds '3')\n"
            "init: wrote " +
            place.config + "; `preimage run " + place.config + "` runs it\n");
  const std::string text = place.text();
  CHECK(contains(text, "  inputs: all\n"));
  CHECK(contains(text, "  categories: [word]\n"));
  CHECK(contains(text, "    - none  # empty\n    - one  # every row holds '3'\n"));
  CHECK(contains(text, "  outer: {folds: 5, stratified: true}\n  inner: {folds: 4, stratified: true}\n"));
  CHECK(contains(text, "method: one_vs_rest_svm\n"));
  const Finished run = place.run();
  CHECK(run.code == 0);
  CHECK(contains(run.out, "classification loss"));
  CHECK(contains(run.out, "  40 cells, 0 failed\n"));
  CHECK_FALSE(contains(run.out, "warning"));
}

TEST_CASE("whole numbers that recur are classes, unless they are said to be numbers") {
  const InitPlace place;
  const Finished guessed = place.init({place.table_file, "--target", "level"});
  CHECK(guessed.err.rfind(
            "init: 'level' is read as class: it holds whole numbers that recur, 3 different" + kOtherwise,
            0) == 0);
  CHECK(contains(guessed.out, "\n  output_kind: class\n"));
  const Finished said = place.init({place.table_file, "--target", "level", "--kind", "vector"});
  CHECK_FALSE(contains(said.err, "is read as"));
  CHECK(contains(said.out, "\n  output_kind: vector\n"));
  CHECK(place.init({"--target", "level", place.table_file}).out == guessed.out);
  CHECK(
      contains(place.init({"--target", "y", "--target", "z", place.table_file}).out, "  outputs: [y, z]\n"));
  CHECK_FALSE(contains(said.out, "one_vs_rest_svm"));
}

TEST_CASE("configs for numbers, label sets and strings of a table run as they are") {
  const InitPlace place;
  for (const Words& words : {Words{"--target", "y,z"},
                             {"--target", "y"},
                             {"--target", "tags"},
                             {"--target", "word", "--kind", "string"}}) {
    INFO(words[1]);
    Words all = {place.table_file, "--out", place.config, "--force"};
    all.insert(all.end(), words.begin(), words.end());
    CHECK(place.init(all).code == 0);
    const Finished run = place.run();
    CHECK(run.code == 0);
    // At most warnings about grids: --quiet leaves those.
    CHECK(count_of(run.err, "\n") == count_of(run.err, "warning: "));
    CHECK(contains(run.out, "feature distance"));
    CHECK(contains(run.out, "  30 cells, 0 failed\n"));
    CHECK(contains(run.out, "squared error") == (words[1].front() == 'y'));
    CHECK(contains(run.out, "symbol error") == (words[1] == "word"));
  }
}

TEST_CASE("configs for small files and files of pairs run as they are, and say what is odd") {
  std::string sparse = "x,two,three,most,large,gap,y\n", ten = "x,y\n", folded, one_fold;
  for (int i = 0; i < 10; ++i) {
    const std::string two = i == 2 ? "1" : i == 7 ? "2" : "", square = std::to_string(i * i);
    sparse += square + "," + two + "," + (i < 3 ? std::to_string(i) : "NA") + "," +
              (i == 4 ? ",1e200,," : std::to_string(i % 4) + ",1,3,") + (i % 2 == 0 ? "b" : "a") + "\n";
    ten += square + "," + (i == 4 ? "b" : "a") + "\n";
  }
  for (int i = 0; i < 12; ++i) {
    const std::string x = std::string(1, static_cast<char>('a' + i)) + "x\t";
    folded += x + (i % 2 == 0 ? "u" : "") + "\t" + std::to_string(i % 3) + "\n";
    one_fold += x + (i % 2 == 0 ? "u" : "v") + "\t" + (i == 0 ? "1" : "0") + "\n";
  }
  struct Case {
    std::string file, content;
    Words err, config, out;  // parts of what init says, of the config, and of what run prints
  };
  const std::vector<Case> cases = {
      {"pairs.tsv", pairs(), {}, {"  outer: {folds: 5}\n"}, {"symbol error", "  30 cells, 0 failed\n"}},
      // 3 folds in 2 repetitions of two learners, and in one of mean_output, which draws nothing.
      {"folds.tsv", folded, {}, {"  outer: {given: true}\n"}, {"  15 cells, 0 failed\n"}},
      {"one_fold.tsv",
       one_fold,
       {"init: one fold of the file holds all pairs, or all but one, which leaves none to choose by: the "
        "config draws its own folds\n"},
       {},
       {"  24 cells, 0 failed\n"}},
      {"sparse.csv",
       sparse,
       {"left out of the inputs: 'two' (2 of 10 rows have a value: a training set may have none), 'three' (3 "
        "of 10 rows have a value: a training set may have none), 'large' (its numbers go up to 1e+200, whose "
        "square is beyond a double), 'gap' (every value is 3)\n"},
       {"# What stands in for empty fields of inputs ("},
       {" 0 failed\n"}},
      {"ten.csv",
       ten,
       {},
       {"  outer: {folds: 3}\n  inner: {folds: 3}\n",
        "# Fewer than the usual 5 and 4 folds, as there are 10 samples.\n",
        "  # No one_vs_rest_svm: it needs two classes in each training set"},
       {"  18 cells, 0 failed\n"}}};
  for (const Case& one : cases) {
    CAPTURE(one.file);
    const InitPlace place;
    Words words = {place.folder.write(one.file, one.content).string(), "--out", place.config};
    if (one.file.ends_with(".csv")) words.insert(words.end(), {"--target", "y"});
    const Finished made = place.init(words);
    CHECK(made.code == 0);
    for (const std::string& part : one.err) CHECK_MESSAGE(contains(made.err, part), made.err);
    for (const std::string& part : one.config) CHECK_MESSAGE(contains(place.text(), part), place.text());
    const Finished run = place.run();
    CHECK_MESSAGE(run.code == 0, run.err);
    for (const std::string& part : one.out) CHECK_MESSAGE(contains(run.out, part), run.out);
  }
}

TEST_CASE("the header of a file of pairs is no pair, which init says and its config, and gram says") {
  const InitPlace place;
  const std::string file = place.folder.write("h.tsv", "word\tplural\n" + pairs()).string();
  const Finished made = place.init({file, "--out", place.config});
  CHECK(contains(made.err,
                 "init: the first line, 'word' and 'plural', is taken for a header; where it is a pair, say "
                 "`header: none` in the config\n"));
  CHECK(contains(place.text(), "  header: first_line\n"));
  CHECK(contains(place.run().out, "  30 cells, 0 failed\n"));
  const Finished gram = run_preimage({"gram", file, "--kernel", "{name: spectrum, length: 1}", "--columns",
                                      "input", "--out", (place.folder.path() / "K.csv").string()});
  CHECK(contains(gram.err, "the first line, 'word' and 'plural', is taken for a header\n"));
  CHECK(contains(gram.err, "24 x 24 Gram matrix"));
}

TEST_CASE("without --out the config goes to standard output, for a place beside the data") {
  const InitPlace place;
  const Finished finished = place.init({place.table_file, "--target", "kind"});
  CHECK(finished.code == 0);
  place.folder.write("c.yaml", finished.out);
  CHECK(contains(finished.out, "  path: \"t.csv\"\n"));
  CHECK(contains(finished.err,
                 "\ninit: the config belongs into " + place.folder.path().string() + ", beside t.csv\n"));
  CHECK(contains(place.run().out, "  40 cells, 0 failed\n"));
}

TEST_CASE("nothing is replaced that was not meant to be") {
  const InitPlace place;
  place.folder.write("c.yaml", "mine\n");
  const Words words = {place.table_file, "--target", "kind", "--out", place.config};
  const Finished refused = place.init(words);
  CHECK(refused.code == 2);
  CHECK(refused.err == "preimage: --out " + place.config + ": there is such a file; --force replaces it\n");
  CHECK(place.text() == "mine\n");
  const Finished data =
      place.init({place.table_file, "--target", "kind", "--out", place.table_file, "--force"});
  CHECK(data.code == 2);
  CHECK(data.err == "preimage: --out " + place.table_file + ": this is the data itself\n");
  CHECK(preimage::base::read_file(place.table_file, std::size_t{1} << 20) == init_table());
}

TEST_CASE("what is wrong is one line: of the command line 2, of the data 5") {
  const InitPlace place;
  const TemporaryFolder elsewhere;
  const auto outcome = [&](const Words& words) {
    const Finished finished = place.init(words);
    CHECK(finished.out == "");
    CHECK(count_of(finished.err, "\n") == 1);
    CHECK(finished.err.rfind("preimage: ", 0) == 0);
    return finished.code;
  };
  CHECK(outcome({place.table_file}) == 2);
  CHECK(outcome({place.table_file, "--target", "kind", "--kind", "klass"}) == 2);
  CHECK(outcome({place.table_file, "--target", "kind", "--out", (elsewhere.path() / "c.yaml").string()}) ==
        2);
  CHECK(outcome({place.table_file, "--target", "kinds"}) == 5);
  CHECK(outcome({place.table_file, "--target", "one"}) == 5);
  CHECK(outcome({place.folder.write("short.csv", "x,y\n1,2\n2,3\n").string(), "--target", "y"}) == 5);
  CHECK(outcome({place.folder.write("twice.csv", "x,x\n1,2\n").string(), "--target", "x"}) == 5);
  CHECK(outcome({(elsewhere.path() / "none.csv").string(), "--target", "y"}) == 5);
}
