#include "suite/model/fit_model.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "suite/config/number.hpp"
#include "suite/model/testing_model.hpp"
#include "suite/model/testing_points.hpp"
#include "suite/own_data/testing_own.hpp"
#include "suite/records/result_record.hpp"
#include "suite/run/run_cell.hpp"
#include "suite/study/plan.hpp"
#include "suite/study/task.hpp"
#include "testing/toy_config.hpp"

using namespace preimage;
using namespace preimage::suite;
using testing::config_of_points;
using testing::kClasses;
using testing::Points;
using testing::replaced;

namespace {

constexpr long kFirstId = 101;  // of the points

/// What a cell predicted for its test sample i, as a text.
std::string prediction_of(const records::ResultRecord& record, std::size_t i,
                          const std::vector<std::string>& outputs) {
  if (!record.chosen_samples.empty())
    return outputs.at(static_cast<std::size_t>(record.chosen_samples[i] - kFirstId));
  return record.labels.empty() ? config::number_text(record.vectors.at(i).at(0)) : record.labels[i];
}

}  // namespace

TEST_CASE("the model of an outer fold predicts of its test samples what the cell has predicted") {
  for (const std::string& config :
       {kClasses, replaced(kClasses, "loss: distance", "loss: {name: cost, file: costs.csv}"),
        replaced(kClasses, "ridge: [0.01, 0.1]}",
                 "ridge: 0.1, decoder: {name: expected_loss, loss: {name: cost, file: costs.csv}}}"),
        testing::kSizes,
        config_of_points("size", "vector",
                         "output_kernel: {name: gaussian, sigma: 5}\nscale_outputs: standard\nlearners:\n"
                         "  kde: {method: kernel_dependency_estimation, ridge: 0.01}\n"),
        config_of_points("tags", "label_set",
                         "output_kernel: {name: label_set}\nlearners:\n"
                         "  kde: {method: nearest_neighbours, k: [1, 3]}\n"),
        config_of_points("word", "string",
                         "output_kernel: {name: spectrum, length: 1}\nlearners:\n"
                         "  kde: {method: kernel_dependency_estimation, ridge: [0.01, 0.1]}\n")}) {
    CAPTURE(config);
    const Points place(config);
    const study::Plan plan = testing::plan_of(place.config());
    const auto cell = std::ranges::find_if(plan.readings[0].cells, [](const study::Cell& planned) {
      return *planned.learner == "kde" && planned.outer_fold == 1;
    });
    const records::ResultRecord record = run::CellRunner(testing::kNoData).run(*cell);
    REQUIRE(record.samples.size() == 8);
    const model::FitResult fit = testing::fitted(place.config(), {"kde", 1});
    CHECK(fit.judged.at(0).inner_loss == record.inner_loss);
    CHECK(fit.file.fact("fitted_to") == "the training samples of outer fold 1");
    const model::SavedModel saved = testing::restored(fit.file);
    const auto rows = testing::predicted(saved, {place.path("points.csv")}).table.rows;
    REQUIRE(rows.size() == 24);
    for (std::size_t i = 0; i < 8; ++i) {
      const auto& row = rows.at(static_cast<std::size_t>(record.samples[i] - kFirstId));
      const std::string found = row.at(1), expected = prediction_of(record, i, saved.task->outputs);
      CHECK(row.at(0) == std::to_string(record.samples[i]));
      const auto number = config::parse_decimal(found), other = config::parse_decimal(expected);
      if (number && other)
        CHECK(*number == doctest::Approx(*other).epsilon(1e-9));  // products of other sizes round otherwise
      else
        CHECK(found == expected);
    }
  }
}

TEST_CASE("of several learners that with the smallest inner loss is taken, and the file says what it was") {
  const Points place(kClasses);
  const model::FitResult fit = testing::fitted(place.config());
  const model::JudgedLearner &taken = fit.judged.at(fit.taken), &other = fit.judged.at(1 - fit.taken);
  CHECK(*taken.inner_loss <= *other.inner_loss);
  CHECK(fit.file.fact(model::kLearner) == taken.name);
  CHECK(fit.file.fact(model::kChosen) == model::text_of(taken.chosen));
  CHECK(fit.file.fact("inner_loss") == config::number_text(*taken.inner_loss));
  CHECK(fit.file.fact("fitted_to") == "all samples");
  CHECK(std::get<arma::mat>(fit.file.arrays.at("samples/inputs")).n_rows == 24);
}
