#include "suite/results/grid_warnings.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "suite/config/number.hpp"
#include "suite/data/delimited.hpp"
#include "suite/registry/learner_table.hpp"

namespace preimage::suite::results {

namespace {

constexpr std::size_t kFewestValues = 3;  // of two one is always at an end

/// The numbers of a list in a read log, sorted; empty of anything else.
std::vector<double> numbers_of(const std::string& logged) {
  std::vector<double> numbers;
  if (!logged.starts_with('[') || !logged.ends_with(']')) return numbers;
  for (const std::string_view item :
       data::split_fields(std::string_view(logged).substr(1, logged.size() - 2), ',')) {
    const std::optional<double> number = config::parse_decimal(item);
    if (!number) return {};
    numbers.push_back(*number);
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

/// The values of the list that a chosen number came from: of the learner's own keys, or of the whole config's. Empty where
/// the list is written in other units (sigma by 1 / (2 sigma^2)).
std::vector<double> list_behind(const study::Reading& reading, const std::string& learner,
                                const std::string& chosen) {
  const std::string own = "learners." + learner + ".";
  for (const auto& [path, value] : reading.parameters) {
    const bool is_own = path.starts_with(own) && (path == own + chosen || path.ends_with("." + chosen));
    if (is_own || path == chosen) return numbers_of(value);
  }
  return {};
}

struct Tally {
  std::size_t folds = 0, smallest = 0, largest = 0;
};

/// One value further, by the ratio of the last two, or by their difference where one is not positive.
double beyond(double end, double before) {
  return end > 0.0 && before > 0.0 ? end * end / before : end + (end - before);
}

/// counts  the number is a whole one
std::string warning(const std::string& learner, const std::string& name, const std::vector<double>& values,
                    const Tally& tally, bool counts) {
  const bool is_smallest = tally.smallest > tally.largest;
  const double end = is_smallest ? values.front() : values.back();
  const double before = is_smallest ? values[1] : values[values.size() - 2];
  const double further = beyond(end, before);
  return fmt::format(
      "{}: {} = {}, the {} of its list, was chosen in {} of {} outer folds: add {:.3g} to it, for "
      "example",
      learner, name, config::number_text(end), is_smallest ? "smallest" : "largest",
      is_smallest ? tally.smallest : tally.largest, tally.folds, counts ? std::round(further) : further);
}

/// Whether a key of the learner's method takes whole numbers only, of which none is below 1.
bool counts_something(const study::Reading& reading, const std::string& learner, const std::string& name) {
  for (const registry::ParsedLearner& parsed : reading.learners) {
    if (parsed.name != learner) continue;
    for (const registry::LearnerRow& row : registry::learner_table()) {
      if (row.name != parsed.method) continue;
      for (const registry::ParameterFacts& facts : row.parameters) {
        if (facts.name == name) return facts.accepts.find("whole number") != std::string::npos;
      }
    }
  }
  return false;
}

/// By learner and name of the number.
using Tallies = std::map<std::pair<std::string, std::string>, Tally>;

Tallies tallies_of(const run::SelectedReading& selected, records::RecordStore& store) {
  const study::KeptReading reading = selected.reading.get();
  Tallies tallies;
  for (const study::Cell& cell : selected.cells) {
    const std::optional<records::ResultRecord> record = store.find(cell.key);
    // Where the inner folds saw no loss at all, others did as well: of equals the first is chosen.
    if (!record || record->status != "ok" || record->inner_loss == 0.0) continue;
    for (const auto& [name, value] : record->chosen) {
      const std::vector<double> values = list_behind(*reading, *cell.learner, name);
      if (values.size() < kFewestValues) continue;
      Tally& tally = tallies[{*cell.learner, name}];
      ++tally.folds;
      tally.smallest += value == values.front() ? 1 : 0;
      tally.largest += value == values.back() ? 1 : 0;
    }
  }
  return tallies;
}

}  // namespace

std::vector<std::string> grid_warnings(const run::Selection& selection, records::RecordStore& store) {
  std::vector<std::string> warnings;
  for (const run::SelectedReading& selected : selection.readings) {
    if (!selected.study->paper.key.empty()) continue;
    const study::KeptReading reading = selected.reading.get();
    for (const auto& [place, tally] : tallies_of(selected, store)) {
      if (2 * std::max(tally.smallest, tally.largest) <= tally.folds) continue;
      const auto& [learner, name] = place;
      const std::vector<double> values = list_behind(*reading, learner, name);
      const bool ends_at_one = tally.smallest > tally.largest && values.front() == 1.0;
      const bool counts = counts_something(*reading, learner, name);
      if (ends_at_one && counts) continue;
      warnings.push_back(warning(learner, name, values, tally, counts));
    }
  }
  return warnings;
}

}  // namespace preimage::suite::results
