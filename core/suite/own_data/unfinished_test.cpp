// Cells whose training set is so large that they are solved by panels: killed, resumed, refused.
#include <algorithm>
#include <chrono>
#include <thread>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "preimage/base/file.hpp"
#include "preimage/base/random.hpp"
#include "testing/config_text.hpp"
#include "testing/refusals.hpp"
#include "testing/workplace.hpp"

using namespace preimage;
using testing::contains;
using testing::Finished;
using testing::Workplace;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kTrain = 6000, kTest = 300;

const std::string kConfig = testing::config_of(
    "own_data",
    "dataset: {name: vectors, path: d.csv, inputs: [a, b, c], outputs: [y], output_kind: class, fold: fold}\n"
    "input_kernel: {name: linear}\noutput_kernel: {name: class}\nloss: distance\n"
    "protocol: {outer: {given: true, train_on: first_fold}, inner: {folds: 3, samples: 200}}\n"
    "learners: {kde: {method: kernel_dependency_estimation, bandwidth: {sigma: [0.3, 0.5]}, ridge: 0.1}}\n");

/// Points of a cube, whose class is the octant that they lie in.
std::string table() {
  base::Random random(7);
  std::string text = "a,b,c,y,fold\n";
  for (std::size_t i = 0; i < kTrain + kTest; ++i) {
    int octant = 0;
    for (int k = 0; k < 3; ++k) {
      const auto thousandths = static_cast<int>(random.below(2000)) - 1000;
      octant = 2 * octant + (thousandths > 0 ? 1 : 0);
      text += std::to_string(thousandths) + "e-3,";
    }
    text += "o" + std::to_string(octant) + (i < kTrain ? ",0\n" : ",1\n");
  }
  return text;
}

struct LargePlace : Workplace {
  LargePlace() : Workplace(kConfig) { add("d.csv", table()); }
};

