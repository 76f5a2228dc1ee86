// fit, predict and show, as a user calls them.
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/file.hpp"
#include "preimage/base/text.hpp"
#include "preimage/models/model_file.hpp"
#include "suite/config/number.hpp"
#include "suite/data/testing_rows.hpp"
#include "testing/config_text.hpp"
#include "testing/program.hpp"
#include "testing/refusals.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/toy_config.hpp"
#include "testing/workplace.hpp"

using namespace preimage::testing;
namespace fs = std::filesystem;

namespace {

/// 24 points in given folds, with outputs of each kind.
std::string points() {
  std::string text = "id,x1,x2,kind,size,tags,word,fold\n";
  for (int i = 0; i < 24; ++i) {
    const double a = 0.37 * ((7 * i) % 24), b = 100.0 + 11.0 * ((5 * i) % 24);
    const bool left = a < 4.0;
    text += std::to_string(i + 101) + "," + preimage::suite::config::number_text(a) + "," +
            preimage::suite::config::number_text(b) + "," + (left ? "left" : "right") + "," +
            preimage::suite::config::number_text(a * a) + "," +
            (left         ? "l;low"
             : i % 3 == 0 ? ""
                          : "r") +
            "," + (left ? "ab" : "bba") + "," + std::to_string(i % 3) + "\n";
  }
  return text;
}

std::string config_of(const std::string& target, const std::string& kind, const std::string& rest) {
  return preimage::testing::config_of(
      "own_data",
      "dataset: {name: vectors, path: points.csv, inputs: [x1, x2], outputs: [" + target +
          "], output_kind: " + kind +
          ", fold: fold, id: id}\ninput_kernel: {name: linear}\nscale: standard\nloss: distance\n" + rest +
          "protocol: {outer: {given: true}, inner: {folds: 3}}\n");
}

/// A folder with the points, costs of mistakes and a config.
struct Points : Workplace {
  std::string model = out("m.pim");

  explicit Points(const std::string& text)
      : Workplace(text, {{"points.csv", points()}, {"costs.csv", "true,left,right\nleft,0,9\nright,1,0\n"}}) {
  }
  std::string path(const std::string& name) const { return out(name); }
  Finished predict(const std::string& inputs, const std::string& written = "-") const {
    return run_preimage({"predict", model, inputs, "--out", written});
  }
};

const std::string kClasses = config_of(
    "kind", "class",
    "output_kernel: {name: class}\nlearners:\n"
    "  kde: {method: kernel_dependency_estimation, bandwidth: {sigma: [0.5, 1, 2]}, ridge: [0.01, 0.1]}\n"
    "  svm: {method: one_vs_rest_svm, ridge: [0.1, 1]}\n");

Finished run_all_words(const std::vector<std::string>& words) {
  return run_preimage(words);
}

}  // namespace

TEST_CASE("the model of an outer fold predicts of its test samples what the cell has predicted") {
  const std::vector<std::pair<std::string, std::string>> outputs = {
      {"kind", kClasses},
      {"kind", replaced(kClasses, "loss: distance", "loss: {name: cost, file: costs.csv}")},
      {"kind", replaced(kClasses, "ridge: [0.01, 0.1]}",
                        "ridge: 0.1, decoder: {name: expected_loss, loss: {name: cost, file: costs.csv}}}")},
      {"size",
       config_of("size", "vector",
                 "output_kernel: {name: gaussian, sigma: 5}\nscale_outputs: standard\nlearners:\n"
                 "  kde: {method: kernel_dependency_estimation, bandwidth: {sigma: [0.5, 1]}, ridge: 0.01, "
                 "n_components: 3, decoder: {name: fixed_point}}\n")},
      {"size", config_of("size", "vector",
                         "output_kernel: {name: gaussian, sigma: 5}\nscale_outputs: standard\nlearners:\n"
                         "  kde: {method: kernel_dependency_estimation, ridge: 0.01}\n")},
      {"tags", config_of("tags", "label_set",
                         "output_kernel: {name: label_set}\nlearners:\n"
                         "  kde: {method: nearest_neighbours, k: [1, 3]}\n")},
      {"word", config_of("word", "string",
                         "output_kernel: {name: spectrum, length: 1}\nlearners:\n"
                         "  kde: {method: kernel_dependency_estimation, ridge: [0.01, 0.1]}\n")}};
  for (const auto& output : outputs) {
    const std::string &target = output.first, &config = output.second;
    CAPTURE(target);
    const Points place(config);
    const std::string file = place.path("predictions.csv");
    REQUIRE(place.run("out", {"--predictions", file}).code == 0);
    REQUIRE(place.fit({"--learner", "kde", "--outer-fold", "1"}).code == 0);
    const Finished predicted = ended_well(place.predict(place.path("points.csv")));
    std::map<std::string, std::string> now;  // by the id
    for (const Row& row : rows_of({predicted.out, "table"})) now[row.at("id")] = row.at(target);
    CHECK(now.size() == 24);
    int compared = 0;
    for (const Row& row : rows_in(file)) {
      if (row.at("learner") != "kde" || row.at("outer_fold") != "1") continue;
      const std::string &found = now.at(row.at("id")), &expected = row.at("prediction");
      const auto number = preimage::suite::config::parse_decimal(found),
                 other = preimage::suite::config::parse_decimal(expected);
      if (number && other)
        CHECK(*number ==
              doctest::Approx(*other).epsilon(1e-9));  // products of other sizes are rounded differently
      else
        CHECK(found == expected);
      ++compared;
    }
    CHECK(compared == 8);
    // As numbers for NumPy: where outputs are vectors, those of a training sample, too.
    const Finished as_numbers = place.predict(place.path("points.csv"), place.path("p.npy"));
    CHECK_MESSAGE((as_numbers.code == 0) == (target == "size"), as_numbers.err);
  }
}

