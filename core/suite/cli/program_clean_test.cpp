// `clean`: what no config refers to goes, everything else stays.
#include <chrono>
#include <cstdlib>
#include <thread>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "preimage/base/temporary_file.hpp"
#include "suite/data/content_cache.hpp"
#include "suite/records/record_store.hpp"
#include "suite/records/results_folder.hpp"
#include "suite/records/testing_record.hpp"
#include "testing/config_text.hpp"
#include "testing/refusals.hpp"
#include "testing/workplace.hpp"

using namespace preimage::testing;
using preimage::suite::records::RecordStore;
using preimage::suite::records::ResultsFolder;
namespace fs = std::filesystem;

namespace {

void write(const fs::path& path, const std::string& text) {
  preimage::base::write_file_durably(path, text);
}

void change_samples(const Workplace& place, const std::string& from, const std::string& to) {
  const std::string text = preimage::base::read_file(place.config(), 1 << 20);
  write(place.config(), replaced(text, "samples: " + from, "samples: " + to));
}

}  // namespace

#ifdef __linux__
TEST_CASE("what a run asks for while the question waits for its answer stays") {
  const Workplace place;
  REQUIRE(place.run("out", {"--profile", "short"}).code == 0);
  change_samples(place, "30", "33");
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
  REQUIRE(terminal >= 0);
  REQUIRE(::grantpt(terminal) == 0);
  REQUIRE(::unlockpt(terminal) == 0);
  const fs::path said = place.out("said");
  Child cleaner({"sh", "-c", "exec \"$3\" clean \"$2\" --out \"$1\" <\"$0\" >\"$4\" 2>&1",
                 ::ptsname(terminal), place.out("out").string(), place.config(), PREIMAGE_PROGRAM,
                 said.string()});
  const auto text = [&] { return fs::exists(said) ? preimage::base::read_file(said, 1 << 20) : ""; };
  for (int i = 0; i < 2000 && !contains(text(), "[y/N]"); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  REQUIRE(contains(text(), "remove 7 files, "));
  change_samples(place, "33", "30");
  CHECK(contains(place.run("out", {"--profile", "short"}).err, "6 cells, 0 to run\n"));
  REQUIRE(::write(terminal, "y\n", 2) == 2);
  CHECK(cleaner.wait() == 0);
  ::close(terminal);
  CHECK(contains(text(), "7 of 7 stay: a run has asked for them since\n"));
  CHECK(count_records(place.out("out")) == 6);
}
#endif

TEST_CASE("temporary files of dead processes and cache files go; whatever is not ours stays") {
  const Workplace place;
  REQUIRE(place.run("out", {"--profile", "short"}).code == 0);
  const fs::path out = place.out("out");
  const std::string dead = ".0123456789abcdef.tmp", key(64, 'a');
  for (const fs::path& left :
       {out / "cells/aa" / (key + ".json" + dead), out / "short/string_toy" / ("toy.csv" + dead)}) {
    write(left, "half");
    fs::last_write_time(left, fs::file_time_type::clock::now() - std::chrono::hours(2));
  }
  write(out / "cells/aa" / (key + ".json.0000000000000000.tmp"), "of just now");
  preimage::suite::data::ContentCache(out / "cache", [](const std::string&) {}).get("key", [] {
    return "words";
  });
  const std::vector<fs::path> stay = {out / "cells/aa" / (key + ".json.otherhost.1.tmp"),
                                      out / "cells/aa/notes.txt",
                                      out / "cells" / (key + ".json"),
                                      out / "cache/mine.cache",
                                      out / "cache" / (key + ".cache"),
                                      out / "own.tmp",
                                      out / "short/string_toy/my" / ("deep.csv" + dead)};
  for (const fs::path& path : stay) write(path, "not a file of ours\n");
  REQUIRE(::mkfifo((out / "cache" / (std::string(64, 'b') + ".cache")).c_str(), 0600) == 0);
  const preimage::base::TemporaryFile alive(out / "cells/aa" / (key + ".json"));
  const Finished removed = ended_well(clean(place, {"--yes"}));
  CHECK(contains(removed.out,
                 "4 B  " + (out / "cells/aa" / (key + ".json" + dead)).string() + "  temporary file\n"));
  CHECK(contains(removed.out, "  cache file\n"));
  CHECK(contains(removed.out, "3 files, "));
  struct stat status {};
  CHECK(::fstat(alive.fd(), &status) == 0);
  CHECK(status.st_nlink == 1);
  for (const fs::path& path : stay) CHECK_MESSAGE(fs::exists(path), path.string());
  CHECK(fs::exists(out / "cells/aa" / (key + ".json.0000000000000000.tmp")));
  CHECK(count_records(out) == 6 + 1);  // those of the run, and the file that only looks like one
}

TEST_CASE("a record that cannot be attributed stays, as does a link, and one of an older program goes") {
  const Workplace place;
  REQUIRE(place.run("out", {"--profile", "short"}).code == 0);
  const fs::path shard = place.out("out") / "cells/bb";
  const std::string old = "bb" + std::string(62, 'c') + ".json";
  const fs::path damaged = shard / (std::string(64, 'b') + ".json"),
                 link = shard / ("bb" + std::string(62, 'd') + ".json");
  write(damaged, "{");
  fs::create_symlink("/nonexistent", link);
  write(shard / old, R"({"key":")" + old.substr(0, 64) +
                         R"(","schema":1,"identity":{"config":"toy","reading":"r","learner":"l"}})");
  const Finished removed = ended_well(clean(place, {"--yes"}));
  CHECK(contains(removed.err, damaged.string() + ": damaged, so whose it is cannot be told: stays\n"));
  CHECK(fs::exists(damaged));
  CHECK(contains(removed.err, link.string() + ": a link or no file, expected a record: stays\n"));
  CHECK(fs::is_symlink(link));
  CHECK(contains(removed.out, old + "  record of toy / r / l\n"));
  CHECK(contains(removed.out, "1 file, "));
  CHECK_FALSE(fs::exists(shard / old));
}

