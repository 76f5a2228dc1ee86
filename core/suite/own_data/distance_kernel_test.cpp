// Kernels of own data from distances in a file.
#include <cmath>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "preimage/base/file.hpp"
#include "suite/data/testing_rows.hpp"
#include "testing/config_text.hpp"
#include "testing/refusals.hpp"
#include "testing/toy_config.hpp"
#include "testing/workplace.hpp"

using namespace preimage;
using testing::contains;

namespace {

const std::string kDistanceConfig = testing::own_config(
    "folds: 3",
    "dataset: {name: vectors, path: d.csv, inputs: [a, b], outputs: [y, z], output_kind: vector}\n"
    "input_kernel: {name: linear}\noutput_kernel: {name: linear}\nloss: distance\n"
    "learners: {kde: {method: kernel_dependency_estimation, ridge: [0.1, 1]}, nn: {method: "
    "nearest_neighbours, k: 3}}\n");

struct Sample {
  double a, b, y, z;
};

std::vector<Sample> samples_in_the_plane() {
  std::vector<Sample> all;
  for (int i = 0; i < 15; ++i)
    all.push_back({static_cast<double>(i % 5) - 2.0, static_cast<double>(i / 5) - 1.0,
                   static_cast<double>(i * 7 % 11), static_cast<double>(i * i % 13)});
  return all;
}

template <class Distance>
std::string table_of_distances(const Distance& distance) {
  std::string text;
  const std::vector<Sample> all = samples_in_the_plane();
  for (const Sample& s : all) {
    for (const Sample& t : all) text += (&t == &all.front() ? "" : ",") + fmt::format("{}", distance(s, t));
    text += "\n";
  }
  return text;
}

struct DistancePlace {
  testing::TemporaryFolder folder;
  DistancePlace() {
    std::string text = "a,b,y,z\n";
    for (const Sample& s : samples_in_the_plane()) text += fmt::format("{},{},{},{}\n", s.a, s.b, s.y, s.z);
    folder.write("d.csv", text);
    folder.write("X.csv", table_of_distances([](const Sample& s, const Sample& t) {
                   return std::hypot(s.a - t.a, s.b - t.b);
                 }));
    folder.write("Y.csv", table_of_distances([](const Sample& s, const Sample& t) {
                   return std::hypot(s.y - t.y, s.z - t.z);
                 }));
  }
  testing::Finished call(const std::string& verb, const std::string& config,
                         const std::string& predictions = "") const {
    std::vector<std::string> words = {verb, folder.write("c.yaml", config).string(), "--out",
                                      (folder.path() / "out").string()};
    if (!predictions.empty())
      words.insert(words.end(), {"--predictions", (folder.path() / predictions).string()});
    return testing::run_preimage(words);
  }
  /// By learner and sample.
  std::map<std::string, std::string> predictions(const std::string& file) const {
    std::map<std::string, std::string> all;
    for (const testing::Row& row : testing::rows_in(folder.path() / file))
      all[row.at("learner") + " " + row.at("sample")] = row.at("prediction");
    return all;
  }
};

std::string with_kernel(const std::string& side, const std::string& file) {
  return testing::replaced(kDistanceConfig, side + ": {name: linear}",
                           side + ": {name: from_distances, file: " + file + "}");
}

}  // namespace

TEST_CASE("from the distances of a centred linear kernel the same is predicted as by the kernel") {
  const DistancePlace place;  // inputs have mean 0, outputs are centred by the training samples
  REQUIRE(place.call("run", kDistanceConfig, "plain.csv").code == 0);
  REQUIRE(place.call("run", with_kernel("input_kernel", "X.csv"), "inputs.csv").code == 0);
  REQUIRE(place.call("run", with_kernel("output_kernel", "Y.csv"), "outputs.csv").code == 0);
  const auto plain = place.predictions("plain.csv");
  REQUIRE(plain.size() == 30);
  CHECK(bool(place.predictions("inputs.csv") == plain));
  CHECK(bool(place.predictions("outputs.csv") == plain));
}

