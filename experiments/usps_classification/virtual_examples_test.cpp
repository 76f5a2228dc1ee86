// Shifted copies of training digits.
#include "preimage/models/virtual_examples.hpp"

#include <doctest/doctest.h>

#include "experiments/shared/usps.hpp"
#include "preimage/base/file.hpp"
#include "suite/study/draws.hpp"
#include "suite/study/testing_study.hpp"
#include "testing/config_text.hpp"
#include "testing/real_data.hpp"
#include "testing/refusals.hpp"
#include "testing/toy_config.hpp"
#include "testing/workplace.hpp"

using namespace preimage;

namespace {

const std::string kDigits =
    testing::config_of("usps_classification",
                       "dataset: {name: usps, per_class: 8, smoothing: 0, part: complete}\n"
                       "input_kernel: {name: linear}\noutput_kernel: {name: class}\n"
                       "protocol: {outer: {folds: 4}, inner: {folds: 2}}\n"
                       "learners: {nn: {method: nearest_neighbours, k: [1, 3]}}\n");

testing::Finished run_digits(const testing::TemporaryFolder& folder, const std::string& config) {
  return testing::run_preimage({"run", folder.write("c.yaml", config).string(), "--stand-in", "--out",
                                (folder.path() / "out").string()});
}

}  // namespace

TEST_CASE(
    "virtual examples of the step 0 alone predict as the images do; further steps are another reading") {
  const testing::TemporaryFolder folder;
  const auto numbers = [&](const std::string& config) {
    testing::ended_well(run_digits(folder, config));
    return base::read_file(folder.path() / "out/quick/usps_classification/c.csv", 100000);
  };
  const std::string plain = numbers(kDigits);
  CHECK(numbers("virtual_examples: {shift: 0}\n" + kDigits) == plain);
  CHECK(numbers("virtual_examples: {shift: [-2, 0, 2]}\n" + kDigits) != plain);
}

TEST_CASE("shifted digits have paper around them, and samples the numbers of their lines in the file") {
  const suite::study::Study study = testing::parse("virtual_examples: {shift: [0, 1]}\n" + kDigits);
  const auto shifted = suite::study::draw_task(study, study.readings[0], 0, testing::stand_in());
  CHECK(shifted->data.inputs.get<models::ShiftableImages>().shifts.background == -1.0);
  const auto file = testing::real_data("usps/zip.train.gz");
  if (!file) return;
  const suite::study::Study plain = testing::parse(kDigits);
  const auto task = suite::study::draw_task(
      plain, plain.readings[0], 0, suite::data::make_data_source(file->parent_path().parent_path(), false));
  const experiments::shared::Digits all = experiments::shared::load_usps(*file);
  const auto labels = task->data.outputs.get<kernels::Labels>();
  REQUIRE(task->ids.size() == 80);
  for (std::size_t i = 0; i < task->ids.size(); ++i)
    CHECK(all.labels[static_cast<std::size_t>(task->ids[i])] == labels[i]);
  CHECK(task->ids.back() > 80);
}

TEST_CASE("a step may be as long as what is left of the image") {
  const testing::TemporaryFolder folder;
  const std::string top = testing::replaced(kDigits, "part: complete", "part: top_half");
  CHECK(run_digits(folder, "virtual_examples: {shift: [0, 7]}\n" + top).code == 0);
  const testing::Finished refused = run_digits(folder, "virtual_examples: {shift: [0, 8]}\n" + top);
  CHECK(refused.code == 2);
  CHECK(testing::contains(refused.err, "virtual_examples.shift"));
}
