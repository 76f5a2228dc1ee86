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

}  // namespace

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
       {"# What replaces empty fields of inputs ("},
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
