// Files that are no files, files that cannot be read, and texts that are more than text.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "preimage/base/text.hpp"
#include "suite/records/result_differences.hpp"
#include "suite/records/result_record.hpp"
#include "suite/records/testing_record.hpp"
#include "suite/results/testing_results.hpp"
#include "testing/config_text.hpp"
#include "testing/refusals.hpp"
#include "testing/workplace.hpp"

using namespace preimage::testing;
namespace base = preimage::base;
namespace fs = std::filesystem;

namespace {

/// The program, ended after a time that none of these needs, so that a test that would wait for ever fails.
Finished run_in_time(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"timeout", "60", PREIMAGE_PROGRAM});
  return run_words(arguments);
}

void put_fifo(const fs::path& path) {
  fs::remove(path);
  fs::create_directories(path.parent_path());
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
}

/// The program refuses the pipe at `path` by one line.
void check_refused(const std::vector<std::string>& arguments, const fs::path& path) {
  put_fifo(path);
  const Finished finished = run_in_time(arguments);
  CHECK(finished.code == 5);
  CHECK(finished.err == "preimage: " + path.string() + ": is a pipe or device, expected a file\n");
  fs::remove(path);
}

const std::string kOwnData = preimage::testing::own_config(
    "folds: 2",
    "dataset: {name: vectors, path: points.csv, inputs: [a, b], outputs: c, output_kind: class}\n"
    "input_kernel: {name: linear}\noutput_kernel: {name: class}\nloss: distance\n"
    "learners:\n  =kde: {method: kernel_dependency_estimation, ridge: 0.1}\n");

}  // namespace

TEST_CASE("a pipe in the place of any file that is read is refused at once") {
  const Workplace place;
  const TemporaryFolder folder;
  REQUIRE(place.run("a", {"--profile", "short"}).code == 0);
  const std::string out = place.out("a").string();
  check_refused({"plan", (folder.path() / "c.yaml").string()}, folder.path() / "c.yaml");
  check_refused(
      place.words("a", {"--profile", "short", "--cells", (folder.path() / "list").string()}, "work"),
      folder.path() / "list");
  check_refused({"status", "--out", out}, place.out("a") / "jobs/0123456789ab/job.json");
  const fs::path latest = results(folder, "latest", ""), reference = results(folder, "reference", "");
  check_refused({"check", "--latest", latest.string(), "--reference", reference.string()},
                reference / "quick/more.csv");
  folder.write("own.yaml", kOwnData);
  for (const char* verb : {"plan", "run"})
    check_refused({verb, (folder.path() / "own.yaml").string(), "--out", out}, folder.path() / "points.csv");
  const fs::path record = some_record(place.out("a"));
  for (const char* verb : {"run", "table", "plan"})
    check_refused(place.words("a", {"--profile", "short"}, verb), record);
}

TEST_CASE("a config may come from a pipe that the program was given") {
  const Workplace place;
  const Finished planned = ended_well(
      run_words({"sh", "-c",
                 "(sleep 0.2; cat '" + place.config() +
                     "') | '" PREIMAGE_PROGRAM "' plan /dev/stdin --out '" + place.out("a").string() + "'"}));
  CHECK(contains(planned.out, "exclusive"));
}

TEST_CASE("a record that the system does not let us read stays, and nothing is computed in its place") {
  if (!fs::exists("/proc/self/mem")) return;
  const Workplace place;
  REQUIRE(place.run("a", {"--profile", "short"}).code == 0);
  const fs::path record = some_record(place.out("a"));
  fs::remove(record);
  fs::create_symlink("/proc/self/mem", record);  // its first page is never there: an input/output error
  for (const char* verb : {"run", "table", "plan", "work"}) {
    const Finished refused = run_in_time(place.words("a", {"--profile", "short"}, verb));
    CHECK(refused.code == 5);
    CHECK_MESSAGE(refused.err == "preimage: " + record.string() + ": cannot read: Input/output error\n",
                  refused.err);
    CHECK(fs::is_symlink(record));
  }
  CHECK(count_records(place.out("a")) == 6);
}

