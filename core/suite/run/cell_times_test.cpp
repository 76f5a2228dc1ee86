#include "suite/run/cell_times.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/run/run_cell.hpp"
#include "suite/study/testing_study.hpp"
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

const std::string kColumns = "config,reading,learner,cells,seconds,peak_memory_kib\n";

/// The toy config's cells: of each reading three folds of kde and neighbours in turn.
struct Toy {
  study::Study study = testing::parse(testing::toy_config());
  std::vector<study::Cell> cells;
  Toy() {
    for (const study::Reading& reading : study.readings) {
      const std::vector<study::Cell> more = testing::plan_cells(study, reading, 1, {});
      cells.insert(cells.end(), more.begin(), more.end());
    }
  }
  std::vector<const study::Cell*> of(std::size_t first, std::size_t end) const {
    std::vector<const study::Cell*> result;
    for (std::size_t i = first; i < end; ++i) result.push_back(&cells[i]);
    return result;
  }
};

/// A record of the cell that took so long, or failed.
void put(records::RecordStore& store, const study::Cell& cell, double seconds, bool ok = true) {
  records::ResultRecord record = failed_record(cell, ok ? "" : "out of luck");
  if (ok) record.status = "ok";
  record.seconds = seconds;
  store.put(record);
}

/// Cells of a kind: how many are open, and the seconds of one as earlier runs say.
struct KindOfCells {
  std::size_t open = 0;
  std::optional<double> seconds;
};

/// A run of such cells, each kind a learner of a reading.
class Run {
 public:
  Run(const std::vector<KindOfCells>& kinds, std::size_t workers) {
    std::string summary = kColumns;
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
      const study::Cell& first = toy_.cells[kind];  // kde, neighbours
      if (kinds[kind].seconds)
        summary +=
            fmt::format("toy,{},{},1,{},1\n", first.reading->name, *first.learner, *kinds[kind].seconds);
      keys_.emplace_back();
      for (std::size_t i = 0; i < kinds[kind].open; ++i) {
        cells_.push_back(first);
        cells_.back().key = records::CellKey(base::sha256(fmt::format("{} {}", kind, i)));
        keys_.back().push_back(cells_.back().key.text());
      }
    }
    std::vector<const study::Cell*> open;
    for (const study::Cell& cell : cells_) open.push_back(&cell);
    left_.emplace(open, CellTimes(csv(summary)), workers);
  }
  void started(std::size_t worker, std::size_t kind, double now) {
    left_->started(worker, keys_.at(kind).at(next_[kind]++), now);
  }
  void finished(std::size_t worker, double now) { left_->finished(worker, now); }
  void gave_up(std::size_t worker) { left_->gave_up(worker); }
  std::optional<double> at(double now) const { return left_->at(now); }

 private:
  Toy toy_;
  std::vector<study::Cell> cells_;
  std::vector<std::vector<std::string>> keys_;
  std::map<std::size_t, std::size_t> next_;
  std::optional<WorkLeft> left_;
};

double seconds_at(const Run& run, double now) {
  return run.at(now).value();
}

}  // namespace

TEST_CASE("a summary adds seconds, keeps the largest memory and counts cells") {
  const std::string summary = summary_of_timings(csv(kCells));
  CHECK(summary ==
        "config,reading,learner,cells,seconds,peak_memory_kib\n"
        "t1,raw,kde,2,2.000,300\nt1,raw,knn,1,0.250,50\n");
  const CellTimes reference(csv(summary));
  const Timing* kde = reference.find({"t1", "raw", "kde"});
  REQUIRE(kde != nullptr);
  CHECK(kde->seconds == 2.0);
  CHECK(kde->peak_kib == 300);
  CHECK(kde->cells == 2);
  CHECK(reference.find({"t1", "raw", "svm"}) == nullptr);
}

