// `verify`: each fault that is planted in a results folder is found, and a sound one has none.
#include <random>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "preimage/base/file.hpp"
#include "suite/records/record_store.hpp"
#include "suite/records/results_folder.hpp"
#include "testing/refusals.hpp"
#include "testing/workplace.hpp"

using namespace preimage::testing;
using preimage::suite::records::RecordStore;
using preimage::suite::records::ResultRecord;
using preimage::suite::records::ResultsFolder;
namespace base = preimage::base;
namespace fs = std::filesystem;

namespace {

struct Folder {
  Workplace place = Workplace(published_toy_config());
  fs::path out = place.out("out");
  std::vector<fs::path> records, tables, notes;

  Folder() {
    place.add("published.csv", toy_ledger());
    REQUIRE(place.run("out").code == 0);
    records = files_below(ResultsFolder(out).cells());
    for (const auto& entry : fs::recursive_directory_iterator(out / "quick"))
      if (entry.is_regular_file() && !entry.path().filename().string().starts_with("timings"))
        tables.push_back(entry.path());
    notes = notes_on(out, "toy");
  }
  Finished verify() const { return run_preimage({"verify", out.string()}); }
};

/// One with its sum and its name as they should be, but for what `change` makes of it.
template <class Change>
void rewrite(const fs::path& path, const Change& change) {
  ResultRecord record = preimage::suite::records::from_json(text_of(path), path.string());
  change(record);
  base::write_file_durably(path, preimage::suite::records::to_json(record));
}

}  // namespace

TEST_CASE("a sound folder has no fault, and each of many planted faults is found and named") {
  const Folder folder;
  const Finished sound = ended_well(folder.verify());
  CHECK(contains(sound.out, "24 records, "));
  CHECK(sound.out.ends_with(": 0 faults\n"));
  std::mt19937 random(1);
  const auto one_of = [&](const std::vector<fs::path>& paths) { return paths[random() % paths.size()]; };
  const int kRounds = 10;
  for (int round = 0; round < kRounds; ++round) {
    for (const std::vector<fs::path>* kind : {&folder.records, &folder.tables, &folder.notes}) {
      const fs::path path = one_of(*kind);
      const std::string good = text_of(path);
      const auto found = [&](const std::string& what) {
        const Finished told = folder.verify();
        INFO(what, " ", path.string(), ": ", told.out, told.err);
        CHECK(told.code == 5);
        CHECK(contains(told.out, path.filename().string()));
        base::write_file_durably(path, good);
      };
      std::string damaged = good;
      damaged[random() % damaged.size()] ^= static_cast<char>(1U << (random() % 7));
      base::write_file_durably(path, damaged);
      found("a bit");
      base::write_file_durably(path, good.substr(0, random() % good.size()));
      found("cut short");
      fs::remove(path);
      fs::create_symlink(folder.place.out("elsewhere"), path);
      found("a link");
      fs::remove(path);
      base::write_file_durably(path, good);
    }
  }
  CHECK(folder.verify().code == 0);
}

TEST_CASE(
    "records whose sums are right and whose names or losses cannot be are found; so is a note of another "
    "name") {
  const Folder folder;
  const fs::path record = folder.records[5];
  const std::string good = text_of(record);
  const auto fault = [&] {
    const Finished told = folder.verify();
    CHECK(told.code == 5);
    base::write_file_durably(record, good);
    return told.out;
  };
  rewrite(record, [](ResultRecord& r) { r.learner = r.learner == "kde" ? "neighbours" : "kde"; });
  CHECK(contains(fault(), record.string() + ": is called a record of learner '"));
  rewrite(record, [](ResultRecord& r) { r.measures.begin()->second.front() = -5.0; });
  CHECK(contains(fault(), record.string() + ": has a loss below 0 ("));
  rewrite(record, [](ResultRecord& r) { r.measures.begin()->second.front() += 0.5; });
  CHECK(contains(fault(), "toy.csv: is not what its records say: `preimage table` writes it anew\n"));

  const fs::path note = folder.notes.front(), other = note.parent_path() / "other-00000000.json";
  fs::rename(note, other);
  CHECK(contains(fault(), "other-00000000.json: says another config or other options than it is named by\n"));
  fs::rename(other, note);
  CHECK(folder.verify().code == 0);
}
