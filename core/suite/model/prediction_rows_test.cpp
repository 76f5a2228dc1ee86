#include "suite/model/prediction_rows.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "suite/model/testing_model.hpp"
#include "suite/model/testing_points.hpp"
#include "suite/study/kept_samples.hpp"
#include "testing/config_text.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_config.hpp"

using namespace preimage;
using namespace preimage::suite;
using testing::Points;
using testing::replaced;
using testing::thrown_message;
using Header = std::vector<std::string>;

TEST_CASE("the columns of classes: scores, probabilities where asked for, and which inputs are far") {
  const Points place(
      replaced(testing::kClasses, "ridge: [0.01, 0.1]}", "ridge: 0.1, probabilities: sigmoid}"));
  const model::SavedModel saved = testing::restored(testing::fitted(place.config(), {"kde", {}}).file);
  place.add("new.csv", "x2,x1\n200,0.5\n110,8\n1e6,8\n");
  const Header header = {"row", "kind", "score left", "score right", model::kFarFromTraining};
  const auto plain = testing::predicted(saved, {place.path("new.csv")}).table;
  CHECK(plain.header == header);
  Header longer = header;
  longer.insert(longer.end() - 1, {"probability left", "probability right"});
  const auto all = testing::predicted(saved, {place.path("new.csv")}, true).table;
  CHECK(all.header == longer);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(all.rows[i].at(0) == std::to_string(i + 1));
    CHECK(all.rows[i].at(3) == plain.rows[i].at(3));
    CHECK(std::stod(all.rows[i].at(4)) + std::stod(all.rows[i].at(5)) == doctest::Approx(1.0));
    CHECK(all.rows[i].at(6) == (i == 2 ? "1" : "0"));
  }
  CHECK(all.rows[0].at(1) == "left");
  CHECK(all.rows[1].at(1) == "right");
  CHECK_FALSE(model::predicts_vectors(saved));
}

TEST_CASE("vectors are told as a matrix, too, and it is counted where their decoder did not converge") {
  for (const bool is_short : {false, true}) {
    const Points place(is_short ? replaced(testing::kSizes, "fixed_point", "fixed_point, max_iterations: 1")
                                : testing::kSizes);
    const model::SavedModel saved = testing::restored(testing::fitted(place.config()).file);
    const testing::Predicted found = testing::predicted(saved, {place.path("points.csv"), 7});
    CHECK(found.table.header == Header{"id", "size", model::kFarFromTraining});
    CHECK((found.convergence.not_converged > 0) == is_short);
    model::Convergence all;
    const auto inputs = saved.experiment.kept->open(saved.file, {place.path("points.csv")});
    const arma::mat sizes = model::predicted_vectors(saved, *inputs->next(), all);
    CHECK(all.inputs == 24);
    CHECK(all.not_converged == found.convergence.not_converged);
    for (std::size_t i = 0; i < 24; ++i)
      CHECK(sizes(i, 0) == doctest::Approx(std::stod(found.table.rows.at(i).at(1))).epsilon(1e-9));
  }
}

TEST_CASE("where a number is not finite nothing is predicted, and the first such input is named") {
  const Points place(testing::kLines);
  const model::SavedModel saved = testing::restored(testing::fitted(place.config()).file);
  place.add("new.csv", "x1,x2\n4,200\n1e308,200\n1e308,200\n");
  CHECK(thrown_message<NumericalError>([&] { testing::predicted(saved, {place.path("new.csv")}); }) ==
        "the model predicts a number that is not finite, first for input '2'");
}

TEST_CASE("ties at random are drawn for each input, also behind those that are predicted at once") {
  std::string pairs, inputs, first, second;
  for (int i = 0; i < 12; ++i) pairs += i % 2 == 0 ? "aa\tbb\n" : "aa\tcc\n";
  for (int i = 0; i < 128; ++i) inputs += "aa\n";
  const Points place(testing::own_config(
      "folds: 3",
      "dataset: {name: string_pairs, path: p.tsv, header: none, constant_columns: allow}\n"
      "input_kernel: {name: spectrum, length: 1}\noutput_kernel: {name: spectrum, length: 1}\nloss: "
      "distance\n"
      "learners: {nn: {method: window_nearest_neighbours, window: 1, k: 1, ties: random}}\n"));
  place.add("p.tsv", pairs);
  place.add("new.tsv", inputs);
  const model::SavedModel saved = testing::restored(testing::fitted(place.config()).file);
  const auto rows = testing::predicted(saved, {place.path("new.tsv"), 64}).table.rows;
  REQUIRE(rows.size() == 128);
  for (std::size_t i = 0; i < 128; ++i) (i < 64 ? first : second) += rows[i].at(1);
  CHECK(first != second);
}
