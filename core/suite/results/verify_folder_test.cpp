// Each fault that is planted in a results folder is found, and a sound one has none.
#include "suite/results/verify_folder.hpp"

#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "experiments/experiment_table.hpp"
#include "preimage/base/file.hpp"
#include "suite/records/result_record.hpp"
#include "suite/records/results_folder.hpp"
#include "suite/render/table_files.hpp"
#include "suite/run/plans.hpp"
#include "suite/study/options.hpp"
#include "testing/toy_config.hpp"
#include "testing/workplace.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::testing;
using records::ResultRecord;
namespace fs = std::filesystem;

namespace {

struct VerifiedFolder {
  Workplace place = Workplace(published_toy_config(), {{"published.csv", toy_ledger()}});
  fs::path out = place.out("out");
  std::vector<fs::path> records, tables, notes;

  VerifiedFolder() {
    REQUIRE(place.run("out").code == 0);
    records = files_below(suite::records::ResultsFolder(out).cells());
    for (const auto& entry : fs::recursive_directory_iterator(out / "quick"))
      if (entry.is_regular_file() && !entry.path().filename().string().starts_with("timings"))
        tables.push_back(entry.path());
    notes = notes_on(out, "toy");
  }
  results::FolderState verify() const {
    study::SelectionOptions options;
    options.out = out;
    return results::verify_folder(options,
                                  run::plan_folder(options, experiments::experiment_table(), run::Ways::all),
                                  render::files_of);
  }
  bool is_sound() const {
    const results::FolderState state = verify();
    return state.records == 24 && state.table_files > 0 && state.damaged.empty() && state.unknown.empty();
  }
  /// What is damaged, after which the file is as it was.
  std::string faults(const fs::path& path, const std::string& good) const {
    std::string lines;
    for (const auto& [file, line] : verify().damaged) lines += line + "\n";
    fs::remove(path);
    base::write_file_durably(path, good);
    return lines;
  }
};

}  // namespace

TEST_CASE("a sound folder has no fault, and each of many planted faults is found and named") {
  const VerifiedFolder folder;
  CHECK(folder.is_sound());
  std::mt19937 random(1);
  for (int round = 0; round < 10; ++round) {
    for (const std::vector<fs::path>* kind : {&folder.records, &folder.tables, &folder.notes}) {
      const fs::path path = (*kind)[random() % kind->size()];
      const std::string good = text_of(path);
      const auto check_found = [&](const std::string& what) {
        const std::string faults = folder.faults(path, good);
        CHECK_MESSAGE(contains(faults, path.filename().string()), what << " " << path << ": " << faults);
      };
      std::string damaged = good;
      damaged[random() % damaged.size()] ^= static_cast<char>(1U << (random() % 7));
      base::write_file_durably(path, damaged);
      check_found("a bit");
      base::write_file_durably(path, good.substr(0, random() % good.size()));
      check_found("cut short");
      fs::remove(path);
      fs::create_symlink(folder.place.out("elsewhere"), path);
      check_found("a link");
    }
  }
  CHECK(folder.is_sound());
}

TEST_CASE(
    "records whose sums are right and whose names or losses cannot be are found; so is a note of another "
    "name") {
  const VerifiedFolder folder;
  const fs::path record = folder.records[5];
  const std::string good = text_of(record), at = record.string() + ": ";
  /// Of the record with its sum and its name as they should be, but for what `change` makes of it.
  const auto change_record = [&](const auto& change) {
    ResultRecord changed = suite::records::from_json(good, record.string());
    change(changed);
    base::write_file_durably(record, suite::records::to_json(changed));
  };
  const auto faults = [&](const auto& change) {
    change_record(change);
    return folder.faults(record, good);
  };
  CHECK(contains(faults([](ResultRecord& r) { r.learner = r.learner == "kde" ? "neighbours" : "kde"; }),
                 at + "is called a record of learner '"));
  CHECK(contains(faults([](ResultRecord& r) { r.measures.begin()->second.front() = -5.0; }),
                 at + "has a loss below 0 ("));
  change_record([](ResultRecord& r) { r.measures.begin()->second.front() += 0.5; });
  // By the program that wrote the tables: another one cannot tell.
  CHECK(contains(run_preimage({"verify", folder.out.string()}).out,
                 "toy.csv: is not what its records say: `preimage table` writes it anew\n"));
  base::write_file_durably(record, good);

  const fs::path note = folder.notes.front(), other = note.parent_path() / "other-00000000.json";
  fs::rename(note, other);
  CHECK(contains(folder.faults(other, text_of(other)),
                 "other-00000000.json: says another config or other options than it is named by\n"));
  fs::rename(other, note);
  CHECK(folder.is_sound());
}
