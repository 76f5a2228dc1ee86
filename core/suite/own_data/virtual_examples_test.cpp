// Shifted copies of own training images.
#include <doctest/doctest.h>

#include "preimage/base/file.hpp"
#include "suite/data/testing_rows.hpp"
#include "suite/own_data/testing_own.hpp"
#include "testing/config_text.hpp"
#include "testing/toy_config.hpp"
#include "testing/workplace.hpp"

using namespace preimage;
using testing::contains;

namespace {

const std::string kImageConfig =
    testing::own_config("given: true",
                        "dataset: {name: vectors, path: d.csv, inputs: p0-p8, outputs: kind, output_kind: "
                        "class, fold: fold, constant_columns: allow}\n"
                        "image: {width: 3, height: 3}\nvirtual_examples: {shift: [-1, 0, 1]}\n"
                        "input_kernel: {name: linear}\noutput_kernel: {name: class}\nloss: distance\n"
                        "learners: {nn: {method: nearest_neighbours, k: [1, 2]}}\n");

/// Fold 0 has a dot in the middle or a bar down the middle, fold 1 the same in a corner or at the left.
const std::string kImages =
    "p0,p1,p2,p3,p4,p5,p6,p7,p8,kind,fold\n"
    "0,0,0,0,9,0,0,0,0,dot,0\n0,0,0,0,8,0,0,0,0,dot,0\n"
    "0,9,0,0,9,0,0,9,0,bar,0\n0,8,0,0,8,0,0,8,0,bar,0\n"
    "9,0,0,0,0,0,0,0,0,dot,1\n8,0,0,0,0,0,0,0,0,dot,1\n"
    "9,0,0,9,0,0,9,0,0,bar,1\n8,0,0,8,0,0,8,0,0,bar,1\n";

struct ImagePlace {
  testing::TemporaryFolder folder;
  ImagePlace() { folder.write("d.csv", kImages); }
  testing::Finished run(const std::string& config) const {
    return testing::run_in(folder, config, {"--predictions", (folder.path() / "p.csv").string()});
  }
  /// How many test samples of fold 1, which learners meet only shifted, are told right.
  std::size_t right() const {
    std::size_t right = 0;
    for (const testing::Row& row : testing::rows_in(folder.path() / "p.csv"))
      right += row.at("outer_fold") == "1" && row.at("target") == row.at("prediction") ? 1 : 0;
    return right;
  }
};

}  // namespace

TEST_CASE("what was learned in the middle is found at the side with virtual examples, and only then") {
  const ImagePlace place;
  REQUIRE(place.run(kImageConfig).code == 0);
  CHECK(place.right() == 4);
  const std::string without = testing::replaced(
      kImageConfig, "image: {width: 3, height: 3}\nvirtual_examples: {shift: [-1, 0, 1]}\n", "");
  REQUIRE(place.run(without).code == 0);
  CHECK(place.right() < 4);
}