TEST_CASE("the last bits of distances decide nothing: neighbours on a grid that are equally far stay so") {
  const DistancePlace place;
  REQUIRE(place.call("run", kDistanceConfig, "plain.csv").code == 0);
  const auto plain = place.predictions("plain.csv");
  for (const double towards : {0.0, 1e9}) {
    place.folder.write("moved.csv", table_of_distances([&](const Sample& s, const Sample& t) {
                         const double distance = std::hypot(s.a - t.a, s.b - t.b);
                         return distance == std::floor(distance) ? distance
                                                                 : std::nextafter(distance, towards);
                       }));
    for (const std::string file :
         {"moved.csv", "moved.csv, not_euclidean: clip"}) {  // as given, and by kernel values
      CAPTURE(file);
      CAPTURE(towards);
      REQUIRE(place.call("run", with_kernel("input_kernel", file), "moved_predictions.csv").code == 0);
      CHECK(bool(place.predictions("moved_predictions.csv") == plain));
    }
  }
}

TEST_CASE("the distances are part of a cell's identity, the file's place is not") {
  const DistancePlace place;
  REQUIRE(place.call("run", with_kernel("input_kernel", "X.csv")).code == 0);
  std::filesystem::rename(place.folder.path() / "X.csv", place.folder.path() / "moved.csv");
  CHECK(place.call("table", with_kernel("input_kernel", "moved.csv")).code == 0);
  CHECK(place.call("table", with_kernel("input_kernel", "Y.csv")).code != 0);
}

TEST_CASE("what are no distances between the samples is refused before a cell runs") {
  const DistancePlace place;
  const auto refusal = [&](const std::string& text, const std::string& options = "") {
    place.folder.write("bad.csv", text);
    const testing::Finished finished = place.call("run", with_kernel("output_kernel", "bad.csv" + options));
    testing::check_says(finished, 5, "bad.csv");
    return finished.err;
  };
  const std::string good =
      table_of_distances([](const Sample& s, const Sample& t) { return std::abs(s.y - t.y); });
  const std::string uneuclidean = table_of_distances(
      [](const Sample& s, const Sample& t) { return std::pow(s.y - t.y, 2) + std::abs(s.z - t.z); });
  CHECK(contains(refusal("0,1\n1,0\n"), "2 rows, but the data have 15 samples"));
  CHECK(contains(refusal("0,1\n1,x\n"), "bad.csv:2: column 'x1': expected a number, found 'x'"));
  CHECK(contains(refusal("0,1\n1\n0,1\n"), "bad.csv:2: expected 2 fields, found 1"));
  CHECK(contains(refusal("0,1\n1,45%\n"), "found '45%' (a per cent sign: type 45 or 0.45)"));
  CHECK(contains(refusal(""), "bad.csv:1: empty"));
  CHECK(contains(refusal(testing::replaced(good, "0,7,", "0,8,")), "not symmetric"));
  CHECK(contains(refusal(testing::replaced(testing::replaced(good, "0,7,", "0,-7,"), "\n7,0", "\n-7,0")),
                 "expected a finite number >= 0"));
  CHECK(contains(refusal(testing::replaced(good, "0,7,", "1,7,")), "expected 0 on the diagonal"));
  CHECK(contains(refusal(uneuclidean), "not Euclidean"));
  CHECK(contains(refusal(uneuclidean), "not_euclidean: clip takes the nearest matrix that fits"));
  place.folder.write("bad.csv", uneuclidean);
  CHECK(place.call("run", with_kernel("output_kernel", "bad.csv, not_euclidean: clip")).code == 0);
  testing::check_says(place.call("run", "scale: standard\n" + with_kernel("input_kernel", "X.csv")), 2,
                      "from_distances looks at no input column: leave out scale and missing");
}