TEST_CASE("a record that contradicts its key is damaged, and its cell is computed again") {
  const Workplace place;
  REQUIRE(place.run("a", {"--profile", "short"}).code == 0);
  const fs::path record = some_record(place.out("a"));
  const auto result = [&] { return preimage::suite::records::from_json(text_of(record), "record"); };
  const preimage::suite::records::ResultRecord before = result();
  base::write_file_durably(record, resealed(text_of(record), "\"repetition\":0", "\"repetition\":1"));
  check_says(run_in_time(place.words("a", {"--profile", "short"}, "table")), 6,
             record.string() +
                 ": damaged record: identity.repetition is '1', expected '0' as its key has it "
                 "(ignored: the cell counts as not computed)\n");
  check_says(place.run("a", {"--profile", "short"}), 0, "6 cells, 1 to run\n");
  CHECK(preimage::suite::records::result_differences(result(), before).empty());
}

TEST_CASE("a config's words cannot steer a terminal") {
  for (const char* bad : {"\xC2\x9B"
                          "31m",
                          "\xE2\x80\xAE", "\r", "\xE2\x81\xA6"}) {
    const Workplace place(replaced(toy_config(), "title: Toy", std::string("title: Toy") + bad + "x"));
    const Finished finished = place.run("a");
    check_says(finished, 2, "toy.yaml:1:11: control character ");
    CHECK_FALSE(base::find_unshowable(finished.err));
  }
  const Workplace place;
  const Finished set = place.run("a", {"--set", "readings.exclusive.note=\xE2\x80\xAE"});
  CHECK(set.code == 2);
  CHECK_FALSE(base::find_unshowable(set.err));
}

TEST_CASE("words of records and names of files cannot steer a terminal either") {
  const Workplace place;
  const std::string bad =
      "\x1b[2J\r\xC2\x9B"
      "31m\xE2\x80\xAE";
  REQUIRE(place.run("a", {"--profile", "short"}).code == 0);
  const fs::path path = some_record(place.out("a"));
  preimage::suite::records::ResultRecord record =
      preimage::suite::records::from_json(text_of(path), "record");
  const std::string key = record.key;
  record.circumstances["code"] = record.learner = bad;
  base::write_file_durably(path, preimage::suite::records::to_json(record));
  const std::string escaped = "\\x1b[2J\\x0d\\u009b31m\\u202e";
  const Finished explained =
      run_preimage({"explain", key, place.config(), "--profile", "short", "--out", place.out("a").string()});
  CHECK_MESSAGE(contains(explained.out, escaped), explained.err);
  CHECK_FALSE(base::find_unshowable(explained.out + explained.err));
  const Finished missing = run_preimage({"plan", place.out("a").string() + bad + ".yaml"});
  CHECK(missing.code != 0);
  CHECK(contains(missing.err, escaped));
  CHECK_FALSE(base::find_unshowable(missing.err));
}

TEST_CASE("predictions hold no formula, and numbers stay numbers") {
  const TemporaryFolder folder;
  const fs::path predictions = folder.path() / "p.csv";
  folder.write("own.yaml", kOwnData);
  folder.write("points.csv",
               "a,b,c\n-1,2,=cmd|' /C calc'!A0\n2,1,@SUM(1)\n-3,5,=cmd|' /C calc'!A0\n"
               "4,2,@SUM(1)\n0,1,-1\n5,2,-1\n");
  ended_well(run_preimage({"run", (folder.path() / "own.yaml").string(), "--out",
                           (folder.path() / "out").string(), "--predictions", predictions.string()}));
  const std::string text = text_of(predictions);
  CHECK(contains(text, "own,as-written,'=kde,0,"));
  CHECK(contains(text_of(folder.path() / "out/quick/timings.csv"), "\nown,as-written,'=kde,0,"));
  CHECK(contains(text, ",-1 2,'=cmd|' /C calc'!A0,"));
  CHECK(contains(text, ",5 2,-1,"));
  for (const char* raw : {",=", ",@", "\n=", "\n@"}) CHECK_FALSE(contains(text, raw));
}
