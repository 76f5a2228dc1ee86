// Folds that train on the past: protocol.outer.ordered and dataset.time.
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "preimage/base/file.hpp"
#include "suite/model/testing_model.hpp"
#include "suite/own_data/testing_own.hpp"
#include "suite/results/reading_records.hpp"
#include "suite/run/inner_folds.hpp"
#include "suite/run/run_cell.hpp"
#include "suite/study/draws.hpp"
#include "testing/config_text.hpp"
#include "testing/refusals.hpp"
#include "testing/workplace.hpp"

using namespace preimage;
using namespace preimage::suite;
using testing::contains;
using testing::Finished;

namespace {

constexpr int kRows = 23;

/// Of each row of a table: 0, 7, 14, 21, 5, ... , each number below 23 once.
int place_of(int row) {
  return row * 7 % kRows;
}

/// The 1st of March 2024, and that many days behind it.
std::string date(int days) {
  return days < 31 ? fmt::format("2024-03-{:02}", days + 1) : fmt::format("2024-04-{:02}", days - 30);
}

/// x is random enough; `t` are numbers, `day` dates two days apart, `tied` are three rows of one time.
std::string timed_rows() {
  std::string table = "x,t,day,tied,group,y,kind\n";
  for (int row = 0; row < kRows; ++row)
    table +=
        fmt::format("{},{},{},{},g{},{},{}\n", row * row % 17, place_of(row) / 10.0, date(2 * place_of(row)),
                    place_of(row) / 3, row % 9, row * 5 % 11, row % 2 == 0 ? "a" : "b");
  return table;
}

struct TimedPlace : testing::OwnPlace {
  TimedPlace() {
    folder.write("d.csv", timed_rows());
    inputs = "[x]";
    dataset = "outputs: [y], output_kind: vector";
    output_kernel = "linear";
    protocol = "{outer: {ordered: 4}, inner: {folds: 3}}";
  }
};

using RowNumbers = std::vector<arma::uword>;
struct ExpectedSplit {
  RowNumbers train, test;
};

void check_splits(const std::vector<samples::Split>& splits, const std::vector<ExpectedSplit>& expected) {
  REQUIRE(splits.size() == expected.size());
  for (std::size_t f = 0; f < splits.size(); ++f) {
    CHECK(arma::conv_to<RowNumbers>::from(splits[f].train) == expected[f].train);
    CHECK(arma::conv_to<RowNumbers>::from(splits[f].test) == expected[f].test);
  }
}

/// Those of the outer folds, and the inner ones of one outer fold.
struct AllSplits {
  std::vector<samples::Split> outer, inner;
  AllSplits(const TimedPlace& place, int outer_fold, int repetition = 0) {
    const suite::study::Plan plan = place.plan();
    const suite::study::PlannedReading& planned = plan.readings.at(0);
    const auto task = suite::study::draw_task(*planned.study, *planned.reading, repetition, testing::kNoData);
    outer = suite::study::outer_splits(*planned.study, *planned.reading, repetition, *task);
    suite::study::Cell cell = planned.cells.at(0);
    cell.outer_fold = outer_fold;
    cell.repetition = repetition;
    inner = suite::run::inner_splits(cell, *task, outer.at(static_cast<std::size_t>(outer_fold)).train);
  }
};

// scikit-learn's TimeSeriesSplit(4) of the rows in the order of their times, and TimeSeriesSplit(3) of the
// second training set.
const std::vector<ExpectedSplit> kOuterByTime = {
    {{0, 10, 20, 7, 17, 4, 14}, {1, 11, 21, 8}},
    {{0, 10, 20, 7, 17, 4, 14, 1, 11, 21, 8}, {18, 5, 15, 2}},
    {{0, 10, 20, 7, 17, 4, 14, 1, 11, 21, 8, 18, 5, 15, 2}, {12, 22, 9, 19}},
    {{0, 10, 20, 7, 17, 4, 14, 1, 11, 21, 8, 18, 5, 15, 2, 12, 22, 9, 19}, {6, 16, 3, 13}}};
const std::vector<ExpectedSplit> kInnerByTime = {{{0, 10, 20, 7, 17}, {4, 14}},
                                                 {{0, 10, 20, 7, 17, 4, 14}, {1, 11}},
                                                 {{0, 10, 20, 7, 17, 4, 14, 1, 11}, {21, 8}}};

}  // namespace

TEST_CASE("outer and inner folds are those of TimeSeriesSplit, by numbers and by dates") {
  TimedPlace place;
  for (const char* column : {"t", "day"}) {
    place.dataset = std::string("outputs: [y], output_kind: vector, time: ") + column;
    const AllSplits splits(place, 1);
    check_splits(splits.outer, kOuterByTime);
    check_splits(splits.inner, kInnerByTime);
  }
}

