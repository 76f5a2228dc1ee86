// The papers' numbers that the experiments carry.
#include <filesystem>
#include <set>

#include <doctest/doctest.h>

#include "experiments/experiment_table.hpp"
#include "suite/records/ledger.hpp"
#include "suite/study/experiment.hpp"
#include "suite/study/study.hpp"

namespace fs = std::filesystem;
using namespace preimage;
using namespace preimage::experiments;

namespace {

const fs::path kRoot = PREIMAGE_SOURCE_ROOT;

std::vector<fs::path> ledgers() {
  std::vector<fs::path> paths;
  for (const suite::study::ExperimentEntry& entry : experiment_table()) {
    const fs::path path = kRoot / "experiments" / entry.name / "published.csv";
    if (fs::exists(path)) paths.push_back(path);
  }
  return paths;
}

}  // namespace

TEST_CASE("every published.csv loads, says where each number stands, and no table is in two of them") {
  CHECK(ledgers().size() >= 3);
  std::map<std::string, fs::path> homes;
  for (const fs::path& path : ledgers()) {
    const std::vector<suite::records::LedgerEntry> ledger = suite::records::load_ledger(path);
    CHECK_FALSE(ledger.empty());
    for (const suite::records::LedgerEntry& entry : ledger) {
      INFO(path.string() << " " << entry.table << " " << entry.measure << " " << entry.learner);
      CHECK(entry.table.find('/') != std::string::npos);
      CHECK_FALSE(entry.measure.empty());
      CHECK_FALSE(entry.row_title.empty());
      CHECK_FALSE(entry.column_title.empty());
      CHECK_FALSE(entry.place.empty());
      CHECK((!entry.learner.empty() || !entry.note.empty()));  // a number without verdict says why
      CHECK(homes.emplace(entry.table, path).first->second == path);
    }
  }
}

TEST_CASE("every config in configs/ loads, and what it reproduces is in its experiment's ledger") {
  std::set<std::string> reproduced;
  std::size_t configs = 0;
  for (const auto& file : fs::directory_iterator(kRoot / "configs")) {
    if (file.path().extension() != ".yaml") continue;
    INFO(file.path().string());
    ++configs;
    const suite::study::Study study = suite::study::load_study(file.path(), {}, experiment_table());
    CHECK(study.profiles.contains("quick"));
    CHECK(study.profiles.contains("paper"));
    if (study.reproduces.empty()) continue;
    CHECK(reproduced.insert(study.reproduces).second);  // by one config only
    const auto entries = suite::records::entries_of(
        suite::records::load_ledger(kRoot / "experiments" / study.experiment / "published.csv"),
        study.reproduces);
    CHECK_FALSE(entries.empty());
    for (const suite::records::LedgerEntry& entry : entries) {
      if (entry.learner.empty()) continue;
      bool runs = false;
      for (const suite::study::Reading& reading : study.readings) {
        for (const suite::registry::ParsedLearner& learner : reading.learners)
          runs = runs || learner.name == entry.learner;
      }
      INFO(entry.learner);
      CHECK(runs);
    }
  }
  CHECK(configs > 0);
}