TEST_CASE(
    "a reading that was never timed takes what the learner took in all others, and another summary answers "
    "first") {
  const std::string columns = "config,reading,learner,cells,seconds,peak_memory_kib\n";
  CellTimes quick(csv(columns + "t1,raw,kde,1,2,300\nt1,smooth,kde,3,10,100\n"));
  CHECK(quick.find({"t1", "nine-folds", "kde"})->seconds == 12.0);
  CHECK(quick.find({"t1", "nine-folds", "kde"})->cells == 4);
  CHECK(quick.find({"t1", "nine-folds", "kde"})->peak_kib == 300);
  quick.fall_back_on(
      CellTimes(csv(columns + "t1,raw,kde,1,99,1\nt1,nine-folds,kde,1,70,1\nt2,raw,knn,1,5,1\n")));
  CHECK(quick.find({"t1", "raw", "kde"})->seconds == 2.0);
  CHECK(quick.find({"t1", "nine-folds", "kde"})->seconds == 70.0);
  CHECK(quick.find({"t1", "noisy", "kde"})->seconds == 12.0);
  CHECK(quick.find({"t2", "noisy", "knn"})->seconds == 5.0);
}

TEST_CASE("the committed timings know each reading's cost apart") {
  const CellTimes own = CellTimes::of_reference("quick");
  const Timing *printed = own.find({"rlt_strings", "as-printed", "euler_path"}),
               *nine = own.find({"rlt_strings", "nine-folds", "euler_path"});
  REQUIRE(printed != nullptr);
  REQUIRE(nine != nullptr);
  CHECK(nine->seconds / static_cast<double>(nine->cells) >
        2.0 * printed->seconds / static_cast<double>(printed->cells));
}

TEST_CASE("names that a spreadsheet would compute are the same in the summary") {
  const std::string cells = "config,reading,learner,seconds,peak_memory_kib\n=a,+r,\"@b\"\"\",1,1\n";
  data::CsvReader summary = csv(summary_of_timings(csv(cells)));
  std::vector<std::string> fields;
  REQUIRE(summary.next(fields));
  CHECK(fields[0] == "'=a");
  CHECK(fields[2] == "'@b\"");
  data::CsvReader quoted = csv(summary_of_timings(csv(cells)));
  quoted.take_off_guards();
  CHECK(CellTimes(std::move(quoted)).find({"=a", "+r", "@b\""}) != nullptr);
}

TEST_CASE("timings with a column missing, or without numbers, are refused") {
  CHECK(summary_error("config,reading,learner\nt1,raw,kde\n") ==
        "timings.csv:1: no column 'seconds'; known: config, reading, learner");
  CHECK(summary_error("config,reading,learner,seconds,peak_memory_kib\nt1,raw,kde,fast,1\n") ==
        "timings.csv:2: expected a number of at least 0, found 'fast'");
  CHECK(thrown_message<DataError>([] {
          CellTimes reference(
              csv("config,reading,learner,cells,seconds,peak_memory_kib\nt1,raw,kde,0,1,1\n"));
        }) == "timings.csv:2: expected a number of at least 1, found '0'");
  CHECK(summary_error("config,reading,learner,seconds,peak_memory_kib\nt1,raw,kde,-1,1\n") ==
        "timings.csv:2: expected a number of at least 0, found '-1'");
}

TEST_CASE(
    "a cell takes what finished ones of its reading and learner took, else what the reference says, or is "
    "not known") {
  const Toy toy;
  REQUIRE(toy.cells.size() == 12);
  const testing::TemporaryFolder folder;
  records::RecordStore store(folder.path());
  put(store, toy.cells[0], 1.0);
  put(store, toy.cells[2], 3.0);
  put(store, toy.cells[1], 100.0, false);
  CellTimes times(csv(kColumns + "toy,other,kde,2,10.0,1\n"));
  times.read_finished(toy.of(0, 12), store);
  CHECK(times.seconds(toy.cells[4]) == 2.0);
  CHECK(times.seconds(toy.cells[6]) == 5.0);
  CHECK_FALSE(times.seconds(toy.cells[5]));
}