TEST_CASE(
    "without a column of times the rows are in their order, and a gap counts rows in outer and inner folds") {
  TimedPlace place;
  place.protocol = "{outer: {ordered: 4, gap: 2}, inner: {folds: 2}}";
  const AllSplits splits(
      place, 2);  // TimeSeriesSplit(4, gap=2), TimeSeriesSplit(2, gap=2) of its third training set
  check_splits(splits.outer,
               {{{0, 1, 2, 3, 4}, {7, 8, 9, 10}},
                {{0, 1, 2, 3, 4, 5, 6, 7, 8}, {11, 12, 13, 14}},
                {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, {15, 16, 17, 18}},
                {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}, {19, 20, 21, 22}}});
  check_splits(splits.inner, {{{0, 1, 2}, {5, 6, 7, 8}}, {{0, 1, 2, 3, 4, 5, 6}, {9, 10, 11, 12}}});
}

TEST_CASE("a gap counts days of dates, and the unit of numbers; as far before as the gap is far enough") {
  TimedPlace place;
  const std::vector<ExpectedSplit> expected = {
      {{0, 10, 20, 7, 17}, {1, 11, 21, 8}},
      {{0, 10, 20, 7, 17, 4, 14, 1, 11}, {18, 5, 15, 2}},
      {{0, 10, 20, 7, 17, 4, 14, 1, 11, 21, 8, 18, 5}, {12, 22, 9, 19}},
      {{0, 10, 20, 7, 17, 4, 14, 1, 11, 21, 8, 18, 5, 15, 2, 12, 22}, {6, 16, 3, 13}}};
  struct Case {
    const char *column, *gap;
  };
  // Dates are two days apart, numbers a tenth: 0.7 - 0.4 is less than 0.3 in doubles.
  for (const Case& one : {Case{"day", "5"}, Case{"day", "6"}, Case{"t", "0.25"}, Case{"t", "0.3"}}) {
    place.dataset = std::string("outputs: [y], output_kind: vector, time: ") + one.column;
    place.protocol = std::string("{outer: {ordered: 4, gap: ") + one.gap + "}, inner: {folds: 2}}";
    check_splits(AllSplits(place, 3).outer, expected);
  }
}

TEST_CASE("rows of one time are on one side, whichever side the cut is nearer to") {
  TimedPlace place;
  place.dataset = "outputs: [y], output_kind: vector, time: tied";
  place.protocol = "{outer: {ordered: 2}, inner: {folds: 2}}";
  const AllSplits splits(place, 1);
  // Blocks of 7 begin at places 9 and 16 in the order of time, inner ones of 5 at 5 and 10; times change at
  // 3, 6, 9 and so on.
  CHECK(splits.outer[0].train.n_elem == 9);
  CHECK(splits.outer[0].test.n_elem == 6);
  CHECK(splits.outer[1].test.n_elem == 8);
  CHECK(splits.inner[0].train.n_elem == 3);
  CHECK(splits.inner[0].test.n_elem == 6);
  CHECK(splits.inner[1].test.n_elem == 6);
  for (const auto* all : {&splits.outer, &splits.inner}) {
    for (const samples::Split& split : *all) {
      for (const arma::uword before : split.train) {
        for (const arma::uword after : split.test)
          CHECK(place_of(static_cast<int>(before)) / 3 < place_of(static_cast<int>(after)) / 3);
      }
    }
  }
}

TEST_CASE("repetitions have the same folds, so that one is run unless a method draws something") {
  TimedPlace place;
  place.repetitions = 7;
  CHECK(place.plan().readings.at(0).repetitions == 1);
  for (const int repetition : {0, 6}) {
    const AllSplits splits(place, 0, repetition);
    CHECK(arma::conv_to<RowNumbers>::from(splits.outer[0].train) == RowNumbers{0, 1, 2, 3, 4, 5, 6});
  }
  place.learners =
      "one: {method: nearest_neighbours, k: [1, 3]}, lots: {method: kernel_dependency_estimation, bandwidth: "
      "{sigma: 9}, "
      "ridge: 0.1, map: {landmarks: 3}, decoder: {name: closed_form}}";
  const suite::study::Plan plan = place.plan();
  CHECK(plan.readings.at(0).repetitions_of("one") == 1);
  CHECK(plan.readings.at(0).repetitions_of("lots") == 7);
  CHECK(plan.readings.at(0).repeats_one_draw());
}

