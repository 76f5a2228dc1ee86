// The program on data: the user's own, damaged, stand-in, none.
#include <algorithm>
#include <sstream>

#include <doctest/doctest.h>

#include "suite/data/testing_files.hpp"
#include "suite/study/testing_study.hpp"
#include "testing/config_text.hpp"
#include "testing/program.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/workplace.hpp"

using namespace preimage::testing;
namespace fs = std::filesystem;

namespace {

const fs::path kRoot = PREIMAGE_SOURCE_ROOT;

const std::string kPoints = preimage::testing::own_config(
    "folds: 2",
    "dataset: {name: vectors, path: points.csv, inputs: [a, b], outputs: c, output_kind: class}\n"
    "input_kernel: {name: linear}\noutput_kernel: {name: class}\nloss: distance\n"
    "learners:\n"
    "  kde: {method: kernel_dependency_estimation, ridge: 0.1}\n"
    "  svm: {method: one_vs_rest_svm, ridge: 0.1}\n");

const std::string kTable = "a,b,c\n1,2,u\n2,1,v\n3,5,u\n4,2,v\n0,1,u\n5,2,v\n";

std::string file(const fs::path& path) {
  return preimage::base::read_file(path, std::size_t{1} << 24);
}

/// A folder with a config and a data file.
class DataFolder {
 public:
  DataFolder(const std::string& config, const std::string& name, const std::string& bytes) {
    folder_.write("c.yaml", config);
    folder_.write(name, bytes);
  }
  const fs::path& path() const { return folder_.path(); }
  Finished run(const std::vector<std::string>& more = {}, const Environment& environment = {}) const {
    std::vector<std::string> words = {"run", (path() / "c.yaml").string(), "--out",
                                      (path() / "out").string()};
    words.insert(words.end(), more.begin(), more.end());
    return run_preimage(words, environment);
  }

 private:
  TemporaryFolder folder_;
};

/// What is wrong with a data file, as the program says it: one line, without the folder's name.
std::string data_error(const std::string& name, const std::string& bytes,
                       const std::string& config = kPoints) {
  const DataFolder place(config, name, bytes);
  const Finished finished = place.run();
  CHECK(finished.code == 5);
  CHECK(finished.out == "");
  return replaced(finished.err, place.path().string() + "/", "");
}

}  // namespace

TEST_CASE("the examples of own_data run from anywhere") {
  const TemporaryFolder folder;
  for (const char* name : {"vectors", "strings"}) {
    const fs::path config = kRoot / "experiments/own_data/example" / (std::string(name) + ".yaml");
    const Finished finished = run_preimage({"run", config.string(), "--out", folder.path().string()});
    CHECK(finished.code == 0);
    CHECK(contains(finished.out, " cells, 0 failed"));
    CHECK_FALSE(contains(finished.out, "verdict"));
  }
}

TEST_CASE("the points of the example serve for every kind of output") {
  const TemporaryFolder folder;
  const std::string config = (kRoot / "experiments/own_data/example/vectors.yaml").string();
  const std::vector<std::vector<std::string>> kinds = {
      {"dataset.outputs=[y, z]", "dataset.output_kind=vector", "output_kernel={name: gaussian, sigma: 1}"},
      {"dataset.outputs=tags", "dataset.output_kind=label_set", "output_kernel={name: label_set}"},
      {"dataset.outputs=kind", "dataset.output_kind=string",
       "output_kernel={name: subsequence, length: 1, decay: 1}"}};
  for (const std::vector<std::string>& sets : kinds) {
    std::vector<std::string> words = {"run", config, "--out", folder.path().string()};
    for (const std::string& set : sets) words.insert(words.end(), {"--set", set});
    const Finished finished = run_preimage(words);
    INFO(sets[1]);
    CHECK(finished.code == 0);
    CHECK(contains(finished.out, "feature distance"));
    CHECK(contains(finished.out, "squared error") == (sets[1] == "dataset.output_kind=vector"));
    CHECK_FALSE(contains(finished.out, "classification loss"));
  }
}

TEST_CASE("a sweep over given folds: a spread over folds, and as many repetitions of every point") {
  const TemporaryFolder folder;
  const Finished finished = run_preimage(
      {"sweep", (kRoot / "experiments/own_data/example/vectors.yaml").string(), "--set",
       "learners.kde.bandwidth.sigma=1", "--set", "learners.kde.ridge=1", "--grid",
       "learners.kde.inner_loss=true,false", "--repetitions", "2", "--out", folder.path().string()});
  CHECK(finished.code == 0);
  // 2 points x 2 repetitions x 5 folds, though only one of the points draws inner folds
  CHECK(contains(finished.err, "20 cells, 20 to run\n"));
  CHECK(contains(finished.out, "+- SD over folds / sqrt(folds), of means over 2 repetitions\n"));
}