TEST_CASE("cells that differ a thousandfold in cost: the cheap ones say nothing of the dear ones") {
  Run work({{1000, 0.01}, {10, 10.0}}, 1);
  CHECK(seconds_at(work, 0.0) == doctest::Approx(110.0));
  for (int i = 0; i < 1000; ++i) {
    work.started(0, 0, 0.01 * i);
    work.finished(0, 0.01 * (i + 1));
  }
  CHECK(seconds_at(work, 10.0) == doctest::Approx(100.0));  // by cells alone it would be 0.1 s
}

TEST_CASE("what this run takes refines what earlier ones took, of all cells by the same factor") {
  Run work({{3, 1.0}, {4, 5.0}}, 1);
  work.started(0, 0, 0.0);
  work.finished(0, 3.0);  // three times as long as expected
  CHECK(seconds_at(work, 3.0) == doctest::Approx(3.0 * (2 * 1.0 + 4 * 5.0)));
  work.started(0, 1, 3.0);
  CHECK(seconds_at(work, 8.0) == doctest::Approx(66.0 - 5.0));  // of the cell in work 5 s are over
  work.finished(0, 8.0);
  CHECK(seconds_at(work, 8.0) == doctest::Approx((3.0 + 5.0) / (1.0 + 5.0) * (2 * 1.0 + 3 * 5.0)));
}

TEST_CASE("several workers share the cells, and the last one is done by one") {
  Run even({{4, 2.0}}, 2);
  CHECK(seconds_at(even, 0.0) == doctest::Approx(4.0));
  even.started(0, 0, 0.0);
  even.started(1, 0, 0.0);
  even.finished(0, 2.0);
  even.finished(1, 2.0);
  even.started(0, 0, 2.0);
  even.started(1, 0, 2.0);
  CHECK(seconds_at(even, 3.5) == doctest::Approx(0.5));
  even.finished(0, 4.0);
  CHECK(seconds_at(even, 5.0) == doctest::Approx(0.0));  // longer than expected
  Run uneven({{1, 2.0}, {1, 100.0}}, 2);
  uneven.started(0, 0, 0.0);
  uneven.started(1, 1, 0.0);
  CHECK(seconds_at(uneven, 1.0) == doctest::Approx(99.0));  // not 50
}

TEST_CASE("what was never timed counts as the others do on average; of all together this run tells") {
  Run work({{2, std::nullopt}, {1, 4.0}}, 1);
  CHECK(seconds_at(work, 0.0) == doctest::Approx(12.0));
  Run unknown({{3, std::nullopt}}, 1);
  CHECK_FALSE(unknown.at(0.0).has_value());
  unknown.started(0, 0, 0.0);
  CHECK_FALSE(unknown.at(1.0).has_value());
  unknown.finished(0, 6.0);
  CHECK(seconds_at(unknown, 6.0) == doctest::Approx(12.0));
}

TEST_CASE("of learners that were never timed each tells of its own cells") {
  Run work({{40, std::nullopt}, {3, std::nullopt}}, 1);
  for (int i = 0; i < 40; ++i) {
    work.started(0, 0, i);
    work.finished(0, i + 1.0);
  }
  work.started(0, 1, 40.0);
  CHECK(seconds_at(work, 40.0) == doctest::Approx(3.0));
  CHECK_FALSE(work.at(45.0).has_value());  // it is a slower one, and no one knows how slow
  work.finished(0, 100.0);
  CHECK(seconds_at(work, 100.0) == doctest::Approx(120.0));
}

TEST_CASE("the cell of a worker that died is open again") {
  Run work({{1, 4.0}}, 1);
  work.started(0, 0, 0.0);
  CHECK(seconds_at(work, 3.0) == doctest::Approx(1.0));
  work.gave_up(0);
  work.finished(0, 3.0);  // it has none
  CHECK(seconds_at(work, 3.0) == doctest::Approx(4.0));
}
