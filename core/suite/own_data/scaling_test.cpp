// `scale`, `scale_outputs` and `missing` of a config.
#include <set>
#include <string>

#include <doctest/doctest.h>

#include "preimage/base/file.hpp"
#include "preimage/base/random.hpp"
#include "suite/own_data/testing_own.hpp"
#include "testing/config_text.hpp"
#include "testing/program.hpp"
#include "testing/refusals.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/workplace.hpp"

using namespace preimage;
using testing::contains;
using testing::Finished;
using testing::TemporaryFolder;

namespace {

/// The class is the sign of a; b is noise of a scale that drowns it. Every ninth a is missing in column
/// `gaps`.
std::string scales_table() {
  base::Random random(3);
  std::string text = "a,b,gaps,kind,y\n";
  for (int i = 0; i < 60; ++i) {
    const double a = random.gaussian() + (i % 2 == 0 ? 2.0 : -2.0);
    text += fmt::format("{},{},{},{},{}\n", a, 1e4 * random.gaussian(), i % 9 == 4 ? "" : std::to_string(a),
                        i % 2 == 0 ? "up" : "down", 1e3 * a + 7);
  }
  return text;
}

std::string scales_config(const std::string& inputs, const std::string& more) {
  return testing::own_config(
      "folds: 3", "dataset: {name: vectors, path: t.csv, inputs: [" + inputs +
                      "], outputs: kind, output_kind: class}\ninput_kernel: {name: linear}\noutput_kernel: "
                      "{name: class}\n"
                      "loss: distance\nlearners: {nn: {method: nearest_neighbours, k: [1, 3]}, kde: {method: "
                      "kernel_dependency_estimation, bandwidth: {sigma: [1, 2]}, ridge: [0.01, 0.1]}}\n" +
                      more);
}

std::set<std::string> keys_of(const TemporaryFolder& folder, const std::string& more) {
  return testing::planned_keys(folder.write("c.yaml", scales_config("a, b", more)));
}

Finished run_scales(const std::string& config) {
  const TemporaryFolder folder;
  folder.write("t.csv", scales_table());
  return testing::run_in(folder, config, {"--quiet"});
}

}  // namespace

TEST_CASE("`none` and `refuse` are what a config without the keys says: the same cells") {
  const TemporaryFolder folder;
  folder.write("t.csv", scales_table());
  const std::set<std::string> plain = keys_of(folder, "");
  CHECK(plain.size() == 6);
  CHECK(keys_of(folder, "scale: none\nmissing: refuse\n") == plain);
  std::set<std::string> all = plain;
  for (const char* more : {"scale: standard\n", "scale: minmax\n", "missing: mean\n", "missing: median\n"})
    all.merge(keys_of(folder, more));
  CHECK(all.size() == 5 * plain.size());
}

TEST_CASE("a column of another scale drowns the others, unless inputs are scaled; gaps are filled") {
  const Finished plain = testing::ended_well(run_scales(scales_config("a, b", "")));
  CHECK(testing::first_ours(plain) > 0.25);
  for (const char* scale : {"standard", "minmax"}) {
    const Finished scaled =
        testing::ended_well(run_scales(scales_config("a, b", "scale: " + std::string(scale) + "\n")));
    CHECK(testing::first_ours(scaled) < 0.15);
  }
  const Finished filled =
      testing::ended_well(run_scales(scales_config("gaps, b", "scale: standard\nmissing: median\n")));
  CHECK(testing::first_ours(filled) < 0.25);
  testing::check_says(run_scales(scales_config("gaps, b", "scale: standard\n")), 5,
                      "t.csv:6: column 'gaps': expected a number, found '' (in a config, `missing: mean` or "
                      "median fills inputs)\n");
}

TEST_CASE("scales in a list are chosen among on inner folds") {
  const testing::Workplace place("", {{"t.csv", scales_table()}});
  const auto fit = [&](const std::string& scale) {
    place.add("toy.yaml", scales_config("a, b", "scale: " + scale + "\n"));
    return place.fit({"--learner", "nn"});
  };
  const Finished chosen = fit("[none, standard]"), standard = fit("standard");
  CHECK(contains(chosen.out, "scale.standard = 1, k = "));
  const auto loss = [](const Finished& finished) {
    return finished.out.substr(finished.out.find("on inner folds"));
  };
  CHECK(loss(chosen) == loss(standard));
  CHECK(contains(
      fit("[none, standart]").err,
      "scale: expected any of none, standard and minmax, found 'standart', did you mean 'standard'?"));
  CHECK(contains(fit("[none, none]").err, "scale: 'none' occurs twice"));
  CHECK(contains(fit("[none]").err, "scale: a list is to choose among"));
}

TEST_CASE("parameters of kernels and decoders in lists are chosen on inner folds, by scaled inputs, too") {
  for (const char* more : {"", "scale: standard\n"}) {
    std::string config = scales_config("a, b", more);
    config = testing::replaced(config, "input_kernel: {name: linear}",
                               "input_kernel: {name: polynomial, degree: [1, 3], offset: 1}");
    const TemporaryFolder folder;
    folder.write("t.csv", scales_table());
    const std::string predictions = (folder.path() / "p.csv").string();
    const Finished finished =
        testing::ended_well(testing::run_in(folder, config, {"--quiet", "--predictions", predictions}));
    CHECK(contains(base::read_file(predictions, std::size_t{1} << 20), "input_kernel.degree"));
  }
}

TEST_CASE("kernels that refuse gaps see them filled") {
  const TemporaryFolder folder;
  std::string table = "a,b,kind\n";
  base::Random random(4);
  for (int i = 0; i < 60; ++i) {
    const double b = random.uniform(), a = random.uniform() + i % 2;
    table += fmt::format("{},{},{}\n", a, i % 9 == 4 ? "" : std::to_string(b), i % 2 == 0 ? "up" : "down");
  }
  folder.write("t.csv", table);
  for (const std::string kernel : {"{name: normalised, base: {name: linear}}", "{name: chi_square}"}) {
    CAPTURE(kernel);
    std::string config = scales_config("a, b", "missing: mean\n");
    const std::string plain = "{name: linear}";
    config.replace(config.find(plain), plain.size(), kernel);
    const Finished finished =
        testing::ended_well(testing::run_preimage({"run", folder.write("c.yaml", config).string(), "--quiet",
                                                   "--out", (folder.path() / kernel.substr(7, 3)).string()}));
    CHECK(contains(finished.out, " 0 failed"));
    CHECK(testing::first_ours(finished) < 0.3);
  }
}
