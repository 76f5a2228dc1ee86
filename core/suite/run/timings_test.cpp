#include "suite/run/timings.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::run;
using testing::thrown_message;

namespace {

const std::string kCells =
    "config,reading,learner,repetition,outer_fold,seconds,peak_memory_kib\n"
    "t1,raw,kde,0,0,1.5,100\nt1,raw,kde,0,1,0.5,300\nt1,raw,knn,0,0,0.25,50\n";

data::CsvReader csv(const std::string& text) {
  return data::CsvReader(text, "timings.csv");
}

std::string summary_error(const std::string& text) {
  return thrown_message<DataError>([&] { summary_of_timings(csv(text)); });
}

}  // namespace

TEST_CASE("a summary adds seconds, keeps the largest memory and counts cells") {
  const std::string summary = summary_of_timings(csv(kCells));
  CHECK(summary ==
        "config,reading,learner,cells,seconds,peak_memory_kib\n"
        "t1,raw,kde,2,2.000,300\nt1,raw,knn,1,0.250,50\n");
  const ReferenceTimings reference(csv(summary));
  const Timing* kde = reference.find("t1", "raw", "kde");
  REQUIRE(kde != nullptr);
  CHECK(kde->seconds == 2.0);
  CHECK(kde->peak_kib == 300);
  CHECK(kde->cells == 2);
  CHECK(reference.find("t1", "raw", "svm") == nullptr);
  const testing::TemporaryFolder folder;
  CHECK(ReferenceTimings(folder.path() / "none.csv").find("t1", "raw", "kde") == nullptr);
  CHECK(ReferenceTimings(folder.write("t.csv", summary)).find("t1", "raw", "knn")->cells == 1);
}

TEST_CASE(
    "a reading that was never timed takes what the learner took in all others, and another summary answers "
    "first") {
  const std::string columns = "config,reading,learner,cells,seconds,peak_memory_kib\n";
  ReferenceTimings quick(csv(columns + "t1,raw,kde,1,2,300\nt1,smooth,kde,3,10,100\n"));
  CHECK(quick.find("t1", "nine-folds", "kde")->seconds == 12.0);
  CHECK(quick.find("t1", "nine-folds", "kde")->cells == 4);
  CHECK(quick.find("t1", "nine-folds", "kde")->peak_kib == 300);
  quick.fall_back_on(
      ReferenceTimings(csv(columns + "t1,raw,kde,1,99,1\nt1,nine-folds,kde,1,70,1\nt2,raw,knn,1,5,1\n")));
  CHECK(quick.find("t1", "raw", "kde")->seconds == 2.0);
  CHECK(quick.find("t1", "nine-folds", "kde")->seconds == 70.0);
  CHECK(quick.find("t1", "noisy", "kde")->seconds == 12.0);
  CHECK(quick.find("t2", "noisy", "knn")->seconds == 5.0);
}

TEST_CASE("the committed timings know each reading's cost apart") {
  const ReferenceTimings own = own_reference_timings("quick");
  const Timing *printed = own.find("rlt_strings", "as-printed", "euler_path"),
               *nine = own.find("rlt_strings", "nine-folds", "euler_path");
  REQUIRE(printed != nullptr);
  REQUIRE(nine != nullptr);
  CHECK(nine->seconds / static_cast<double>(nine->cells) >
        2.0 * printed->seconds / static_cast<double>(printed->cells));
}

TEST_CASE("names that a spreadsheet would compute are the same in the summary") {
  const std::string cells = "config,reading,learner,seconds,peak_memory_kib\n=a,+r,\"@b\"\"\",1,1\n";
  CHECK(ReferenceTimings(csv(summary_of_timings(csv(cells)))).find("=a", "+r", "@b\"") != nullptr);
}

TEST_CASE("a cell's seconds are estimated from finished ones, else from the reference, else not at all") {
  const Timing finished{3.0, 0, 2}, reference{10.0, 0, 1};
  CHECK(seconds_per_cell(finished, &reference) == 1.5);
  CHECK(seconds_per_cell({}, &reference) == 10.0);
  CHECK_FALSE(seconds_per_cell({}, nullptr));
}

TEST_CASE("timings with a column missing, or without numbers, are refused") {
  CHECK(summary_error("config,reading,learner\nt1,raw,kde\n") ==
        "timings.csv:1: no column 'seconds'; known: config, reading, learner");
  CHECK(summary_error("config,reading,learner,seconds,peak_memory_kib\nt1,raw,kde,fast,1\n") ==
        "timings.csv:2: expected a number of at least 0, found 'fast'");
  CHECK(thrown_message<DataError>([] {
          ReferenceTimings reference(
              csv("config,reading,learner,cells,seconds,peak_memory_kib\nt1,raw,kde,0,1,1\n"));
        }) == "timings.csv:2: expected a number of at least 1, found '0'");
  CHECK(summary_error("config,reading,learner,seconds,peak_memory_kib\nt1,raw,kde,-1,1\n") ==
        "timings.csv:2: expected a number of at least 0, found '-1'");
}