TEST_CASE("a table of ordered folds says so, tests with their own sizes, and has no row of the first block") {
  TimedPlace place;
  place.dataset = "outputs: [y], output_kind: vector, time: day";
  place.protocol = "{outer: {ordered: 3, gap: 3}, inner: {folds: 2}}";
  place.learners =
      "one: {method: nearest_neighbours, k: [1, 2]}, mean: {method: mean_output, decoder: {name: "
      "closed_form}}";
  const std::string predictions = (place.folder.path() / "p.csv").string();
  const Finished run = testing::ended_well(place.run({"--predictions", predictions}));
  CHECK(contains(
      run.out,
      "folds, outer and inner, are blocks in the order of column 'day': a block tests, and all rows before "
      "it train but for a gap of 3 days; the first only trains\n"));
  CHECK(contains(
      run.out,
      "run once: outer and inner folds are in order and nothing is drawn, so every repetition would give the "
      "same numbers\n"));
  // Each test is of 5 rows; 7, 12 and 17 rows train: the mean of 5/7, 5/12 and 5/17.
  CHECK(contains(run.out, "over 3 ordered folds, n_test / n_train = 0.475"));
  const std::string rows = base::read_file(predictions, 100000);
  CHECK(testing::count_of(rows, ",one,0,") == 15);
  for (const char* fold : {"0", "1", "2"})  // row 0 is the first in time
    CHECK_FALSE(contains(rows, fmt::format(",one,0,{},1,", fold)));
}

TEST_CASE("what knows another order than time is refused beside ordered folds, with what to write") {
  const auto message = [](const std::function<void(TimedPlace&)>& change) {
    TimedPlace place;
    change(place);
    const Finished run = place.run();
    CHECK(run.code == 2);
    return run.err;
  };
  const auto with_protocol = [&](const std::string& protocol) {
    return message([&](TimedPlace& place) {
      place.protocol = protocol;
      place.dataset = "outputs: [kind], output_kind: class";
      place.output_kernel = "class";
    });
  };
  const std::string not_beside =
      ": not beside outer.ordered, which cuts the samples by time alone and trains on all before; leave it "
      "out";
  for (const auto& refused :
       std::vector<std::pair<std::string, std::string>>{{"outer.folds", ": 4"},
                                                        {"outer.stratified", ": true"},
                                                        {"outer.given", ": true"},
                                                        {"outer.train_on", ": one_fold"},
                                                        {"inner.stratified", ": true"},
                                                        {"inner.samples", ": 5"}}) {
    const std::string key = refused.first.substr(6) + refused.second;
    CHECK(contains(
        with_protocol(refused.first[0] == 'o' ? "{outer: {ordered: 4, " + key + "}, inner: {folds: 3}}"
                                              : "{outer: {ordered: 4}, inner: {folds: 3, " + key + "}}"),
        "protocol." + refused.first + not_beside));
  }
  CHECK(contains(
      with_protocol("{outer: {ordered: 4, gap: 1.5}, inner: {folds: 3}}"),
      "protocol.outer.gap: expected a whole number of rows; `dataset.time: COLUMN` makes it a time"));
  CHECK(contains(with_protocol("{outer: {folds: 4, gap: 1}, inner: {folds: 3}}"),
                 "protocol.outer.gap: lies between the blocks of outer.ordered; say how many"));
  CHECK(
      contains(message([](TimedPlace& place) { place.dataset += ", group: group"; }),
               "protocol.outer.ordered: folds in the order of time say how well later rows of known groups"));
  CHECK(contains(message([](TimedPlace& place) { place.dataset += ", time: y"; }), "'y' is used twice"));
  const testing::Workplace drawn;  // strings of a grammar
  CHECK(contains(drawn.run("out", {"--set", "protocol.outer={ordered: 3}"}).err,
                 "protocol.outer.ordered: the samples of this experiment are in no order; say folds: 5"));
}

TEST_CASE("folds that the times cannot give are refused before a cell runs") {
  const auto message = [](const std::string& protocol, const std::string& time) {
    TimedPlace place;
    place.protocol = protocol;
    if (!time.empty()) place.dataset += ", time: " + time;
    const Finished run = place.run();
    CHECK(run.code == 2);
    return run.err;
  };
  CHECK(contains(message("{outer: {ordered: 23}, inner: {folds: 3}}", ""),
                 "c: protocol.outer.ordered: 23 folds in the order of time of 23 samples"));
  CHECK(contains(message("{outer: {ordered: 11}, inner: {folds: 12}}", ""),
                 "c: protocol.inner.folds: 12 folds in the order of time of 12 samples"));
  CHECK(
      contains(message("{outer: {ordered: 11}, inner: {folds: 3}}", "tied"),
               "c: protocol.outer.ordered: 11 folds in the order of time: too many samples are of one time"));
  CHECK(contains(
      message("{outer: {ordered: 4, gap: 400}, inner: {folds: 3}}", "day"),
      "c: protocol.outer.ordered: 4 folds in the order of time: nothing is left to train on before those"));
  CHECK(contains(message("{outer: {ordered: 4, gap: 1e300}, inner: {folds: 3}}", ""),
                 "nothing is left to train on"));
}