TEST_CASE("files that are no model, damaged, or another program's, are refused, and the old model stays") {
  const Points place(kClasses);
  REQUIRE(place.fit().code == 0);
  const std::string bytes = preimage::base::read_file(place.model, 1 << 20);
  const auto refusal = [&](const std::string& content) {
    place.add("bad.pim", content);
    const Finished finished = run_preimage({"show", place.path("bad.pim")});
    CHECK(finished.code == 5);
    CHECK(count_of(finished.err, "\n") == 1);
    return finished.err;
  };
  CHECK(contains(refusal(points()), "bad.pim: is no model file of preimage"));
  CHECK(contains(refusal(bytes.substr(0, bytes.size() / 2)), "bad.pim: the model file is cut short"));
  CHECK(contains(refusal(replaced(bytes, "linear", "lineal")), "sums do not hold"));
  CHECK(run_preimage({"show", place.path("nowhere.pim")}).code == 5);
  // A full disk.
  const Finished full = run_words({"sh", "-c", "ulimit -f 4; \"$0\" fit \"$1\" --out \"$2\" --results \"$3\"",
                                   PREIMAGE_PROGRAM, place.config(), place.model, place.path("out")});
  CHECK(full.code == 5);
  CHECK(preimage::base::read_file(place.model, 1 << 20) == bytes);
}

TEST_CASE("a model with valid sums makes the program read no file, and has no array that no part reads") {
  const Points place(kClasses);
  REQUIRE(place.fit().code == 0);
  const std::string data = place.path("points.csv"), bad = place.path("bad.pim");
  const preimage::models::ModelFile good = preimage::models::read_model_file(place.model);
  const auto refusal = [&](const std::string& fact, const std::string& value) {
    preimage::models::ModelFile file = good;
    file.facts[fact] = value;
    preimage::models::write_model_file(bad, file);
    const Finished finished = run_preimage({"predict", bad, data, "--out", "-"});
    CHECK(finished.code == 5);
    CHECK(count_of(finished.err, "\n") == 1);
    return finished.err;
  };
  CHECK(contains(refusal("parameters.loss", "{name: cost, file: /etc/passwd}"),
                 "loss.file: a model names no file"));
  CHECK(contains(refusal("unlogged.dataset.path", "/etc/passwd"), "dataset.path: a model names no file"));
  preimage::models::ModelFile file = good;
  file.facts["parameters.version.experiment"] = "0";
  file.facts["config"] = std::string(101, 'c');
  preimage::models::write_model_file(bad, file);
  CHECK(contains(run_preimage({"predict", bad, data, "--out", "-"}).err, "preimage fit CONFIG --reading"));
  file = good;
  std::get<std::vector<std::int64_t>>(file.arrays.at("samples/outputs")).pop_back();
  preimage::models::write_model_file(bad, file);
  CHECK(contains(run_preimage({"predict", bad, data, "--out", "-"}).err,
                 "the model's samples do not fit each other"));
  file = good;
  file.arrays["evil"] = arma::mat(1, 1);
  preimage::models::write_model_file(bad, file);
  CHECK(contains(run_preimage({"predict", bad, data, "--out", "-"}).err,
                 "the model has an array 'evil' that is no part of it"));
}

