// The noisy draw, and the program on it.
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "experiments/digit_denoising/noisy_digits.hpp"
#include "preimage/base/file.hpp"
#include "suite/data/testing_rows.hpp"
#include "suite/records/result_record.hpp"
#include "suite/study/testing_study.hpp"
#include "testing/config_text.hpp"
#include "testing/is_close.hpp"
#include "testing/refusals.hpp"
#include "testing/workplace.hpp"

namespace fs = std::filesystem;
using namespace preimage;
using namespace preimage::experiments;
using namespace preimage::experiments::digit_denoising;
using namespace suite;
using testing::stand_in;

namespace {

NoisyDigits draw(std::uint64_t seed, const NoiseOptions& noise = {}) {
  base::Random random(seed);
  return draw_noisy_digits(stand_in(), {6, 0.75}, noise, random);
}

const std::string kConfig = testing::config_of(
    "digit_denoising", R"(dataset: {name: usps, per_class: 4, smoothing: 0.75, noise_sd: 0.5}
output_kernel: {name: gaussian, sigma: 8}
protocol: {outer: {folds: 2, train_on: first_fold, stratified: true}, inner: {folds: 2}}
learners:
  pca: {method: pca_denoising, n_components: 8}
  capped: {method: kernel_pca_denoising, n_components: 8, decoder: {name: nelder_mead, start: observed, evaluations_per_coordinate: 2}}
  fixed_point: {method: kernel_pca_denoising, n_components: 8, decoder: {name: fixed_point, start: observed, max_iterations: 5000}}
  gradient_descent: {method: kernel_pca_denoising, n_components: 8, decoder: {name: gradient_descent, start: observed}}
  learned: {method: kernel_pca_denoising, n_components: 8, decoder: {name: learned_preimage, sigma: 8, ridge: 0.1}}
  distance_constraint: {method: kernel_pca_denoising, n_components: 8, decoder: {name: distance_constraint, neighbours: 5}}
)",
    2);

}  // namespace

TEST_CASE("a draw holds as many digits of every class, in a random order of the seed") {
  const NoisyDigits a = draw(1);
  std::vector<int> counts(10);
  for (int label : a.clean.labels) ++counts[static_cast<std::size_t>(label)];
  CHECK(counts == std::vector<int>(10, 6));
  CHECK(draw(1).clean.ids == a.clean.ids);
  CHECK(draw(2).clean.ids != a.clean.ids);
  CHECK(arma::approx_equal(draw(1).observed, a.observed, "absdiff", 0.0));
}

TEST_CASE("noise comes after smoothing and has the standard deviation asked for") {
  for (const bool unit : {false, true}) {
    for (const double sd : {0.5, 0.1}) {
      const NoisyDigits digits = draw(3, {sd, unit});
      const arma::vec noise = arma::vectorise(digits.observed - digits.clean.pixels);
      const double tolerance = 4.0 * sd / std::sqrt(2.0 * static_cast<double>(noise.n_elem));
      CHECK(testing::is_close(arma::stddev(noise), sd, 0.0, tolerance));
      CHECK(testing::is_close(arma::mean(noise), 0.0, 0.0,
                              4.0 * sd / std::sqrt(static_cast<double>(noise.n_elem))));
      CHECK(digits.clean.pixels.min() >= (unit ? 0.0 : -1.0));
      CHECK(digits.clean.pixels.max() <= 1.0);
    }
  }
  CHECK(arma::approx_equal(draw(3, {0.0, false}).observed, draw(3).clean.pixels, "absdiff", 0.0));
}

TEST_CASE(
    "one split per draw; a capped search is marked; L-BFGS and the fixed point agree where both converged") {
  const testing::Workplace place(kConfig);
  const fs::path out = place.out("out");
  const testing::Finished finished = testing::ended_well(place.run("out", {"--stand-in"}));
  CHECK(testing::count_records(out) == 12);
  for (const auto& [name, bytes] : testing::result_files(out / "cells"))
    if (name.ends_with(".json")) CHECK(bytes.find("\"vectors\":[]") != std::string::npos);
  CHECK(finished.out.find("\u2020 capped: pre-image not converged for 40 of 40 test samples") !=
        std::string::npos);
  CHECK(finished.out.find("fixed point: pre-image not converged") == std::string::npos);
  CHECK(finished.out.find("gradient descent: pre-image not converged") == std::string::npos);
  CHECK(fs::exists(out / "quick/digit_denoising/toy_figure1.svg"));
  std::map<std::string, double> error;
  for (const testing::Row& row : testing::rows_in(out / "quick/digit_denoising/toy.csv")) {
    if (row.at("measure") == "squared_error") error[row.at("learner")] = testing::number(row, "ours");
  }
  REQUIRE(error.size() == 6);
  CHECK(testing::is_close(error.at("fixed_point"), error.at("gradient_descent"), 1e-6));
  CHECK(error.at("capped") > error.at("fixed_point"));  // the capped search is not there yet
}

TEST_CASE(
    "a picture is drawn from records; one of an older program is named with the command that fills it") {
  const testing::Workplace place(kConfig);
  const fs::path picture = place.out("out") / "quick/digit_denoising/toy_figure1.svg";
  REQUIRE(place.run("out", {"--stand-in"}).code == 0);
  const std::string bytes = base::read_file(picture, 1 << 24);
  std::string old_key;
  for (const auto& entry : fs::recursive_directory_iterator(place.out("out") / "cells")) {
    if (entry.path().extension() != ".json") continue;
    records::ResultRecord record = records::from_json(base::read_file(entry.path(), 1 << 24), "record");
    if (record.repetition != 0) CHECK_FALSE(record.figure);
    if (record.repetition != 0 || record.learner != "pca") continue;
    REQUIRE(record.figure);
    CHECK(record.figure->samples.size() == 10);
    CHECK(record.figure->vectors.front().size() == 256);
    record.figure.reset();
    record.schema = records::kSchemaWithoutParts;
    old_key = record.key;
    std::ofstream(entry.path(), std::ios::binary) << records::to_json(record);
  }
  const testing::Finished table = testing::ended_well(place.call("table", "out", {"--stand-in"}));
  CHECK_FALSE(fs::exists(picture));
  const std::string expected = "--force --only " + old_key.substr(0, 12);
  CHECK(table.err.find("toy_figure1.svg: a record of an older program lacks what it shows: preimage run ") !=
        std::string::npos);
  CHECK(table.err.find(expected) != std::string::npos);
  REQUIRE(place.run("out", {"--stand-in", "--only", old_key.substr(0, 12), "--force"}).code == 0);
  REQUIRE(place.call("table", "out", {"--stand-in"}).err.find("older program") == std::string::npos);
  CHECK(base::read_file(picture, 1 << 24) == bytes);
}