TEST_CASE("predictions of own classes carry the ids, inputs and class names of the file") {
  const DataFolder place(kPoints, "points.csv", kTable);
  const fs::path path = place.path() / "p.csv";
  CHECK(place.run({"--predictions", path.string()}).code == 0);
  const std::string text = file(path);
  CHECK(std::count(text.begin(), text.end(), '\n') == 1 + 2 * 6);
  CHECK(contains(text, ",3 5,u,"));  // input and target of the third point
  CHECK(contains(text, "c,as-written,svm,0,"));
}

TEST_CASE("damaged or senseless data is one line with file, line and column, before any cell runs") {
  CHECK(data_error("points.csv", kTable + "1,2\n") == "preimage: points.csv:8: expected 3 fields, found 2\n");
  CHECK(data_error("points.csv", kTable + "1,n/a,u\n") ==
        "preimage: points.csv:8: column 'b': expected a number, found 'n/a' (in a config, `missing: mean` "
        "or median fills inputs)\n");
  CHECK(data_error("points.csv", kTable + "1,45%,u\n") ==
        "preimage: points.csv:8: column 'b': expected a number, found '45%' (a per cent sign: type 45 or "
        "0.45)\n");
  CHECK(data_error("points.csv", "a,b,c\n1,2,u\n2,2,v\n") ==
        "preimage: points.csv:1: column 'b': every row holds '2'; leave it out, or say "
        "dataset.constant_columns: allow\n");
  CHECK(data_error("points.csv", "a,b,c\n1,2,u\n2,1,u\n") ==
        "preimage: points.csv:1: column 'c': every row holds 'u'; leave it out, or say "
        "dataset.constant_columns: allow\n");
  CHECK(data_error("other.csv", kTable) == "preimage: points.csv: cannot read: No such file or directory\n");
  const std::string cut = preimage::suite::data::gzipped(kTable).substr(0, 40);
  CHECK(data_error("points.csv.gz", cut, replaced(kPoints, "points.csv", "points.csv.gz")) ==
        "preimage: points.csv.gz: byte 40: truncated gzip stream\n");
}

TEST_CASE("strings shorter than the subsequences have no length, and nothing becomes NaN") {
  const std::string config = preimage::testing::own_config(
      "folds: 2",
      "dataset: {name: string_pairs, path: p.tsv}\n"
      "input_kernel: {name: normalised, base: {name: subsequence, length: 2, decay: 0.5}}\n"
      "output_kernel: {name: normalised, base: {name: subsequence, length: 2, decay: 0.5}}\n"
      "loss: distance\nlearners:\n"
      "  kde: {method: kernel_dependency_estimation, bandwidth: {sigma: [0.5, 1]}, ridge: [0.01, 1]}\n"
      "  neighbours: {method: nearest_neighbours, k: [1, 2]}\n",
      3);
  const DataFolder place(
      config, "p.tsv", "abab\tx\nbaba\t\na\txy\n\tyx\nab\txyx\nba\tyxy\nabb\tx\nbba\txxy\nbab\tyyx\nb\ty\n");
  const fs::path path = place.path() / "p.csv";
  const Finished finished = place.run({"--predictions", path.string()});
  CHECK(finished.code == 0);
  std::istringstream lines(file(path));
  std::string line;
  int kde_rows = 0;
  while (std::getline(lines, line)) {
    CHECK_FALSE(contains(line, "nan"));
    std::vector<std::string> fields;
    std::istringstream stream(line);
    for (std::string field; std::getline(stream, field, ',');) fields.push_back(field);
    if (fields.at(2) != "kde") continue;
    ++kde_rows;
    CHECK(fields.at(8).size() >= 2);  // the prediction is never "", "x" or "y"
  }
  CHECK(kde_rows == 3 * 10);
  CHECK_FALSE(contains(file(place.path() / "out/quick/own_data/c.csv"), "nan"));
}