std::vector<fs::path> files_ending(const fs::path& folder, const std::string& ending) {
  std::vector<fs::path> files;
  std::error_code code;  // they come and go while we look
  for (auto at = fs::recursive_directory_iterator(folder, code); at != fs::recursive_directory_iterator();
       at.increment(code)) {
    if (at->path().extension() == ending) files.push_back(at->path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

nlohmann::json record_in(const fs::path& out) {
  const std::vector<fs::path> records = files_ending(out / "cells", ".json");
  REQUIRE(records.size() == 1);
  return nlohmann::json::parse(base::read_file(records.front(), std::size_t{1} << 24U));
}

std::string panels_of(const fs::path& out) {
  return record_in(out)["circumstances"]["words"]["panels"];
}

/// Starts a run and kills it as soon as it has kept so many panels.
void kill_after(const LargePlace& place, const std::string& out, std::size_t panels) {
  std::vector<std::string> words = place.words(out, {"--jobs", "1", "--threads", "2"});
  words.insert(words.begin(), PREIMAGE_PROGRAM);
  testing::Child child(words);
  for (int wait = 0; wait < 20000 && files_ending(place.out(out) / "unfinished", ".cache").size() < panels;
       ++wait)
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  child.kill_group();
  child.wait();
}

}  // namespace

TEST_CASE("a killed cell of 6,000 training samples goes on from its panels, to the same bytes") {
  const LargePlace place;
  const Finished whole = testing::ended_well(place.run("whole", {"--jobs", "1"}));
  CHECK(panels_of(place.out("whole")) == "8 panels, 0 of them from before");
  CHECK_FALSE(fs::exists(place.out("whole") / "unfinished"));

  kill_after(place, "killed", 4);
  const std::vector<fs::path> kept = files_ending(place.out("killed") / "unfinished", ".cache");
  REQUIRE(kept.size() >= 4);
  REQUIRE(kept.size() < 8);
  CHECK(testing::count_records(place.out("killed")) == 0);
  const Finished cleaned = place.call("clean", "killed", {"--yes"});
  CHECK_MESSAGE(!contains(cleaned.out, "unfinished"), cleaned.out);  // the next run wants them
  std::string damaged = base::read_file(kept[1], std::size_t{1} << 30U);
  damaged[damaged.size() / 2] ^= 1;
  base::write_file_durably(kept[1], damaged);
  base::write_file_durably(kept[2], base::read_file(kept[2], std::size_t{1} << 30U).substr(0, 5000));

  const Finished resumed = testing::ended_well(place.run("killed", {"--jobs", "1", "--threads", "2"}));
  CHECK(contains(resumed.err, "panel-0001.cache: damaged, or of another program or machine: computed again"));
  CHECK(contains(resumed.err, "panel-0002.cache: damaged"));
  CHECK_FALSE(contains(resumed.err, "panel-0000.cache"));
  CHECK(panels_of(place.out("killed")) ==
        "8 panels, " + std::to_string(kept.size() - 2) + " of them from before");
  CHECK(record_in(place.out("killed"))["result"] == record_in(place.out("whole"))["result"]);
  CHECK_FALSE(fs::exists(place.out("killed") / "unfinished"));
}

TEST_CASE("what would not fit into memory is refused before it is allocated, with what to type") {
  const LargePlace place;
  const Finished refused =
      place.run("out", {"--jobs", "1", "--cell-memory", "80", "--set", "learners.kde.bandwidth.sigma=0.3"});
  testing::check_says(refused, 6,
                      "the exact solution for 6000 training samples: needs 0.08 GB of memory, 0.");
  CHECK(contains(refused.err, " GB are there; `map: {landmarks: 5000}` of kernel_dependency_estimation"));
  CHECK_FALSE(fs::exists(place.out("out") / "unfinished"));
}

TEST_CASE("more landmarks than fit into memory are refused, with how many do") {
  const LargePlace place;
  const Finished refused =
      place.run("out", {"--jobs", "1", "--cell-memory", "120", "--set", "learners.kde.bandwidth.sigma=0.3",
                        "--set", "learners.kde.map={landmarks: 5900}"});
  testing::check_says(refused, 6,
                      "5900 landmarks (uniform) of 6000 training samples: needs 0.98 GB of memory, 0.");
  CHECK_MESSAGE(contains(refused.err, "` fits"), refused.err);
  CHECK_FALSE(contains(refused.err, "landmarks: 5000"));
}

TEST_CASE("panels that no cell goes on from are cleaned away") {
  const LargePlace place;
  const fs::path orphaned = place.out("out") / "unfinished" / std::string(64, 'a');
  base::write_file_durably(orphaned / "panel-0000.cache", "bytes");
  const Finished cleaned = place.call("clean", "out", {"--yes"});
  CHECK_MESSAGE(contains(cleaned.out, "panel-0000.cache  of an unfinished cell"), cleaned.out);
  CHECK_FALSE(fs::exists(orphaned));
}

TEST_CASE("inner folds of fewer samples than folds are refused") {
  const LargePlace place;
  testing::check_says(place.run("out", {"--set", "protocol.inner.samples=2"}), 2,
                      "protocol.inner.folds: expected at most 2, protocol.inner.samples, found 3");
  CHECK(place.run("out", {"--set", "protocol.inner.samples=1"}).code == 2);
}

TEST_CASE("a value that is no number in the last of 60,000 rows is found while the file is read") {
  const Workplace place(testing::replaced(kConfig, ", fold: fold", ""));
  std::string text = "a,b,c,y\n";
  for (int i = 0; i < 59999; ++i) text += "1,2," + std::to_string(i) + ",u\n";
  place.add("d.csv", text + "1,nan,3,v\n");
  const Finished refused = place.run("out", {"--set", "protocol.outer={folds: 2}"});
  CHECK(refused.code != 0);
  CHECK_MESSAGE(contains(refused.err, "d.csv:60001: "), refused.err);
  CHECK(contains(refused.err, "'nan'"));
  CHECK(testing::count_records(place.out("out")) == 0);
}