TEST_CASE("a model whose numbers lead to one that is not finite predicts nothing") {
  const TemporaryFolder folder;
  std::string table = "a,b,y\n";
  for (int i = 0; i < 24; ++i) {
    const int a = 4 * i, b = 4 * (7 * i % 24);
    for (const int hundredths : {a, b, a + 2 * b}) table += std::to_string(hundredths) + "e-2,";
    table.back() = '\n';
  }
  folder.write("d.csv", table);
  const std::string config =
      folder
          .write("c.yaml",
                 "title: t\nexperiment: own_data\nseed: 1\n"
                 "dataset: {name: vectors, path: d.csv, inputs: [a, b], outputs: [y], output_kind: vector}\n"
                 "input_kernel: {name: linear}\noutput_kernel: {name: gaussian, sigma: 1}\n"
                 "scale_outputs: standard\nloss: squared_distance\n"
                 "protocol: {outer: {folds: 3}, inner: {folds: 2}}\nlearners:\n"
                 "  kde: {method: kernel_dependency_estimation, ridge: 0.1, decoder: {name: fixed_point}}\n"
                 "profiles: {quick: {repetitions: 1}}\n")
          .string();
  const std::string model = (folder.path() / "m.pim").string(), npy = (folder.path() / "p.npy").string();
  REQUIRE(run_preimage({"fit", config, "--out", model, "--results", folder.path().string()}).code == 0);
  preimage::models::ModelFile file = preimage::models::read_model_file(model);
  auto& outputs = std::get<arma::mat>(file.arrays.at("samples/outputs"));
  for (arma::uword i = 0; i < outputs.n_elem; ++i) outputs(i) = i % 2 == 0 ? 1e308 : -1e308;
  preimage::models::write_model_file(model, file);
  const std::string data = folder.write("new.csv", "a,b\n0.4,0.5\n-5,5\n").string();
  for (const std::string& out : {std::string("-"), npy}) {
    const Finished refused = run_preimage({"predict", model, data, "--out", out});
    check_says(refused, 5, "the model predicts a number that is not finite, first for input '2'\n");
    CHECK(refused.out.empty());
  }
  CHECK_FALSE(fs::exists(npy));
}

TEST_CASE("predict replaces nothing that it reads") {
  const Points place(kClasses);
  REQUIRE(place.fit().code == 0);
  const std::string data = place.path("points.csv");
  check_refusals({{{"predict", place.model, data, "--out", data}, "points.csv: this file is read, too"},
                  {{"predict", place.model, data, "--out", place.model}, "m.pim: this file is read, too"}},
                 run_all_words);
  CHECK(preimage::base::read_file(data, 1 << 20) == points());
}

TEST_CASE("class names that a terminal would obey are escaped on standard output, and stay in a file") {
  const Points place(kClasses);
  const std::string bad = "left\x1b[2J\xE2\x80\xAE";
  std::string table = points();
  for (std::size_t at = 0; (at = table.find(",left,", at)) != std::string::npos; at += bad.size())
    table.replace(at + 1, 4, bad);
  place.add("points.csv", table);
  REQUIRE(place.fit({"--learner", "kde"}).code == 0);
  const std::string inputs = place.path("new.csv");
  place.add("new.csv", "x1,x2\n0.1,130\n");
  const Finished printed = ended_well(place.predict(inputs));
  CHECK(contains(printed.out, "1,left\\x1b[2J\\u202e,"));
  CHECK_FALSE(preimage::base::find_unshowable(printed.out + printed.err));
  REQUIRE(place.predict(inputs, place.path("out.csv")).code == 0);
  CHECK(contains(preimage::base::read_file(place.path("out.csv"), std::size_t{1} << 20), "1," + bad + ","));
}

TEST_CASE("ties at random are drawn for each input, also behind the 1024 that are predicted at once") {
  const TemporaryFolder folder;
  std::string pairs, inputs, first, second;
  for (int i = 0; i < 12; ++i) pairs += i % 2 == 0 ? "aa\tbb\n" : "aa\tcc\n";
  for (int i = 0; i < 2048; ++i) inputs += "aa\n";
  folder.write("p.tsv", pairs);
  const std::string model = (folder.path() / "m.pim").string();
  const fs::path config = folder.write(
      "p.yaml", preimage::testing::own_config(
                    "folds: 3",
                    "dataset: {name: string_pairs, path: p.tsv, header: none, constant_columns: allow}\n"
                    "input_kernel: {name: spectrum, length: 1}\noutput_kernel: {name: spectrum, length: "
                    "1}\nloss: distance\n"
                    "learners: {nn: {method: window_nearest_neighbours, window: 1, k: 1, ties: random}}\n"));
  REQUIRE(run_preimage({"fit", config.string(), "--out", model, "--results", folder.path().string()}).code ==
          0);
  std::istringstream lines(run_preimage({"predict", model, folder.write("new.tsv", inputs).string()}).out);
  std::string line;
  std::getline(lines, line);
  for (int i = 0; std::getline(lines, line); ++i)
    (i < 1024 ? first : second) += line.substr(line.find(',') + 1);
  CHECK(first.size() == 2048);
  CHECK(second.size() == 2048);
  CHECK(first != second);
}