TEST_CASE("gram writes the matrix as CSV or NumPy array") {
  const TemporaryFolder folder;
  const std::string points = folder.write("points.csv", kTable).string();
  const auto gram = [&](const std::string& columns, const std::string& kernel, const std::string& out) {
    return run_preimage(
        {"gram", points, "--columns", columns, "--kernel", kernel, "--out", (folder.path() / out).string()});
  };
  const Finished csv = gram("a,b", "{name: linear}", "K.csv");
  CHECK(csv.code == 0);
  CHECK(csv.out == "");
  const std::string text = file(folder.path() / "K.csv");
  CHECK(text.substr(0, text.find('\n')) == "5,4,13,8,2,9");
  CHECK(std::count(text.begin(), text.end(), '\n') == 6);

  CHECK(gram("a,b", "{name: linear}", "K.npy").code == 0);
  const std::string bytes = file(folder.path() / "K.npy");
  CHECK(bytes.substr(0, 6) == "\x93NUMPY");
  CHECK(contains(bytes, "'shape': (6, 6)"));
  CHECK(bytes.size() % 8 == 0);
  CHECK(bytes.size() > 6 * 6 * 8);

  const fs::path pairs = kRoot / "experiments/own_data/example/pairs.tsv";
  CHECK(run_preimage({"gram", pairs.string(), "--columns", "input", "--kernel",
                      "{name: subsequence, length: 2, decay: 0.5}", "--out",
                      (folder.path() / "S.csv").string()})
            .err == "40 x 40 Gram matrix: " + (folder.path() / "S.csv").string() + "\n");

  CHECK(gram("a,b", "{name: linear}", "K.txt").code == 2);
  const Finished misspelt = gram("a,b", "{name: gausian, sigma: 1}", "K.csv");
  CHECK(misspelt.code == 2);
  CHECK(contains(misspelt.err, "did you mean 'gaussian'?\n"));
  CHECK(gram("a,x", "{name: linear}", "K.csv").code == 5);
}

TEST_CASE("gram of two files: new samples are the rows, samples of the first file the columns") {
  const TemporaryFolder folder;
  const std::string train = folder.write("train.csv", "a,b,c,t\n1,2,u,x;y\n2,1,v,\n3,5,w,z\n").string();
  const std::string other = folder.write("new.csv", "t,c,b,a\nz;y;q,w,0,1\nx,new,2,3\n").string();
  const auto rows = [&](const std::string& columns, const std::string& kind, const std::string& kernel) {
    const fs::path out = folder.path() / "K.csv";
    const Finished finished = run_preimage({"gram", train, other, "--columns", columns, "--kind", kind,
                                            "--kernel", kernel, "--out", out.string()});
    CHECK(finished.err == "2 x 3 Gram matrix: " + out.string() + "\n");
    return file(out);
  };
  CHECK(rows("a,b", "vector", "{name: linear}") == "1,2,3\n7,8,19\n");
  CHECK(rows("c", "class", "{name: class}") == "0,0,0.5\n0,0,0\n");  // equal texts, whatever their numbers
  CHECK(rows("t", "label_set", "{name: label_set}") == "0.5,0,0.5\n0.5,0,0\n");
  CHECK(rows("c", "string", "{name: n_gram, length: 1}") == "0,0,1\n0,0,1\n");

  const fs::path npy = folder.path() / "K.npy";
  CHECK(run_preimage(
            {"gram", train, other, "--columns", "a,b", "--kernel", "{name: linear}", "--out", npy.string()})
            .code == 0);
  CHECK(contains(file(npy), "'shape': (2, 3)"));
  CHECK(file(npy).size() % 64 == 6 * 8);
  // The same file twice is the square matrix.
  const fs::path twice = folder.path() / "twice.csv", once = folder.path() / "once.csv";
  const auto subsequences = [&](std::vector<std::string> files, const fs::path& out) {
    files.insert(files.begin(), "gram");
    for (const char* word :
         {"--columns", "input", "--kernel", "{name: subsequence, length: 2, decay: 0.5}", "--out"})
      files.emplace_back(word);
    files.push_back(out.string());
    return run_preimage(files).code;
  };
  const std::string pairs = (kRoot / "experiments/own_data/example/pairs.tsv").string();
  CHECK(subsequences({pairs, pairs}, twice) == 0);
  CHECK(subsequences({pairs}, once) == 0);
  CHECK(file(twice) == file(once));
  const std::string one = folder.write("one.tsv", "abab\t\n").string();
  CHECK(subsequences({pairs, one}, twice) == 0);
  const std::string row = file(twice);
  CHECK(std::count(row.begin(), row.end(), '\n') == 1);
}

TEST_CASE("gram of two files refuses what does not fit together") {
  const TemporaryFolder folder;
  const std::string train = folder.write("train.csv", kTable).string();
  const std::string pairs = folder.write("p.tsv", "a\tb\nb\ta\n").string();
  const std::string narrow = folder.write("narrow.csv", "a\n1\n").string();
  const auto gram = [&](const std::string& other) {
    return run_preimage({"gram", train, other, "--columns", "a,b", "--kernel", "{name: linear}", "--out",
                         (folder.path() / "K.csv").string()});
  };
  const Finished mixed = gram(pairs);
  CHECK(mixed.code == 2);
  CHECK(contains(mixed.err, "p.tsv: expected a file like "));
  const Finished lacking = gram(narrow);
  CHECK(lacking.code == 5);
  CHECK(contains(lacking.err, "narrow.csv:1: no column 'b'"));
}
