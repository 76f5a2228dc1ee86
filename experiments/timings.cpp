#include "experiments/timings.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "config/number.hpp"
#include "data/delimited.hpp"
#include "experiments/report.hpp"

namespace preimage::experiments {

std::string summary_of_timings(const std::filesystem::path& timings) {
  std::map<std::pair<std::string, std::string>, Timing> sums;
  data::CsvReader csv = data::open_csv(timings);
  std::vector<std::string>
      fields;  // config, reading, learner, repetition, outer_fold, seconds, peak_memory_kib
  while (csv.next(fields)) {
    Timing& sum = sums[{fields.at(0), fields.at(2)}];
    sum.seconds += config::parse_decimal(fields.at(5)).value_or(0.0);
    sum.peak_kib = std::max(sum.peak_kib, config::parse_integer(fields.at(6)).value_or(0));
    ++sum.cells;
  }
  std::string text = "config,learner,cells,seconds,peak_memory_kib\n";
  for (const auto& [name, sum] : sums) {
    text += fmt::format("{},{},{},{:.3f},{}\n", csv_quoted(name.first), csv_quoted(name.second), sum.cells,
                        sum.seconds, sum.peak_kib);
  }
  return text;
}

ReferenceTimings::ReferenceTimings(const std::filesystem::path& summary) {
  if (!std::filesystem::exists(summary)) return;
  data::CsvReader csv = data::open_csv(summary);
  std::vector<std::string> fields;
  while (csv.next(fields)) {
    timings_[{fields.at(0), fields.at(1)}] = {
        config::parse_decimal(fields.at(3)).value_or(0.0), config::parse_integer(fields.at(4)).value_or(0),
        static_cast<std::size_t>(config::parse_integer(fields.at(2)).value_or(1))};
  }
}

const Timing* ReferenceTimings::find(const std::string& config, const std::string& learner) const {
  const auto found = timings_.find({config, learner});
  return found == timings_.end() ? nullptr : &found->second;
}

}  // namespace preimage::experiments
