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

std::vector<suite::study::Study> own_studies() {
  std::vector<suite::study::Study> studies;
  for (const auto& file : fs::recursive_directory_iterator(kRoot / "configs")) {
    if (file.path().extension() == ".yaml")
      studies.push_back(suite::study::load_study(file.path(), {}, experiment_table()));
  }
  return studies;
}

}  // namespace

TEST_CASE("every published number says where it stands, and why where it has no verdict") {
  std::set<fs::path> ledgers;
  for (const suite::study::Study& study : own_studies()) {
    if (study.ledger.empty() || !ledgers.insert(study.published).second) continue;
    for (const suite::records::LedgerEntry& entry : study.ledger) {
      INFO(study.published.string() << ":" << entry.line);
      CHECK_FALSE(entry.measure.empty());
      CHECK_FALSE(entry.row_title.empty());
      CHECK_FALSE(entry.column_title.empty());
      CHECK_FALSE(entry.place.empty());
      CHECK((!entry.learner.empty() || !entry.note.empty()));
    }
  }
  std::size_t files = 0;
  for (const auto& file : fs::directory_iterator(kRoot / "configs" / "published")) {
    CHECK_MESSAGE(ledgers.contains(file.path()), file.path().string());  // a config names it
    ++files;
  }
  CHECK(files >= 3);
}

TEST_CASE("every config in configs/ loads, and every table of our ledgers is reproduced by one") {
  std::set<std::string> reproduced, tables;
  for (const suite::study::Study& study : own_studies()) {
    INFO(study.config);
    CHECK(study.profiles.contains("quick"));
    CHECK(study.profiles.contains("paper"));
    for (const suite::records::LedgerEntry& entry : study.ledger) tables.insert(entry.table);
    if (study.reproduces.empty()) continue;
    CHECK(reproduced.insert(study.reproduces).second);  // by one config only
  }
  CHECK(reproduced == tables);
}
