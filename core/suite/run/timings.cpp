#include "suite/run/timings.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/number.hpp"
#include "preimage/base/text.hpp"
#include "suite/data/program_folders.hpp"
#include "suite/records/results_folder.hpp"

namespace preimage::suite::run {

namespace {

/// What the two files have in common: the columns of a cell's or of several cells' timing.
class TimingColumns {
 public:
  explicit TimingColumns(const data::CsvReader& csv)
      : csv_(csv),
        config_(csv.column("config")),
        learner_(csv.column("learner")),
        seconds_(csv.column("seconds")),
        peak_kib_(csv.column("peak_memory_kib")) {}
  std::pair<std::string, std::string> name(const std::vector<std::string>& fields) const {
    return {fields[config_], fields[learner_]};
  }
  Timing timing(const std::vector<std::string>& fields) const {
    const auto seconds = base::parse_decimal(fields[seconds_]);
    if (!seconds || *seconds < 0.0) fail(fields[seconds_], 0);
    return {*seconds, count(fields[peak_kib_], 0), 1};
  }
  long count(const std::string& field, long least) const {
    const auto value = base::parse_integer(field);
    if (!value || *value < least) fail(field, least);
    return *value;
  }

 private:
  [[noreturn]] void fail(const std::string& field, long least) const {
    throw DataError(fmt::format("{}:{}: expected a number of at least {}, found {}", csv_.source(),
                                csv_.line(), least, base::excerpt(field)));
  }

  const data::CsvReader& csv_;
  std::size_t config_, learner_, seconds_, peak_kib_;
};

}  // namespace

std::string summary_of_timings(data::CsvReader timings) {
  std::map<std::pair<std::string, std::string>, Timing> sums;
  const TimingColumns columns(timings);
  std::vector<std::string> fields;
  while (timings.next(fields)) {
    Timing& sum = sums[columns.name(fields)];
    const Timing cell = columns.timing(fields);
    sum.seconds += cell.seconds;
    sum.peak_kib = std::max(sum.peak_kib, cell.peak_kib);
    ++sum.cells;
  }
  std::string text = "config,learner,cells,seconds,peak_memory_kib\n";
  for (const auto& [name, sum] : sums) {
    text += fmt::format("{},{},{},{:.3f},{}\n", data::csv_field(name.first), data::csv_field(name.second),
                        sum.cells, sum.seconds, sum.peak_kib);
  }
  return text;
}

ReferenceTimings::ReferenceTimings(const std::filesystem::path& summary) {
  if (std::filesystem::exists(summary)) *this = ReferenceTimings(data::open_csv(summary));
}

ReferenceTimings::ReferenceTimings(data::CsvReader summary) {
  const TimingColumns columns(summary);
  const std::size_t cells = summary.column("cells");
  std::vector<std::string> fields;
  while (summary.next(fields)) {
    Timing timing = columns.timing(fields);
    timing.cells = static_cast<std::size_t>(columns.count(fields[cells], 1));
    timings_[columns.name(fields)] = timing;
  }
}

const Timing* ReferenceTimings::find(const std::string& config, const std::string& learner) const {
  const auto found = timings_.find({config, learner});
  return found == timings_.end() ? nullptr : &found->second;
}

ReferenceTimings own_reference_timings() {
  const records::ResultsFolder reference(data::project_root() / "results" / "reference");
  return ReferenceTimings(reference.timings("quick"));
}

std::optional<double> seconds_per_cell(const Timing& finished, const Timing* reference) {
  const Timing* known = finished.cells > 0 ? &finished : reference;
  if (known == nullptr) return std::nullopt;
  return known->seconds / static_cast<double>(known->cells);
}

}  // namespace preimage::suite::run
