// What --predictions writes, column by column, read back and computed anew.
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "suite/data/testing_rows.hpp"
#include "suite/records/result_record.hpp"
#include "testing/config_text.hpp"
#include "testing/refusals.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/workplace.hpp"

using namespace preimage::testing;
namespace fs = std::filesystem;
namespace records = preimage::suite::records;

namespace {

const std::string kClassesInFolds = preimage::testing::own_config(
    "given: true",
    "dataset: {name: vectors, path: points.csv, inputs: [a, b], outputs: c, output_kind: class, fold: f}\n"
    "input_kernel: {name: linear}\noutput_kernel: {name: class}\nloss: distance\n"
    "learners:\n"
    "  kde: {method: kernel_dependency_estimation, ridge: [0.1, 1]}\n"
    "  near: {method: nearest_neighbours, k: 3}\n"
    "  svm: {method: one_vs_rest_svm, ridge: 0.1}\n");

const std::string kPointsInFolds =
    "a,b,c,f\n1,2,u,+7\n2,1,v,+7\n3,5,u,+7\n4,2,v,+7\n0,1,u,12\n5,2,v,12\n2,4,u,12\n6,1,v,12\n";

/// A run of it with --predictions.
struct PredictedClasses : Workplace {
  fs::path path = out("p.csv");
  PredictedClasses() : Workplace(kClassesInFolds, {{"points.csv", kPointsInFolds}}) {}
  Finished finish(const std::string& verb, std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"--predictions", path});
    return call(verb, "out", more);
  }
};

/// Every record as the program wrote it when no decision values were kept.
void take_scores_away(const fs::path& cells) {
  for (const auto& path : files_below(cells)) {
    records::ResultRecord record = records::from_json(text_of(path), path.string());
    REQUIRE(record.scores);
    record.scores.reset();
    record.schema = record.expected_schema();
    preimage::base::write_file_durably(path, records::to_json(record));
  }
}

}  // namespace

TEST_CASE("a column for each loss, choice and class; the fold as the file names it") {
  const PredictedClasses place;
  ended_well(place.finish("run"));
  const std::vector<std::string> header = preimage::suite::data::open_csv(place.path).header();
  const std::vector<std::string> added(header.begin() + 12, header.end());
  CHECK(added == std::vector<std::string>{"fold", "loss.classification_loss", "loss.feature_distance",
                                          "chosen.ridge", "chosen.k", "score.u", "score.v", "line", "id"});
  const std::vector<Row> found = rows_in(place.path);
  REQUIRE(found.size() == 3 * 8);
  for (const Row& row : found) {
    CHECK(row.at("fold") == (number(row, "sample") < 5 ? "+7" : "12"));
    CHECK(number(row, "line") == number(row, "sample") + 1);  // there is a header
    CHECK(row.at("id") == "");
    const bool machine = row.at("learner") == "svm";  // which names a class, not a sample with a kernel
    CHECK(row.at("losses") == "classification_loss=" + row.at("loss.classification_loss") +
                                  (machine ? "" : ";feature_distance=" + row.at("loss.feature_distance")));
    CHECK(row.at("loss.feature_distance").empty() == machine);
    const bool near = row.at("learner") == "near";
    CHECK(row.at("hyper_parameters") ==
          (near ? "k=" + row.at("chosen.k") : "ridge=" + row.at("chosen.ridge")));
    CHECK(row.at(near ? "chosen.ridge" : "chosen.k") == "");
    const double u = number(row, "score.u"), v = number(row, "score.v");
    CHECK(row.at("prediction") == (u > v ? "u" : "v"));
    if (!machine) CHECK(u + v == doctest::Approx(1.0).epsilon(1e-12));
  }
}

TEST_CASE("the share of a class among the neighbours is its decision value") {
  const PredictedClasses place;
  REQUIRE(place.finish("run").code == 0);
  const std::map<std::string, double> shares_of_u = {// by hand: three nearest of the other fold
                                                     {"1", 2.0 / 3.0},
                                                     {"4", 1.0 / 3.0}};
  int looked_at = 0;
  for (const Row& row : rows_in(place.path)) {
    if (row.at("learner") != "near" || !shares_of_u.contains(row.at("sample"))) continue;
    ++looked_at;
    CHECK(number(row, "score.u") == doctest::Approx(shares_of_u.at(row.at("sample"))).epsilon(1e-12));
  }
  CHECK(looked_at == 2);
}

