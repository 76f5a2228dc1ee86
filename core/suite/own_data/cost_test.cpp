// What mistakes cost, as the criterion of own classes, and in decoding.
#include <doctest/doctest.h>

#include "preimage/base/file.hpp"
#include "suite/data/testing_rows.hpp"
#include "testing/config_text.hpp"
#include "testing/program.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/toy_config.hpp"
#include "testing/workplace.hpp"

using namespace preimage;

namespace {

const std::string kCostConfig = testing::own_config(
    "folds: 3",
    "dataset: {name: vectors, path: d.csv, inputs: [a], outputs: [kind], output_kind: class}\n"
    "input_kernel: {name: gaussian, sigma: 2}\noutput_kernel: {name: class}\nloss: {name: cost, file: "
    "costs.csv}\n"
    "learners:\n  kde: {method: kernel_dependency_estimation, ridge: [100, 1000], decoder: {name: "
    "expected_loss, loss: {name: cost, file: costs.csv}}}\n");
const std::string kCosts = "true,ill,well\nwell,1,0\nill,0,1000\n";

std::string ill_and_well() {
  std::string text = "a,kind\n";
  for (int i = 0; i < 24; ++i)
    text += std::to_string(i * 7 % 24) + (i % 5 == 0 || i % 7 == 1 ? ",ill\n" : ",well\n");
  return text;
}

struct CostPlace : testing::Workplace {
  CostPlace() : Workplace(kCostConfig, {{"d.csv", ill_and_well()}, {"costs.csv", kCosts}}) {}
};

}  // namespace

TEST_CASE("costs choose and are reported; the ill are never called well, as that costs a thousand") {
  const CostPlace place;
  const auto predictions = place.out("p.csv");
  REQUIRE(place.run("out", {"--predictions", predictions.string()}).code == 0);
  CHECK(testing::contains(testing::text_of(place.out("out") / "quick/own_data/toy.txt"),
                          "chosen on inner folds by cost"));
  const std::vector<testing::Row> rows = testing::rows_in(predictions);
  for (const testing::Row& row : rows) {
    CHECK(row.at("prediction") == "ill");
    CHECK(row.at("loss.cost") == (row.at("target") == "ill" ? "0" : "1"));
  }
  CHECK(rows.size() == 24);
}

TEST_CASE("the costs' content is part of a cell's identity, their place is not") {
  const CostPlace place;
  REQUIRE(place.run("out").code == 0);
  std::filesystem::rename(place.out("costs.csv"), place.out("moved.csv"));
  place.add("toy.yaml", testing::replaced(testing::replaced(kCostConfig, "costs.csv", "moved.csv"),
                                          "costs.csv", "moved.csv"));
  CHECK(place.call("table").code == 0);
  place.add("moved.csv", testing::replaced(kCosts, "1000", "1001"));
  CHECK(place.call("table").code != 0);
}
