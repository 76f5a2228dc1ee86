// A whole config: what is accepted has readings, profiles that name them, and finite numbers only; and where
// its cells are few enough to be listed, each has a key of its own.
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "experiments/experiment_table.hpp"
#include "suite/study/plan.hpp"
#include "testing/fuzz_target.hpp"

namespace data = preimage::suite::data;
namespace experiments = preimage::experiments;
namespace study = preimage::suite::study;
using preimage::testing::require;

namespace {

constexpr std::size_t kMaxListed = 1000;  // so that an input takes no second

/// Formulas in place of data sets; a config that reads a file finds none.
data::DataSource stand_ins() {
  data::DataSource source;
  source.stand_in = true;
  return source;
}

/// Whether only a draw, which may be large, tells how many outer folds there are.
bool needs_draw(const study::Reading& reading) {
  return reading.protocol.given_folds && !reading.experiment.size;
}

void list_readings(const std::shared_ptr<const study::Study>& study, const study::Profile& profile) {
  const data::DataSource data = stand_ins();
  std::size_t listed = 0;
  for (const std::string& name : profile.readings) {
    const study::Reading& reading = study->reading(name);
    if (needs_draw(reading)) continue;
    const study::PlannedReading planned = study::plan_reading(study, reading, profile.repetitions, data);
    require(planned.size() > 0, "a reading has cells");
    if (planned.size() > kMaxListed - listed) return;
    listed += planned.size();
    std::set<std::string> places;
    for (const study::Cell& cell : study::list_cells(planned))
      places.insert(cell.key.text() + " " + *cell.learner);
    require(places.size() == planned.size(), "the cells of a learner have different keys");
  }
}

void read_input(std::string_view input) {
  const preimage::suite::config::Value root =
      preimage::suite::config::parse_yaml(std::string(input), "x.yaml");
  const auto shared = std::make_shared<const study::Study>(
      study::parse_study(root, "x", {}, experiments::experiment_table()));
  const study::Study& study = *shared;
  require(!study.readings.empty() && !study.profiles.empty(), "a study has readings and profiles");
  for (const auto& [name, profile] : study.profiles)
    for (const std::string& reading : profile.readings) study.reading(reading);
  for (const study::Reading& reading : study.readings) {
    require(!reading.learners.empty(), "a reading has learners");
    for (const auto& [path, text] : reading.parameters)
      require(text != "nan" && text != "inf" && text != "-inf", "a parameter is finite");
  }
  list_readings(shared, study.profiles.begin()->second);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
