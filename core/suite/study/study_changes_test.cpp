// What --set changes of a study, and what it does not.
#include <doctest/doctest.h>

#include "suite/study/testing_study.hpp"
#include "testing/config_text.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::study;
using testing::parse;
using testing::toy_config;

TEST_CASE("an override that changes what a reading computes or says is named, with its canonical value") {
  const auto modified = [](const std::vector<config::Override>& overrides) {
    const Study study = parse(toy_config(), overrides);
    return std::pair(study.readings[0].modifications(), study.readings[1].modifications());
  };
  using Two = std::pair<std::string, std::string>;
  CHECK(modified({}) == Two{"", ""});
  CHECK(modified({{"dataset.samples", "20"}}) == Two{"dataset.samples=20", "dataset.samples=20"});
  CHECK(modified({{"dataset.noise", "nested"}}) == Two{"dataset.noise=nested", ""});  // what it has anyway
  CHECK(modified({{"learners.kde.ridge", "[ 0.01,1.0 ]"}}) == Two{"", ""});
  CHECK(modified({{"seed", "2"}}) == Two{"seed=2", "seed=2"});
  CHECK(modified({{"title", "Other"}}).first == "title=Other");
  CHECK(modified({{"readings.nested.note", "hm"}}) == Two{"", "readings.nested.note=hm"});
  CHECK(modified({{"readings.nested.choices_after_seeing", "0"}}).second ==
        "readings.nested.choices_after_seeing=0");
  CHECK(modified({{"dataset.samples", "20"}, {"learners.kde.ridge", "[5,\n 6]"}}).first ==
        "dataset.samples=20, learners.kde.ridge=[5, 6]");
  CHECK(modified({{"dataset.samples", "20"}, {"dataset.samples", "30"}}) == Two{"", ""});  // the last word
  CHECK(modified({{"dataset.samples", "20"}, {"dataset.samples", "20"}}).first ==
        "dataset.samples=20, dataset.samples=20");  // each alone would do
  CHECK(modified({{"seed", "2"}, {"dataset.samples", "20"}, {"dataset.samples", "20"}}).first ==
        "seed=2, dataset.samples=20, dataset.samples=20");
  const Study study = parse(toy_config(), {{"dataset.samples", "20"}});
  CHECK(study.readings[0].label() == "exclusive (modified: dataset.samples=20)");
  CHECK(parse(toy_config()).readings[0].label() == "exclusive");
}

TEST_CASE("an override of a profile says how it is executed, not what") {
  const Study study = parse(toy_config(), {{"profiles.quick.repetitions", "9"},
                                           {"profiles.quick.cell_time", "5"},
                                           {"profiles.quick.readings", "nested"}});
  for (const Reading& reading : study.readings) CHECK(reading.modified.empty());
  CHECK(study.profiles.at("quick").repetitions == 9);
  CHECK(study.written_profiles.at("quick").repetitions == 2);
  CHECK(study.written_profiles.at("quick").readings == std::vector<std::string>{"exclusive", "nested"});
}

TEST_CASE("an override of what no log has, like a data file's name, is named, too") {
  const std::string own = testing::own_config("folds: 5",
                                              "dataset: {name: string_pairs, path: p.tsv}\n"
                                              "input_kernel: {name: spectrum, length: 1}\noutput_kernel: "
                                              "{name: spectrum, length: 1}\nloss: distance\n"
                                              "learners: {nn: {method: nearest_neighbours, k: 1}}\n");
  CHECK(parse(own, {{"dataset.path", "/tmp/q.tsv"}}).readings[0].modifications() ==
        "dataset.path=/tmp/q.tsv");
  CHECK(parse(own, {{"dataset.path", "p.tsv"}}).readings[0].modifications() == "");
}
