// `verify`: each fault that is planted in a results folder is found, and a sound one has none.
#include <random>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "preimage/base/file.hpp"
#include "suite/records/record_store.hpp"
#include "suite/records/results_folder.hpp"
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
  const Finished sound = folder.verify();
  CHECK(sound.code == 0);
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
    "records whose sums are right and whose names or losses cannot be are found; so are strangers' files") {
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
  CHECK(contains(fault(),
                 "toy.csv: is not what this program writes of the records (damaged, or of another version): "
                 "`preimage table` writes it anew\n"));

  base::write_file_durably(ResultsFolder(folder.out).cells() / "notes.txt", "mine");
  CHECK(contains(fault(), "notes.txt: is no folder of records\n"));
  fs::remove(ResultsFolder(folder.out).cells() / "notes.txt");
  base::write_file_durably(record.parent_path() / "x.json", "mine");
  CHECK(contains(fault(), "x.json: is no record\n"));
  fs::remove(record.parent_path() / "x.json");
  const fs::path note = folder.notes.front(), other = note.parent_path() / "other-00000000.json";
  fs::rename(note, other);
  CHECK(contains(fault(), "other-00000000.json: says another config or other options than it is named by\n"));
  fs::rename(other, note);
  fs::remove(folder.tables.front());
  CHECK(contains(fault(), folder.tables.front().string() + ": is missing: `preimage table` writes it\n"));
  REQUIRE(run_preimage({"table", "--out", folder.out.string()}).code == 0);
  CHECK(folder.verify().code == 0);
  CHECK(run_preimage({"verify", folder.place.out("none").string()}).code == 5);
}

TEST_CASE(
    "runs in several ways are sound; of what was changed since it cannot be told, and the rest is looked "
    "at") {
  const TemporaryFolder folder;
  const fs::path example = fs::path(PREIMAGE_SOURCE_ROOT) / "experiments/own_data/example";
  const std::string rows = text_of(example / "points.csv");
  const fs::path config = folder.write("c.yaml", text_of(example / "vectors.yaml")),
                 data = folder.write("points.csv", rows), out = folder.path() / "out",
                 table = out / "quick/own_data/c.csv";
  for (const char* change : {"protocol.outer={given: true}", "protocol.outer={folds: 4}", "seed=2"})
    REQUIRE(run_preimage({"run", config.string(), "--out", out.string(), "--set", "protocol.outer={folds: 3}",
                          "--set", change})
                .code == 0);
  const fs::path record = files_below(ResultsFolder(out).cells()).back();
  base::write_file_durably(record.string() + ".0123456789abcdef.tmp", "half");  // of a run at work
  const auto told = [&](int code, const std::string& line) {
    const Finished verified = run_preimage({"verify", out.string()});
    INFO(verified.out, verified.err);
    CHECK(verified.code == code);
    CHECK(contains(verified.out, line));
    return verified.out;
  };
  told(0, ": 0 faults\n");
  folder.write("points.csv", rows + "61,0.5,0.5,core,0,0,,1\n");
  CHECK(contains(
      told(7, "cannot be told: " + table.string() + ": its data were changed since it was written; "),
      ": 0 faults, "));
  folder.write("points.csv", rows);
  const auto away = [&](const fs::path& file, const std::string& line) {
    fs::rename(file, folder.path() / "away");
    told(7, line);
    base::write_file_durably(record.parent_path() / "x.json", "mine");
    CHECK(contains(told(5, line), "x.json: is no record\n"));
    fs::remove(record.parent_path() / "x.json");
    fs::rename(folder.path() / "away", file);
  };
  away(data, "points.csv: cannot read: No such file");
  away(config, ": was run here and is gone or moved");
  away(table.parent_path(), "cannot be told: " + table.string() + ": no table of these records was written");
  away(ResultsFolder(out).runs(),
       "cannot be told: " + table.string() + ": which run has written it is not known");
  folder.write("out/quick/own_data/fake.csv", rows);
  told(7, "fake.csv: which run has written it is not known");
}

TEST_CASE("a folder of a program's cells is sound, too, and a record that is no file is a fault") {
  const TemporaryFolder folder;
  folder.write("s.sh", "echo value $1\n");
  const std::string config =
      folder
          .write("c.yaml",
                 "title: Mine\nexperiment: command\nseed: 1\nrun: [sh, s.sh, '{seed}']\nfiles: [s.sh]\n"
                 "measures: {value: 'regex:value ([0-9]+)'}\nlearners: {a: {}}\n"
                 "profiles: {quick: {repetitions: 2, readings: all}}\n")
          .string();
  const fs::path out = folder.path() / "out";
  REQUIRE(run_preimage({"run", config, "--out", out.string(), "--allow-commands", "--quiet"}).code == 0);
  const Finished sound = run_preimage({"verify", out.string()});
  CHECK_MESSAGE(sound.code == 0, sound.out);
  CHECK(sound.out.ends_with(": 0 faults\n"));
  const fs::path record = files_below(ResultsFolder(out).cells()).back();
  fs::remove(record);
  fs::create_directory(record);
  const Finished told = run_preimage({"verify", out.string()});
  CHECK(told.code == 5);
  CHECK(contains(told.out, record.filename().string() + ": is no record"));
}

TEST_CASE(
    "a sweep and the page that shows it leave no fault, and a digit of the sweep's files changed is one") {
  const Folder folder;
  const std::vector<std::string> grids = {"--reading",     "exclusive",
                                          "--repetitions", "1",
                                          "--learner",     "kde",
                                          "--grid",        "learners.kde.ridge=0.01:1:log10",
                                          "--grid",        "learners.kde.bandwidth.sigma=0.5,1"};
  REQUIRE(run_preimage(folder.place.words("out", grids, "sweep")).code == 0);
  REQUIRE(run_preimage({"report", "--out", folder.out.string()}).code == 0);
  const Finished sound = folder.verify();
  CHECK_MESSAGE(sound.code == 0, sound.out);
  for (const auto& entry : fs::recursive_directory_iterator(ResultsFolder(folder.out).sweeps())) {
    if (entry.path().filename() != "points.csv" && entry.path().extension() != ".svg") continue;
    const std::string good = text_of(entry.path());
    std::string bad = good;
    bad.back() = bad.back() == ' ' ? 'x' : ' ';
    base::write_file_durably(entry.path(), bad);
    CHECK(contains(folder.verify().out,
                   entry.path().filename().string() + ": is not what the sweep has written"));
    base::write_file_durably(entry.path(), good);
  }
}
