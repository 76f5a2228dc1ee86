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
    const bool is_of_reasons = file.path().stem().extension() == ".why";
    CHECK_MESSAGE((is_of_reasons || ledgers.contains(file.path())),
                  file.path().string());  // a config names it
    ++files;
  }
  CHECK(files >= 6);
}

TEST_CASE("every reason why a number does not come out is short, ends, and says where there is more") {
  std::set<fs::path> files;
  for (const suite::study::Study& study : own_studies()) {
    if (study.published.empty()) continue;
    const fs::path file = suite::records::reasons_file(study.published);
    const bool is_of_papers = file.parent_path().filename() == "published";
    CHECK_MESSAGE((!is_of_papers || !study.reasons.empty()), file.string());
    files.insert(file);
    for (const suite::records::Reason& reason : study.reasons) {
      INFO(file.string() << ":" << reason.line);
      CHECK(reason.why.size() <= 300);
      CHECK(reason.why.ends_with("."));
      CHECK(fs::is_regular_file(kRoot / reason.more));
    }
  }
  for (const auto& file : fs::directory_iterator(kRoot / "configs" / "published")) {
    if (file.path().stem().extension() == ".why")
      CHECK_MESSAGE(files.contains(file.path()), file.path().string());
  }
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
