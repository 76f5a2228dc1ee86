// The experiment as a whole, on a few drawn scenes.
#include <filesystem>
#include <set>

#include <doctest/doctest.h>

#include "experiments/car_localization/car_images.hpp"
#include "experiments/car_localization/detection_measures.hpp"
#include "experiments/car_localization/figure1.hpp"
#include "experiments/car_localization/recorded_detections.hpp"
#include "experiments/car_localization/word_map_bytes.hpp"
#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "suite/config/config_error.hpp"
#include "suite/figures/testing_svg.hpp"
#include "suite/run/run_cell.hpp"
#include "suite/study/draws.hpp"
#include "suite/study/task.hpp"
#include "suite/study/testing_study.hpp"
#include "testing/config_text.hpp"
#include "testing/is_close.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::experiments;
using namespace preimage::experiments::car_localization;
using testing::is_close;
using testing::parse;
using testing::replaced;
using testing::stand_in;
using testing::thrown_message;

namespace {

std::string cars_config() {
  return testing::config_of(
      "car_localization",
      R"(dataset: {name: uiuc_cars, stand_in: {car_crops: 60, other_crops: 40, single_scale: 12, multi_scale: 14}}
words: {count: 60, descriptors_per_image: 100, iterations: 5}
protocol: {outer: {given: true, train_on: first_fold}, inner: {folds: 2}}
figures: [detections.svg]
learners:
  svm_0: {method: localization_ssvm, C: [0.001, 0.1], widths: [88, 125, 176], passes: 5}
  linear_0: {method: localization_jkse, kernel: linear, histogram: counts, nu: [0.3, 0.9]}
  chi_square_0: {method: localization_jkse, kernel: chi_square, nu: [0.3, 0.9]}
  chi_square_90: {method: localization_jkse, kernel: chi_square, nu: [0.3, 0.9], noise: 0.9}
)",
      2);
}

/// Of samples and crops, as bytes.
std::string words_of(const Cars& cars) {
  std::vector<WordMap> maps = cars.images->crops;
  for (const auto& sample : cars.images->samples) maps.push_back(sample.words);
  return word_map_bytes(maps);
}

/// Two images of one car each; the detection that scores second is false.
samples::DataSet two_images() {
  const BoxLists cars = {{{10, 10, 100, 40}}, {{50, 50, 100, 40}, {60, 0, 100, 40}}};
  return {samples::SampleSet(2), samples::SampleSet(2).with(cars)};
}

outputs::Prediction detections_by_hand() {
  return {
      outputs::Detections{{{{{12, 10, 100, 40}, 5.0}, {{90, 60, 100, 40}, 4.0}},
                           {{{50, 52, 100, 40}, 3.0}, {{50, 51, 100, 40}, 2.0}, {{60, 2, 100, 40}, 1.0}}}},
      {},
      {}};
}

}  // namespace

TEST_CASE("measures of a case by hand: correct, false, correct, again, correct") {
  const std::vector<suite::study::Measure> measures = detection_measures(two_images());
  REQUIRE(measures.size() == 2);
  const arma::vec error = measures[0].values(detections_by_hand(), {0, 1}).value();
  REQUIRE(error.n_elem == 2);
  CHECK(is_close(error(0), 1.0 / 3.0, 1e-14));  // two of the first three are right, of three cars
  CHECK(error(1) == error(0));
  // 3 of 5 are right at the end: everything is found at a precision of .6.
  CHECK(measures[1].values(detections_by_hand(), {0, 1}).value()(0) == 0.0);
  const outputs::Prediction wrong{outputs::Detections{{{{{90, 60, 100, 40}, 1.0}}, {}}}, {}, {}};
  CHECK(measures[0].values(wrong, {0, 1}).value()(0) == 1.0);
  CHECK(measures[1].values(wrong, {0, 1}).value()(0) == 1.0);
  CHECK(!measures[0].values({outputs::Classes{{1, 2}}, {}, {}}, {0, 1}));
}

TEST_CASE("learners: each finds cars, all numbers of a record are those of its detections") {
  const suite::study::Study study = parse(cars_config());
  const suite::data::DataSource source = stand_in();
  suite::run::CellRunner runner(source);
  std::set<std::string> notes;
  for (const suite::study::Cell& cell : testing::plan_cells(study, study.readings[0], 1, source)) {
    const suite::records::ResultRecord record = runner.run(cell);
    INFO(*cell.learner << " " << record.reason);
    REQUIRE(record.status == "ok");
    CHECK(record.samples.size() == 12);
    const std::vector<double>& errors = record.measures.at("equal_error_rate");
    CHECK(std::set<double>(errors.begin(), errors.end()).size() == 1);
    CHECK(errors[0] < 0.9);
    const auto task = suite::study::draw_task(study, study.readings[0], 0, source);
    const RecordedDetections recorded = recorded_detections(record, *task);
    const auto again =
        task->measures[0].values({outputs::Detections{recorded.found}, {}, {}}, recorded.samples);
    CHECK(again.value()(0) == errors[0]);
    const std::size_t stopped = record.diagnostics.contains("training_not_converged") ? 1 : 0;
    REQUIRE(record.notes.size() == 1 + stopped);  // the last says that training stopped before it converged
    CHECK(stopped == (cell.learner->starts_with("svm") ? 1 : 0));
    notes.insert(record.notes[0]);
  }
  CHECK(notes.size() == 4);
}

