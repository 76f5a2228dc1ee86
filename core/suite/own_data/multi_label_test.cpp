// Multi-label data: ARFF, columns of 0 and 1, test samples in a file of their own, files of the manifest.
#include <string>

#include <doctest/doctest.h>

#include "preimage/base/sha256.hpp"
#include "suite/config/config_error.hpp"
#include "suite/study/experiment.hpp"
#include "suite/study/task.hpp"
#include "testing/config_text.hpp"
#include "testing/refusals.hpp"
#include "testing/thrown_message.hpp"
#include "testing/workplace.hpp"

using namespace preimage;
using testing::contains;
using testing::thrown_message;

namespace preimage::suite::own_data {
suite::study::Experiment make_experiment(const suite::config::Reader& root);
}

namespace {

constexpr int kTraining = 24, kAll = 36;

const std::string kArffHeader =
    "@relation 'toy: -C -3'\n@attribute all numeric\n@attribute x2 numeric\n@attribute TAG_u {0,1}\n"
    "@attribute TAG_v {0,1}\n@attribute TAG_w {0,1}\n@data\n";

/// The inputs and labels of sample i.
int x1(int i) {
  return i * 7 % 11 - 5;
}
int x2(int i) {
  return i * 5 % 13 - 6;
}
bool has_label(int i, int label) {
  return label == 0 ? x1(i) > 0 : label == 1 ? x2(i) > 0 : x1(i) + x2(i) > 3;
}

std::string sparse_row(int i) {
  std::string row = "{0 " + std::to_string(x1(i)) + ",1 " + std::to_string(x2(i));
  for (int label = 0; label < 3; ++label)
    if (has_label(i, label)) row += "," + std::to_string(2 + label) + " 1";
  return row + "}\n";
}

/// As CSV, labels both as columns and as one text.
std::string csv_row(int i) {
  std::string row = std::to_string(x1(i)) + "," + std::to_string(x2(i)), set;
  for (int label = 0; label < 3; ++label) {
    row += has_label(i, label) ? ",1" : ",0";
    if (has_label(i, label)) set += std::string(set.empty() ? "" : ";") + "TAG_" + "uvw"[label];
  }
  return row + "," + set + "," + (i < kTraining ? "1" : "2") + "\n";
}

/// The same samples in each form, with a config for them.
struct LabelsPlace {
  testing::TemporaryFolder folder;

  LabelsPlace() {
    std::string training = kArffHeader, test = kArffHeader, csv = "x1,x2,TAG_u,TAG_v,TAG_w,set,part\n";
    for (int i = 0; i < kAll; ++i) {
      (i < kTraining ? training : test) += sparse_row(i);
      csv += csv_row(i);
    }
    folder.write("a.arff", training);
    folder.write("b.arff", test);
    folder.write("all.csv", csv);
  }
  std::string config(const std::string& dataset, const std::string& kernel = "{name: label_set}") const {
    return folder
        .write("c.yaml",
               testing::config_of(
                   "own_data",
                   "dataset: {name: vectors, output_kind: label_set, " + dataset +
                       "}\ninput_kernel: {name: gaussian, sigma: 4}\noutput_kernel: " + kernel +
                       "\nloss: distance\nprotocol: {outer: {given: true, train_on: first_fold}, inner: "
                       "{folds: 3}}\n"
                       "learners: {kde: {method: kernel_dependency_estimation, ridge: [0.01, 1]}}\n"))
        .string();
  }
  testing::Finished run(const std::string& dataset, const std::string& kernel = "{name: label_set}") const {
    return testing::run_preimage(
        {"run", config(dataset, kernel), "--quiet", "--out", (folder.path() / "out").string()});
  }
};

const std::string kArff = "path: a.arff, test_path: b.arff, inputs: '*', outputs: [TAG_*]";

suite::study::Experiment experiment_of(const std::string& dataset) {
  const suite::config::Value root = suite::config::parse_yaml(
      "dataset: {name: vectors, output_kind: label_set, " + dataset +
          "}\ninput_kernel: {name: linear}\noutput_kernel: {name: gaussian, sigma: 1}\nloss: distance\n",
      "c.yaml");
  return suite::own_data::make_experiment(suite::config::Reader(root));
}

}  // namespace

TEST_CASE("ARFF with a file of test samples, columns of 0 and 1, and texts give the same table") {
  const LabelsPlace place;
  const testing::Finished arff = testing::ended_well(place.run(kArff));
  CHECK(contains(arff.out, "samples f1"));
  CHECK(place.run("path: all.csv, fold: part, inputs: [x1, x2], outputs: [TAG_*]").out == arff.out);
  CHECK(place.run("path: all.csv, fold: part, inputs: [x1, x2], outputs: [set]").out == arff.out);
  CHECK(place.run("path: a.arff, test_path: b.arff, inputs: [all, x2], outputs: [labels]").out == arff.out);
  CHECK(place.run(kArff, "{name: linear}").code == 0);
  CHECK(place.run(kArff, "{name: gaussian, sigma: 1}").code == 0);
}

