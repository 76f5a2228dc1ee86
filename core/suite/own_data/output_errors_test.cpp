// The errors of each output column beside the tables of own vectors.
#include <cmath>
#include <map>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"
#include "suite/data/testing_rows.hpp"
#include "suite/own_data/testing_own.hpp"
#include "testing/config_text.hpp"
#include "testing/is_close.hpp"
#include "testing/toy_config.hpp"
#include "testing/workplace.hpp"

using namespace preimage;
namespace fs = std::filesystem;

namespace {

const std::string kVectorConfig = testing::own_config(
    "folds: 3",
    "dataset: {name: vectors, path: d.csv, inputs: [a, b], outputs: [y, z], output_kind: vector}\n"
    "input_kernel: {name: linear}\noutput_kernel: {name: linear}\nloss: distance\n"
    "learners: {nn: {method: nearest_neighbours, k: 1},\n"
    "  new: {method: kernel_dependency_estimation, ridge: 1, decoder: {name: closed_form}}}\n",
    2);

/// Truths and predictions of one learner's outer fold, a column of them.
struct Column {
  std::vector<double> truth, found;
};

double mean_of(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

/// (learner, output) -> (mean squared error, mean absolute error, R^2), averaged over the folds in
/// --predictions.
std::map<std::string, std::vector<double>> errors_by_hand(const fs::path& predictions) {
  std::map<std::string, std::map<std::string, Column>> folds;  // learner and output, then repetition and fold
  for (const testing::Row& row : testing::rows_in(predictions)) {
    const std::string &truth = row.at("target"), &found = row.at("prediction");
    for (const std::string output : {"y", "z"}) {
      const auto part = [&](const std::string& text) {
        const std::size_t blank = text.find(' ');
        return std::stod(output == "y" ? text.substr(0, blank) : text.substr(blank + 1));
      };
      Column& column =
          folds[row.at("learner") + " " + output][row.at("repetition") + " " + row.at("outer_fold")];
      column.truth.push_back(part(truth));
      column.found.push_back(part(found));
    }
  }
  std::map<std::string, std::vector<double>> result;
  for (const auto& [name, of_folds] : folds) {
    std::vector<double> squared, absolute, explained;
    for (const auto& [fold, column] : of_folds) {
      std::vector<double> squares, sizes, deviations;
      const double mean = mean_of(column.truth);
      for (std::size_t i = 0; i < column.truth.size(); ++i) {
        squares.push_back(std::pow(column.truth[i] - column.found[i], 2));
        sizes.push_back(std::abs(column.truth[i] - column.found[i]));
        deviations.push_back(std::pow(column.truth[i] - mean, 2));
      }
      squared.push_back(mean_of(squares));
      absolute.push_back(mean_of(sizes));
      explained.push_back(1.0 - mean_of(squares) / mean_of(deviations));
    }
    result[name] = {mean_of(squared), mean_of(absolute), mean_of(explained)};
  }
  return result;
}

}  // namespace

TEST_CASE("errors of each output column, averaged over folds, of chosen and of new vectors") {
  const testing::TemporaryFolder folder;
  std::string text = "a,b,y,z\n";
  for (int i = 0; i < 18; ++i)
    text += fmt::format("{},{},{},{}\n", i * 7 % 10, i * i % 11, i * 5 % 7, 100 * (i % 4));
  folder.write("d.csv", text);
  const auto run = [&](const std::string& config) {
    return testing::run_in(folder, config, {"--predictions", (folder.path() / "p.csv").string()}).code;
  };
  REQUIRE(run(kVectorConfig) == 0);
  const fs::path file = folder.path() / "out/quick/own_data/c.outputs.csv";
  CHECK(suite::data::open_csv(file).header() == std::vector<std::string>{"reading", "learner", "output",
                                                                         "mean_squared_error",
                                                                         "mean_absolute_error", "r_squared"});
  const std::vector<std::string> names = {"mean_squared_error", "mean_absolute_error", "r_squared"};
  const auto expected = errors_by_hand(folder.path() / "p.csv");
  const std::vector<testing::Row> rows = testing::rows_in(file);
  for (const testing::Row& row : rows) {
    const std::vector<double>& mine = expected.at(row.at("learner") + " " + row.at("output"));
    for (std::size_t i = 0; i < 3; ++i)
      CHECK(testing::is_close(testing::number(row, names[i]), mine[i], 1e-12));
  }
  CHECK(rows.size() == 4);
  CHECK(testing::run_preimage({"compare", (folder.path() / "out").string(), (folder.path() / "out").string()})
            .code == 0);
  std::string classes = testing::replaced(kVectorConfig, "outputs: [y, z], output_kind: vector",
                                          "outputs: z, output_kind: class");
  classes = testing::replaced(classes, "output_kernel: {name: linear}", "output_kernel: {name: class}");
  REQUIRE(run(testing::replaced(classes, ", decoder: {name: closed_form}", "")) == 0);
  CHECK_FALSE(fs::exists(file));  // that of the earlier config would mislead
}
