// The confusion matrix beside the tables of own classes.
#include <filesystem>
#include <map>

#include <doctest/doctest.h>

#include "preimage/base/file.hpp"
#include "suite/data/testing_rows.hpp"
#include "testing/config_text.hpp"
#include "testing/program.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/toy_config.hpp"
#include "testing/workplace.hpp"

using namespace preimage;
namespace fs = std::filesystem;

namespace {

const std::string kConfig = testing::own_config(
    "folds: 3",
    "dataset: {name: vectors, path: d.csv, inputs: [a, b], outputs: [kind], output_kind: class}\n"
    "input_kernel: {name: linear}\noutput_kernel: {name: class}\nloss: distance\n"
    "learners: {nn: {method: nearest_neighbours, k: 1}, svm: {method: one_vs_rest_svm, ridge: 0.1}}\n",
    2);

/// 18 samples of the classes `=core`, `rim, far` and `learner`.
std::string confusion_table() {
  std::string text = "a,b,kind\n";
  const std::string kinds[] = {"=core", "\"rim, far\"", "learner"};
  for (int i = 0; i < 18; ++i)
    text += std::to_string(i * 7 % 10) + "," + std::to_string(i * i % 11) + "," + kinds[i * i % 7 % 3] + "\n";
  return text;
}

using Counts = std::map<std::vector<std::string>, long>;  // learner, true, predicted

/// A spreadsheet would run it: in a field it has a quote in front, behind "predicted " it needs none.
std::string plain(const std::string& name) {
  return name.rfind("'=", 0) == 0 ? name.substr(1) : name;
}

Counts matrix_in(const fs::path& file) {
  suite::data::CsvReader csv = suite::data::open_csv(file);
  CHECK(csv.header() == std::vector<std::string>{"reading", "learner", "true_class", "predicted =core",
                                                 "predicted learner", "predicted rim, far"});
  Counts counts;
  std::vector<std::string> fields;
  while (csv.next(fields)) {
    CHECK(fields[0] == "as-written");
    for (std::size_t c = 3; c < fields.size(); ++c) {
      if (fields[c] != "0")
        counts[{fields[1], plain(fields[2]), csv.header()[c].substr(10)}] = std::stol(fields[c]);
    }
  }
  return counts;
}

/// The same, counted in what --predictions writes.
Counts counts_in(const fs::path& predictions) {
  Counts counts;
  for (const testing::Row& row : testing::rows_in(predictions))
    ++counts[{row.at("learner"), plain(row.at("target")), plain(row.at("prediction"))}];
  return counts;
}

struct ConfusionPlace : testing::Workplace {
  fs::path matrix = out("out") / "quick/own_data/toy.confusion.csv";
  ConfusionPlace() : Workplace(kConfig, {{"d.csv", confusion_table()}}) {}
};

}  // namespace

TEST_CASE("the matrix counts the predictions of all cells, from chosen samples and from classes") {
  const ConfusionPlace place;
  const fs::path predictions = place.out("predictions.csv");
  REQUIRE(place.run("out", {"--predictions", predictions.string()}).code == 0);
  const Counts counts = matrix_in(place.matrix);
  CHECK(bool(counts == counts_in(predictions)));
  long all = 0, wrong = 0;
  for (const auto& [place_in_matrix, count] : counts) {
    all += count;
    wrong += place_in_matrix[1] == place_in_matrix[2] ? 0 : count;
  }
  CHECK(all == 2L * 2 * 18);  // learners, repetitions, samples
  CHECK(wrong > 0);
  const std::string text = testing::text_of(place.matrix);
  fs::remove(place.matrix);
  REQUIRE(place.call("table").code == 0);
  CHECK(testing::text_of(place.matrix) == text);
  CHECK(testing::run_preimage({"compare", place.out("out"), place.out("out")}).code == 0);  // it is no table
}

TEST_CASE("a learner with a missing cell has no rows, as it has no numbers; other outputs have no matrix") {
  const ConfusionPlace place;
  REQUIRE(place.run("out", {"--set", "learners.svm.ridge=1"}).code == 0);
  for (const auto& entry : fs::directory_iterator(place.matrix.parent_path())) {
    const std::string name = entry.path().filename().string();
    if (name.find("confusion") == std::string::npos) continue;
    CHECK(name.rfind("toy.modified-", 0) == 0);
    CHECK(name.ends_with(".confusion.csv"));
  }
  CHECK(place.call("table").code != 0);  // the cells of svm as it is written are missing
  for (const auto& entry : matrix_in(place.matrix)) CHECK(entry.first[0] == "nn");
  std::string numbers = testing::replaced(kConfig, "inputs: [a, b], outputs: [kind], output_kind: class",
                                          "inputs: [a], outputs: [b], output_kind: vector");
  numbers = testing::replaced(numbers, ", svm: {method: one_vs_rest_svm, ridge: 0.1}", "");
  place.add("toy.yaml", testing::replaced(numbers, "{name: class}", "{name: linear}"));
  REQUIRE(fs::exists(place.matrix));
  const fs::path folder = place.matrix.parent_path();
  const std::string old_pictures[] = {"toy.confusion.svg", "toy_readings_1.svg", "toy_readings_2.svg"};
  for (const std::string& name : old_pictures) base::write_file_durably(folder / name, "drawn by 0.1");
  REQUIRE(place.run("out").code == 0);
  CHECK_FALSE(fs::exists(place.matrix));  // that of the earlier config would mislead
  for (const std::string& name : old_pictures) CHECK_FALSE(fs::exists(folder / name));
}