TEST_CASE("nothing is removed and nothing written through a link; the results folder itself may be one") {
  const Workplace place;
  REQUIRE(place.run("out", {"--profile", "short"}).code == 0);
  const fs::path out = place.out("out"), elsewhere = place.out("elsewhere");
  const std::string key(64, 'd');
  const std::vector<fs::path> theirs = {
      elsewhere / "unfinished" / key / "panel-0001.cache", elsewhere / "unfinished" / key / "letter.txt",
      elsewhere / "cache" / (key + ".cache"), elsewhere / "cells/ee" / ("ee" + key.substr(2) + ".json")};
  for (const fs::path& file : theirs) write(file, "theirs\n");
  fs::remove_all(out / "unfinished");
  fs::remove_all(out / "cache");
  fs::create_symlink(elsewhere / "unfinished", out / "unfinished");
  fs::create_symlink(elsewhere / "cache", out / "cache");
  fs::create_symlink(elsewhere / "cells/ee", out / "cells/ee");
  CHECK(contains(clean(place, {}).err,
                 (out / "unfinished").string() + ": a link: what lies behind it stays\n"));
  for (const Finished& refused : {clean(place, {"--yes"}), place.run("out")}) {
    check_says(refused, 5, ": a link to a folder, through which no results are written: expected a folder");
  }
  for (const fs::path& file : theirs) CHECK_MESSAGE(fs::exists(file), file.string());
  for (const char* link : {"unfinished", "cache", "cells/ee"}) fs::remove(out / link);
  fs::create_directory_symlink(out, place.out("linked"));
  CHECK(place.run("linked").code == 0);
}

TEST_CASE("of what is kept of an unfinished cell only names go that the program gives") {
  const Workplace place;
  REQUIRE(place.run("out", {"--profile", "short"}).code == 0);
  const fs::path cell = place.out("out") / "unfinished" / std::string(64, 'd');
  write(cell / "panel-0001.cache", "panel");
  write(cell / "letter.txt", "theirs");
  CHECK(clean(place, {"--yes"}).code == 0);
  CHECK_FALSE(fs::exists(cell / "panel-0001.cache"));
  CHECK(fs::exists(cell / "letter.txt"));
}

TEST_CASE("nothing is removed beside a run") {
  const Workplace place;
  REQUIRE(place.run("out", {"--profile", "short"}).code == 0);
  const RecordStore store(place.out("out") / "cells");
  {
    const auto claim = store.try_lock(std::string(64, 'a'));
    REQUIRE(claim);
    check_says(clean(place, {"--yes"}), 5,
               "/out: a run is at work here: expected none while records are removed\n");
  }
  CHECK(clean(place).code == 0);
  {  // a run that has looked for records, and has claimed none yet
    const auto in_use = preimage::suite::records::share_records(ResultsFolder(place.out("out")));
    REQUIRE(in_use);
    change_samples(place, "30", "33");
    check_says(clean(place, {"--yes"}), 5,
               "/out: a run is at work here: expected none while records are removed\n");
    CHECK(contains(clean(place).out, "7 files, "));             // which removes nothing
    CHECK(place.run("out", {"--profile", "short"}).code == 0);  // runs share it
    change_samples(place, "33", "30");
  }
}

TEST_CASE("records of a config whose data are not found stay: their keys are not known") {
  const Workplace digits(preimage::testing::config_of(
      "digit_denoising",
      "dataset: {name: usps, per_class: 4, noise_sd: 0.5}\noutput_kernel: {name: gaussian, sigma: 8}\n"
      "protocol: {outer: {folds: 2, train_on: first_fold, stratified: true}, inner: {folds: 2}}\n"
      "figures: none\n"
      "learners:\n"
      "  pca: {method: kernel_pca_denoising, n_components: 8, decoder: {name: nelder_mead, start: "
      "observed}}\n"));
  const fs::path root = digits.out("root");  // no data below it
  fs::create_directories(root / "datasets/cache");
  fs::copy_file(fs::path(PREIMAGE_SOURCE_ROOT) / "datasets/manifest.tsv", root / "datasets/manifest.tsv");
  RecordStore store(digits.out("out") / "cells");
  store.put(example_record());
  const auto cleaned = [&] {
    return run_preimage(digits.words("out", {"--older"}, "clean"), {{"PREIMAGE_ROOT", root.string()}});
  };
  CHECK(contains(cleaned().out, "1 file, "));  // of another config
  preimage::suite::records::ResultRecord record = example_record();
  record.config = "toy";  // the file's name is the config's
  store.put(record);
  const Finished unknown = ended_well(cleaned());
  CHECK(contains(unknown.err, "toy: its records stay, since their keys are not known without the data\n"));
  CHECK(unknown.out == "nothing to remove\n");
}
