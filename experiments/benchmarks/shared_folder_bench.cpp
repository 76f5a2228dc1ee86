// What a cell costs in a folder of results beside its own work, by how many records lie there and how many
// claims others hold:
// if any of it grew with them, a study of n cells would cost n^2.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "experiments/benchmarks/benchmark.hpp"
#include "preimage/base/sha256.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/records/record_store.hpp"
#include "suite/records/testing_record.hpp"
#include "testing/temporary_folder.hpp"

namespace preimage::experiments::benchmarks {

Benchmark make_shared_folder_benchmark();  // called by the generated table

namespace {

using suite::records::CellKey;
using suite::records::CellLock;
using suite::records::RecordStore;

constexpr std::size_t kActions = 200;  // of each kind, of which the median is shown
const std::vector<std::size_t> kRecords = {0, 1000, 10000, 100000};
const std::vector<std::size_t> kClaims = {0, 10, 100, 500};

/// Median microseconds by the clock: what waits for the disk is to count.
double median_microseconds(const std::function<void(std::size_t i)>& action) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> times;
  for (std::size_t i = 0; i < kActions; ++i) {
    const auto start = Clock::now();
    action(i);
    times.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
  }
  return median(std::move(times));
}

std::string made_key(std::size_t i) {
  return base::sha256(fmt::format("shared folder {}", i));
}

/// Files with keys as names, as many as asked for in all. They are not read.
void fill_up(const RecordStore& store, std::size_t from, std::size_t to) {
  for (std::size_t i = from; i < to; ++i) {
    const std::filesystem::path path = store.path_of(made_key(i));
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << "{}\n";
  }
}

/// Whether every action did what it was timed for.
bool time_records(const std::filesystem::path& folder, std::ostream& out) {
  RecordStore store(folder);
  bool is_right = true;
  std::size_t there = 0;
  out << fmt::format("{:>10}{:>12}{:>12}{:>12}{:>12}{:>22}\n", "records", "claim us", "write us", "read us",
                     "absent us", "list all of them ms");
  for (const std::size_t records : kRecords) {
    fill_up(store, there, records);
    there = std::max(there, records);
    const auto name = [&](std::size_t i) { return fmt::format("{} {}", records, i); };
    std::vector<suite::records::ResultRecord> examples;
    for (std::size_t i = 0; i < kActions; ++i) examples.push_back(testing::example_record(name(i)));
    const double claim = median_microseconds(
        [&](std::size_t i) { is_right = is_right && store.try_lock(examples[i].key).has_value(); });
    const double absent = median_microseconds(
        [&](std::size_t i) { is_right = is_right && !store.find(examples[i].key).has_value(); });
    const double write = median_microseconds([&](std::size_t i) { store.put(examples[i]); });
    const double read = median_microseconds(
        [&](std::size_t i) { is_right = is_right && store.find(examples[i].key) == examples[i]; });
    std::size_t listed = 0;
    const double list = interleaved_seconds({[&] { listed = store.keys().size(); }}, 3).front();
    for (const auto& example : examples) std::filesystem::remove(store.path_of(example.key));
    is_right = is_right && listed == records + kActions;
    out << fmt::format("{:>10}{:>12.1f}{:>12.1f}{:>12.1f}{:>12.1f}{:>22.1f}\n", records, claim, write, read,
                       absent, list * 1e3)
        << std::flush;
  }
  return is_right;
}

bool time_claims(const std::filesystem::path& folder, std::ostream& out) {
  const RecordStore store(folder);
  bool is_right = true;
  std::vector<CellLock> held;
  out << fmt::format("{:>10}{:>12}\n", "claims", "claim us");
  for (const std::size_t claims : kClaims) {
    while (held.size() < claims) held.push_back(store.try_lock(made_key(held.size())).value());
    const double claim = median_microseconds([&](std::size_t i) {
      is_right = is_right && store.try_lock(made_key(kClaims.back() + i)).has_value();
    });
    out << fmt::format("{:>10}{:>12.1f}\n", claims, claim) << std::flush;
  }
  return is_right && !store.try_lock(made_key(0)).has_value();
}

int run_shared_folder(std::ostream& out) {
  const testing::TemporaryFolder folder;
  out << fmt::format("one process, in {}; medians of {} by the clock\n", folder.path().parent_path().string(),
                     kActions);
  const bool records = time_records(folder.path() / "records", out);
  const bool claims = time_claims(folder.path() / "claims", out);
  return records && claims ? suite::cli::kOk : suite::cli::kRegression;
}

}  // namespace

Benchmark make_shared_folder_benchmark() {
  return {"shared-folder", "claims and records of cells by how many there are already", run_shared_folder};
}

}  // namespace preimage::experiments::benchmarks