TEST_CASE("repetitions swap other boxes in the same images; their words are computed once") {
  const suite::study::Study study = parse(cars_config());
  const suite::data::DataSource source = stand_in();
  const auto first = suite::study::draw_task(study, study.readings[0], 0, source);
  const auto second = suite::study::draw_task(study, study.readings[0], 1, source);
  const auto one = first->data.inputs.get<SearchedImages>(),
             other = second->data.inputs.get<SearchedImages>();
  CHECK(one.images == other.images);
  CHECK(one.seed != other.seed);
  CHECK(first->data.size() == 26);
  CHECK(first->given_folds[13] == 0);
  CHECK(first->given_folds[14] == 1);
  CHECK(first->inputs[14] == "TestImages/test-0");
  CHECK(std::set<long>(first->ids.begin(), first->ids.end()).size() == 26);
}

TEST_CASE("words from the cache are the words that are computed, and a damaged file is not believed") {
  const suite::config::Value config = suite::config::parse_yaml(cars_config(), "cars.yaml");
  const CarOptions options = parse_cars(suite::config::Reader(config));
  const testing::TemporaryFolder folder;
  std::vector<std::string> said;
  suite::data::DataSource source = stand_in();
  const Cars computed = load_cars(source, options);
  source.cache =
      suite::data::ContentCache(folder.path(), [&](const std::string& line) { said.push_back(line); });
  const auto load_again = [&] {
    const Cars cars = load_cars(source, options);
    CHECK(cars.n_train == computed.n_train);
    CHECK(words_of(cars) == words_of(computed));
    CHECK(cars.images->is_object == computed.images->is_object);
  };
  const auto files = [&] {
    return std::vector<std::filesystem::path>(std::filesystem::directory_iterator(folder.path()), {});
  };
  load_again();
  REQUIRE(files().size() == 1);
  const std::filesystem::path file = files()[0];
  const std::string kept = base::read_file(file, 10000000);
  load_again();
  CHECK(said.empty());
  std::string damaged = kept;
  damaged[kept.size() / 2] = static_cast<char>(damaged[kept.size() / 2] ^ 1);
  folder.write(file.filename().string(), damaged);
  load_again();
  CHECK(said.size() == 1);
  CHECK(base::read_file(file, 10000000) == kept);
  CarOptions other = options;
  other.codebook_seed = 2;
  load_cars(source, other);
  CHECK(files().size() == 2);
}

TEST_CASE("figures: a curve for each learner that ran, nothing where none did; drawn data is named") {
  const suite::study::Study study = parse(cars_config());
  const suite::data::DataSource source = stand_in();
  suite::run::CellRunner runner(source);
  const std::vector<suite::study::Cell> cells = testing::plan_cells(study, study.readings[0], 1, source);
  const suite::records::ResultRecord record = runner.run(cells[2]);
  const auto task = suite::study::draw_task(study, study.readings[0], 0, source);
  std::vector<suite::records::ResultRecord> draws = {record};
  const auto all = [&](const std::string& learner, int) {
    std::vector<const suite::records::ResultRecord*> found;
    if (learner == "chi_square_0")
      for (const suite::records::ResultRecord& draw : draws) found.push_back(&draw);
    return found;
  };
  const suite::study::FigureContext context{
      *task, true,
      [&](const std::string& learner, int) { return learner == "chi_square_0" ? &record : nullptr; }, all};
  const std::string svg = draw_precision_recall(context, "chi_square", "Chi-square JKSE");
  CHECK(svg.find("r = 0 %") != std::string::npos);
  CHECK(svg.find("r = 90 %") == std::string::npos);
  CHECK(svg.find("stand-in") != std::string::npos);
  CHECK(svg.find("<polygon") == std::string::npos);  // one draw has no spread
  CHECK(svg.find("One draw of the swapped boxes") != std::string::npos);
  CHECK(draw_precision_recall(context, "svm", "S-SVM").empty());
  const std::string detections = draw_detections(context);
  CHECK(testing::is_well_formed(detections));
  CHECK(testing::texts_outside(detections) == "");
  CHECK(testing::count(detections, "href=\"data:image/png;base64,") ==
        testing::count(detections, "<use href=\"#"));
  const suite::study::FigureContext nothing{
      *task, true, [](const std::string&, int) { return nullptr; },
      [](const std::string&, int) { return std::vector<const suite::records::ResultRecord*>(); }};
  CHECK(draw_detections(nothing).empty());

  // A second draw finds nothing but its best detection per image: the band is the spread of the two.
  draws.push_back(record);
  for (std::vector<double>& boxes : draws[1].vectors) boxes.resize(std::min<std::size_t>(boxes.size(), 5));
  const std::string two = draw_precision_recall(context, "chi_square", "Chi-square JKSE");
  CHECK(testing::is_well_formed(two));
  CHECK(testing::texts_outside(two) == "");
  CHECK(testing::count(two, "<polygon") == 1);
  CHECK(two.find("Mean over 2 draws of the swapped boxes") != std::string::npos);
  draws[1] = record;  // draws that agree have no spread
  CHECK(draw_precision_recall(context, "chi_square", "Chi-square JKSE").find("\u00b1 0.000<") !=
        std::string::npos);
}

TEST_CASE("what the experiment cannot work with, it says") {
  const suite::study::Task task;
  suite::records::ResultRecord record;
  record.key = "k";
  record.samples = {7};
  record.vectors = {{1, 2, 3, 4, 5}};
  CHECK(thrown_message<DataError>([&] { recorded_detections(record, task); }) ==
        "record k: no sample 7 in this data set");
  suite::study::Task with_sample;
  with_sample.ids = {7};
  record.vectors = {{1, 2, 3}};
  CHECK(thrown_message<DataError>([&] { recorded_detections(record, with_sample); }) ==
        "record k: 3 numbers of detections, expected five for each");
  CHECK(thrown_message<suite::ConfigError>([&] {
          parse(replaced(cars_config(), "count: 60", "patch: 23"));
        }).find("patch") != std::string::npos);
}
