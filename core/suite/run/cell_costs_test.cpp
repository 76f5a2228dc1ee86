#include "suite/run/cell_costs.hpp"

#include <doctest/doctest.h>

#include "suite/run/run_cell.hpp"
#include "suite/study/testing_study.hpp"
#include "testing/temporary_folder.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::run;

TEST_CASE(
    "a cell costs what finished ones of its reading and learner took, else the reference's, else a guess") {
  Selection selection;
  selection.studies.push_back(testing::parse(testing::toy_config()));
  const study::Study& study = selection.studies.back();
  for (const study::Reading& reading : study.readings)
    selection.readings.push_back({&study, &reading, 1, study::plan_cells(study, reading, 1, {})});
  const std::vector<const study::Cell*> cells = selection.distinct_cells();
  REQUIRE(cells.size() == 12);  // of each reading three folds of kde and neighbours in turn
  const testing::TemporaryFolder folder;
  records::RecordStore store(folder.path());
  for (const std::size_t place : {0u, 2u}) {
    records::ResultRecord record = failed_record(*cells[place], "");
    record.status = "ok";
    record.seconds = 1.0 + static_cast<double>(place);
    store.put(record);
  }
  records::ResultRecord failed = failed_record(*cells[1], "out of luck");
  failed.seconds = 100.0;
  store.put(failed);
  const ReferenceTimings reference(data::CsvReader(
      "config,reading,learner,cells,seconds,peak_memory_kib\ntoy,other,kde,2,10.0,1\n", "timings.csv"));
  const CellCosts costs = estimated_costs(selection, {cells[4], cells[6], cells[5]}, store, reference);
  CHECK(costs.seconds == std::vector<double>{2.0, 5.0, kUnknownSeconds});
  CHECK(costs.unknown == 1);
  CHECK(costs.by_others == 0);
}

TEST_CASE(
    "what neither its reading nor the reference timed costs what others of its config and learner took") {
  const study::Study study = testing::parse(testing::toy_config());
  Selection first, second;
  first.readings.push_back(
      {&study, &study.readings[0], 1, study::plan_cells(study, study.readings[0], 1, {})});
  second.readings.push_back(
      {&study, &study.readings[1], 1, study::plan_cells(study, study.readings[1], 1, {})});
  const testing::TemporaryFolder folder;
  records::RecordStore store(folder.path());
  const std::vector<const study::Cell*> cells = first.distinct_cells();
  const auto put = [&](std::size_t place, const std::string& status, double seconds) {
    records::ResultRecord record = failed_record(*cells[place], status == "ok" ? "" : "out of luck");
    record.status = status;
    record.seconds = seconds;
    store.put(record);
  };
  REQUIRE(*cells[0]->learner == "kde");
  REQUIRE(*cells[2]->learner == "kde");
  put(0, "ok", 1.0);
  put(2, "ok", 4.0);
  put(4, "failed", 100.0);
  const CellCosts costs =
      estimated_costs(second, second.distinct_cells(), store,
                      ReferenceTimings(data::CsvReader(
                          "config,reading,learner,cells,seconds,peak_memory_kib\n", "timings.csv")));
  CHECK(costs.seconds ==
        std::vector<double>{2.5, kUnknownSeconds, 2.5, kUnknownSeconds, 2.5, kUnknownSeconds});
  CHECK(costs.by_others == 3);
  CHECK(costs.others == 2);
  CHECK(costs.unknown == 3);
}