TEST_CASE("a column named all is that column, and a run says so") {
  const LabelsPlace place;
  const testing::Finished one = place.run("path: a.arff, test_path: b.arff, inputs: all, outputs: [TAG_*]");
  CHECK(contains(one.out, "the only input is the column named 'all'"));
  CHECK_FALSE(contains(place.run(kArff).out, "column named"));
}

TEST_CASE("a model of indicator columns predicts these columns, also from ARFF") {
  const LabelsPlace place;
  const std::string model = (place.folder.path() / "m.model").string();
  const testing::Finished fitted = testing::ended_well(testing::run_preimage(
      {"fit", place.config("path: all.csv, inputs: [x1, x2], outputs: [TAG_*], fold: part"), "--out",
       model}));
  const testing::Finished predicted = testing::ended_well(
      testing::run_preimage({"predict", model, (place.folder.path() / "all.csv").string()}));
  CHECK(predicted.out.starts_with("row,TAG_u,TAG_v,TAG_w,far_from_training\n1,"));
  std::string arff = kArffHeader;
  arff.replace(arff.find("all"), 3, "x1");
  for (int i = 0; i < kAll; ++i) arff += sparse_row(i);
  const std::string file = place.folder.write("all.arff", arff).string();
  CHECK(testing::run_preimage({"predict", model, file}).out == predicted.out);
  const testing::Finished draft =
      testing::ended_well(testing::run_preimage({"init", file, "--target", "labels"}));
  CHECK(contains(draft.out, "  outputs: [TAG_u, TAG_v, TAG_w]\n"));
  CHECK(contains(draft.out, "  output_kind: label_set\n"));
}

TEST_CASE("test_path and a fold column, or two kinds of paths, are refused in a line") {
  const LabelsPlace place;
  testing::check_says(place.run(kArff + ", fold: x2"), 2, "dataset.fold: not beside test_path");
  testing::check_says(
      place.run(
          "path: a.arff, test_path: {manifest: bibtex/bibtex-test.arff.gz}, inputs: '*', outputs: [TAG_*]"),
      2, "dataset.test_path: expected a file like path");
  CHECK(place.run("path: a.arff, test_path: c.arff, inputs: '*', outputs: [TAG_*]").code == 5);
  for (const std::string outer : {"{folds: 2}", "{given: true}"}) {
    testing::check_says(testing::run_preimage({"plan", place.config(kArff, "{name: label_set}"), "--set",
                                               "protocol.outer=" + outer}),
                        2, "say `outer: {given: true, train_on: first_fold}`");
  }
  CHECK(contains(place.run("path: {manifest: toy/none.arff.gz}, inputs: '*', outputs: [TAG_*]").err,
                 "no file 'toy/none.arff.gz'"));
}

TEST_CASE("a file of the manifest is found where data are, and verified") {
  const LabelsPlace place;
  const auto entry = [](const std::string& file, const std::string& text) {
    return suite::data::DatasetFile{
        "toy", "toy/" + file + ".gz", suite::data::FileKind::gz, base::sha256(text), "", "", "", ""};
  };
  std::string training = kArffHeader, test = kArffHeader;
  for (int i = 0; i < kAll; ++i) (i < kTraining ? training : test) += sparse_row(i);
  suite::data::DataSource source;
  source.manifest.files = {entry("a.arff", training), entry("b.arff", test)};
  source.search.data_option = place.folder.path();
  source.search.cache = place.folder.path() / "cache";
  const std::string dataset =
      "path: {manifest: toy/a.arff.gz}, test_path: {manifest: toy/b.arff.gz}, inputs: '*', outputs: [TAG_*]";
  CHECK_THROWS_AS(experiment_of(dataset).data_identity(source), suite::data::MissingDataError);
  std::filesystem::create_directory(place.folder.path() / "toy");
  place.folder.write("toy/a.arff", training);
  place.folder.write("toy/b.arff", test);
  const suite::study::Experiment experiment = experiment_of(dataset);
  CHECK(experiment.data_identity(source) ==
        "arff " + base::sha256(training) + " test arff " + base::sha256(test));
  CHECK(experiment.size(source).samples == kAll);
  const auto task = experiment.draw({source, 1, 0});
  CHECK(task->given_folds.front() == 0);
  CHECK(task->given_folds.back() == 1);
  CHECK(task->data.inputs.get<arma::mat>().n_cols == 2);
  CHECK(experiment.kept == nullptr);
  place.folder.write("toy/b.arff", test + sparse_row(0));
  CHECK(contains(thrown_message<DataError>([&] { experiment_of(dataset).data_identity(source); }),
                 "content differs from the manifest"));
}
