#include "suite/run/timings.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"
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
        reading_(csv.column("reading")),
        learner_(csv.column("learner")),
        seconds_(csv.column("seconds")),
        peak_kib_(csv.column("peak_memory_kib")) {}
  TimingName name(const std::vector<std::string>& fields) const {
    return {fields[config_], fields[reading_], fields[learner_]};
  }
  Timing timing(const std::vector<std::string>& fields) const {
    const auto seconds = config::parse_decimal(fields[seconds_]);
    if (!seconds || *seconds < 0.0) fail(fields[seconds_], 0);
    return {*seconds, count(fields[peak_kib_], 0), 1};
  }
  long count(const std::string& field, long least) const {
    const auto value = config::parse_integer(field);
    if (!value || *value < least) fail(field, least);
    return *value;
  }

 private:
  [[noreturn]] void fail(const std::string& field, long least) const {
    throw DataError(fmt::format("{}:{}: expected a number of at least {}, found {}", csv_.source(),
                                csv_.line(), least, base::excerpt(field)));
  }

  const data::CsvReader& csv_;
  std::size_t config_, reading_, learner_, seconds_, peak_kib_;
};

void add(Timing& sum, const Timing& more) {
  sum.seconds += more.seconds;
  sum.peak_kib = std::max(sum.peak_kib, more.peak_kib);
  sum.cells += more.cells;
}

}  // namespace

std::string summary_of_timings(data::CsvReader timings) {
  std::map<TimingName, Timing> sums;
  const TimingColumns columns(timings);
  std::vector<std::string> fields;
  while (timings.next(fields)) add(sums[columns.name(fields)], columns.timing(fields));
  std::string text = "config,reading,learner,cells,seconds,peak_memory_kib\n";
  for (const auto& [name, sum] : sums) {
    const auto& [config, reading, learner] = name;
    text += fmt::format("{},{},{},{},{:.3f},{}\n", data::csv_field(config), data::csv_field(reading),
                        data::csv_field(learner), sum.cells, sum.seconds, sum.peak_kib);
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
    const TimingName name = columns.name(fields);
    add(by_reading_[name], timing);
    add(by_learner_[{std::get<0>(name), "", std::get<2>(name)}], timing);
  }
}

const Timing* ReferenceTimings::find(const std::string& config, const std::string& reading,
                                     const std::string& learner) const {
  const auto of_reading = by_reading_.find({config, reading, learner});
  if (of_reading != by_reading_.end()) return &of_reading->second;
  const auto of_learner = by_learner_.find({config, "", learner});
  return of_learner == by_learner_.end() ? nullptr : &of_learner->second;
}

void ReferenceTimings::fall_back_on(ReferenceTimings other) {
  by_reading_.merge(other.by_reading_);
  by_learner_.merge(other.by_learner_);
}

ReferenceTimings own_reference_timings(const std::string& profile) {
  const records::ResultsFolder reference(data::project_root() / "results" / "reference");
  ReferenceTimings timings(reference.timings(profile));
  for (const std::string& other : reference.profiles()) {
    if (other != profile) timings.fall_back_on(ReferenceTimings(reference.timings(other)));
  }
  return timings;
}

std::optional<double> seconds_per_cell(const Timing& finished, const Timing* reference) {
  const Timing* known = finished.cells > 0 ? &finished : reference;
  if (known == nullptr) return std::nullopt;
  return known->seconds / static_cast<double>(known->cells);
}

}  // namespace preimage::suite::run