TEST_CASE("times are no inputs of `all`, may be named as ones, and are not asked of a model's new rows") {
  TimedPlace place;
  place.dataset = "except: [day, tied, group, kind], outputs: [y], output_kind: vector, time: t";
  const auto inputs_of = [&](const std::string& inputs) {
    place.inputs = inputs;
    const suite::study::Plan plan = place.plan();
    return plan.readings.at(0).reading->parameters.at("dataset.inputs");
  };
  CHECK(inputs_of("all") == R"(["x"])");
  place.dataset = "outputs: [y], output_kind: vector, time: t";
  CHECK(inputs_of("[x, t]") == R"(["x","t"])");
  place.inputs = "[x]";
  const auto saved = testing::restored(testing::fitted(place.config(), {"one", {}}).file);
  CHECK(testing::predicted(saved, {place.folder.write("new.csv", "x\n4\n")}).table.header ==
        std::vector<std::string>{"row", "y", "far_from_training"});
}

TEST_CASE("folds drawn at random beside times are warned of; old keys know neither") {
  TimedPlace place;
  place.dataset += ", time: day";
  place.protocol = "{outer: {folds: 4}, inner: {folds: 3}}";
  CHECK(contains(place.run().out,
                 "folds are drawn at random, and training sets hold rows later than those tested: `readings: "
                 "{random: {}, ordered: {protocol.outer: {ordered: 5}, protocol.inner: {folds: 3}}}` in the "
                 "config gives"));
  TimedPlace plain;
  plain.protocol = place.protocol;
  const suite::study::Plan plan = plain.plan();
  for (const auto& [path, value] : plan.readings.at(0).reading->parameters) {
    CHECK(path != "protocol.outer.ordered");
    CHECK(path != "protocol.outer.gap");
    CHECK(path != "dataset.time");
  }
}

TEST_CASE("init names a column of dates") {
  const testing::TemporaryFolder folder;
  testing::check_says(
      testing::run_preimage({"init", folder.write("d.csv", timed_rows()).string(), "--target", "y", "--out",
                             (folder.path() / "c.yaml").string()}),
      0, "column 'day' looks like times of the rows ('2024-03-01'): folds drawn at random train on");
  std::string config = base::read_file(folder.path() / "c.yaml", 100000);
  const auto change = [&](const std::string& from, const std::string& to) {
    REQUIRE(contains(config, from));
    config.replace(config.find(from), from.size(), to);
  };
  change("  # time: day\n", "  time: day\n");
  change("  outer: {folds: 5}\n", "  outer: {ordered: 5}\n");
  // Of 23 rows a block is 3, and the first 8; of these an inner block is 1, and the first 4.
  CHECK(contains(config, "    k: [1, 3]\n"));
  folder.write("c.yaml", config);
  const Finished run = testing::ended_well(testing::run_preimage(
      {"run", (folder.path() / "c.yaml").string(), "--quiet", "--out", (folder.path() / "out").string()}));
  CHECK(contains(run.out, "are blocks in the order of column 'day'"));
}

TEST_CASE("the readings that `audit` prints of dates and classes run as they are on the config of `init`") {
  const testing::TemporaryFolder folder;
  std::string rows = "day,x,z,kind\n";
  for (int i = 0; i < 90; ++i)
    rows += fmt::format("{:02}.{:02}.2024,{},{},{}\n", 1 + i * 11 % 27, 1 + i / 30, i * 37 % 61, i * i % 53,
                        i * 11 % 7 < 3 ? "a" : "b");
  const std::string config = (folder.path() / "c.yaml").string();
  CHECK(testing::run_preimage(
            {"init", folder.write("d.csv", rows).string(), "--target", "kind", "--out", config})
            .code == 0);
  const Finished audit = testing::run_preimage({"audit", config});
  const std::size_t begin = audit.out.find("`readings: ");
  REQUIRE(begin != std::string::npos);
  const std::size_t end = audit.out.find('`', begin + 1);
  const std::string text =
      base::read_file(config, 100000) + audit.out.substr(begin + 1, end - begin - 1) + "\n";
  folder.write("c.yaml", text);
  const Finished run =
      testing::ended_well(testing::run_preimage({"run", config, "--out", (folder.path() / "out").string()}));
  CHECK(contains(run.out, "reading: ordered"));
}