TEST_CASE("a record without decision values: a line says so, and --force computes them") {
  const PredictedClasses place;
  REQUIRE(place.finish("run").code == 0);
  const std::vector<Row> before = rows_in(place.path);
  take_scores_away(place.out("out") / "cells");
  const Finished lacking = ended_well(place.finish("table"));
  CHECK(lacking.err.find(place.path.string() +
                         ": no decision values of 6 of 6 cells: their records are of an older program; "
                         "`preimage run` with --force computes them anew\n") != std::string::npos);
  const std::vector<Row> without = rows_in(place.path);
  CHECK_FALSE(without.front().contains("score.u"));
  CHECK(without.size() == before.size());
  CHECK(without.front().at("loss.classification_loss") == before.front().at("loss.classification_loss"));
  REQUIRE(place.finish("run", {"--force"}).code == 0);
  CHECK(rows_in(place.path) == before);
}

TEST_CASE("samples are counted from 1 in tables, pairs and Gram matrices; line and id stand beside") {
  const TemporaryFolder folder;
  const std::string rest = "loss: distance\nprotocol: {outer: {folds: 2}, inner: {folds: 2}}\n";
  const std::string neighbours =
      "learners: {near: {method: nearest_neighbours, k: 1}}\nprofiles: {quick: {repetitions: 1, readings: "
      "all}}\n";
  const auto rows_of = [&](const std::string& name, const std::string& config) {
    const fs::path written = folder.write(
        name + ".yaml", "title: T\nexperiment: own_data\nseed: 1\n" + config + rest + neighbours);
    const fs::path found = folder.path() / (name + ".csv");
    ended_well(run_preimage({"run", written.string(), "--out", (folder.path() / "out").string(),
                             "--predictions", found.string()}));
    std::map<int, Row> by_sample;
    for (const Row& row : rows_in(found)) by_sample[static_cast<int>(number(row, "sample"))] = row;
    REQUIRE(by_sample.size() == 4);
    REQUIRE(by_sample.begin()->first == 1);  // from 1
    return by_sample;
  };
  folder.write("t.csv", "n,a,c\n70,1,u\n50,2,v\n,,\n30,4,u\n10,8,v\n");
  const std::string dataset = "{name: vectors, path: t.csv, inputs: a, outputs: c, output_kind: class";
  const std::string kernels =
      "input_kernel: {name: linear}\noutput_kernel: {name: class}\nmissing_targets: drop\n"
      "missing: mean\n";
  std::map<int, Row> rows = rows_of("lines", "dataset: " + dataset + "}\n" + kernels);
  CHECK(rows.at(2).at("line") == "3");
  CHECK(rows.at(4).at("line") == "5");  // a row without a target lies between
  CHECK(rows.at(4).at("id") == "");
  CHECK(rows.at(4).at("input") == "4");
  folder.write("t.csv", "n,a,c\n70,1,u\n50,2,v\n030,4,u\n10,8,v\n");
  rows = rows_of("ids", "dataset: " + dataset + ", id: n}\n" + kernels);
  CHECK(rows.at(3).at("line") == "4");
  CHECK(rows.at(3).at("id") == "030");    // as it is written
  for (const auto& [sample, row] : rows)  // the input of the sample that was chosen, by its number
    CHECK(rows.at(static_cast<int>(number(row, "chosen_sample"))).at("target") == row.at("prediction"));

  folder.write("p.tsv", "# pairs\nab\tx\nabc\ty\nb\tx\nbb\ty\n");
  const std::string counts =
      "input_kernel: {name: spectrum, length: 1}\noutput_kernel: {name: spectrum, length: 1}\n";
  rows = rows_of("pairs", "dataset: {name: string_pairs, path: p.tsv, comment: \"#\"}\n" + counts);
  CHECK(rows.at(1).at("line") == "2");
  CHECK(rows.at(4).at("line") == "5");
  CHECK(rows.at(4).at("input") == "bb");

  run_preimage({"gram", (folder.path() / "t.csv").string(), "--columns", "a", "--kernel",
                "{name: gaussian, sigma: 1}", "--out", (folder.path() / "K.npy").string()});
  rows = rows_of("gram", "dataset: {name: gram, input: K.npy, outputs: K.npy}\n");
  for (const auto& [sample, row] : rows) {
    CHECK(row.at("line") == "");
    CHECK(row.at("id") == "");
    CHECK(row.at("target") == std::to_string(sample));
    CHECK(row.at("prediction") == row.at("chosen_sample"));
  }
}
