// A cell's key is its address among finished cells: a change of the code that moves one makes every user
// compute it anew. golden_keys.tsv holds those of all cells of the quick profile, of real data and of the
// stand-ins.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "experiments/experiment_table.hpp"
#include "suite/run/plans.hpp"
#include "suite/study/options.hpp"

namespace fs = std::filesystem;
using namespace preimage;
using namespace preimage::experiments;

namespace {

/// "config<TAB>reading<TAB>learner<TAB>repetition" -> the first 16 digits of the keys of its folds, in their
/// order.
using Keys = std::map<std::string, std::string>;

constexpr const char* kReal = "real";
constexpr const char* kStandIn = "stand-in";

fs::path golden_file() {
  return fs::path(PREIMAGE_SOURCE_ROOT) / "experiments" / "golden_keys.tsv";
}

Keys computed_keys(const std::string& data, std::vector<std::string>& skipped) {
  suite::study::SelectionOptions options;
  options.stand_in = data == kStandIn;
  options.skip_missing = true;
  Keys keys;
  const suite::study::Plan plan =
      suite::run::plan_configs(options, experiment_table(), suite::run::make_data_source(options));
  skipped = suite::run::lines_of(plan, {suite::study::Why::no_data});
  for (const suite::study::PlannedReading& planned : plan.readings) {
    for (const suite::study::Cell& cell : planned.cells) {
      std::string& line = keys[fmt::format("{}\t{}\t{}\t{}\t{}", data, cell.study->config, cell.reading->name,
                                           *cell.learner, cell.repetition)];
      line += (line.empty() ? "" : " ") + cell.key.text().substr(0, 16);
    }
  }
  return keys;
}

Keys golden_keys() {
  Keys keys;
  std::ifstream file(golden_file());
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    const std::size_t tab = line.rfind('\t');
    keys[line.substr(0, tab)] = line.substr(tab + 1);
  }
  return keys;
}

/// The lines of one kind of data.
Keys of_data(const Keys& keys, const std::string& data) {
  Keys lines;
  for (const auto& line : keys) {
    if (line.first.rfind(data + "\t", 0) == 0) lines.insert(line);
  }
  return lines;
}

/// Computes the keys of all configs whose data are here.
void compare(const std::string& data) {
  std::vector<std::string> skipped;
  const Keys computed = computed_keys(data, skipped), golden = golden_keys();
  REQUIRE_FALSE(computed.empty());
  if (computed != of_data(golden, data)) {
    const std::string file = fmt::format("golden_keys.{}.tsv", data);
    std::ofstream anew(file);
    for (const auto& [cells, keys] : computed) anew << cells << '\t' << keys << '\n';
    MESSAGE("all, as computed now: " << fs::absolute(file).string());
  }
  for (const auto& line : computed) {
    INFO(line.first);
    CHECK(golden.contains(line.first));
    if (golden.contains(line.first)) CHECK(golden.at(line.first) == line.second);
  }
  for (const auto& line : of_data(golden, data)) {
    const auto is_skipped = [&](const std::string& config) {
      return line.first.rfind(data + "\t" + config.substr(0, config.find(':')) + "\t", 0) == 0;
    };
    INFO(line.first << " is in the golden list, but in no config");
    if (std::none_of(skipped.begin(), skipped.end(), is_skipped)) CHECK(computed.contains(line.first));
  }
  for (const std::string& line : skipped) MESSAGE("not tested: " << line);
}

}  // namespace

TEST_CASE("no cell of the quick profile has another key than before") {
  compare(kReal);
}

TEST_CASE("no cell of the quick profile on stand-ins has another key than before") {
  compare(kStandIn);
}
