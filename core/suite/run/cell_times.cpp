#include "suite/run/cell_times.hpp"

#include <algorithm>
#include <set>
#include <utility>

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
  CellTimes::Name name(const std::vector<std::string>& fields) const {
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

constexpr std::size_t kMaxOfKind = 5, kMaxOthers = 10'000;

}  // namespace

void Timing::add(const Timing& more) {
  seconds += more.seconds;
  peak_kib = std::max(peak_kib, more.peak_kib);
  cells += more.cells;
}

std::optional<double> Timing::mean() const {
  return cells > 0 ? std::optional(seconds / static_cast<double>(cells)) : std::nullopt;
}

std::string summary_of_timings(data::CsvReader timings) {
  std::map<CellTimes::Name, Timing> sums;
  const TimingColumns columns(timings);
  std::vector<std::string> fields;
  while (timings.next(fields)) sums[columns.name(fields)].add(columns.timing(fields));
  std::string text = "config,reading,learner,cells,seconds,peak_memory_kib\n";
  for (const auto& [name, sum] : sums) {
    const auto& [config, reading, learner] = name;
    text += fmt::format("{},{},{},{},{:.3f},{}\n", data::csv_quoted(config), data::csv_quoted(reading),
                        data::csv_quoted(learner), sum.cells, sum.seconds, sum.peak_kib);
  }
  return text;
}

CellTimes::CellTimes(data::CsvReader summary) {
  const TimingColumns columns(summary);
  const std::size_t cells = summary.column("cells");
  std::vector<std::string> fields;
  while (summary.next(fields)) {
    Timing timing = columns.timing(fields);
    timing.cells = static_cast<std::size_t>(columns.count(fields[cells], 1));
    const CellTimes::Name name = columns.name(fields);
    by_reading_[name].add(timing);
    by_learner_[{std::get<0>(name), "", std::get<2>(name)}].add(timing);
  }
}

const Timing* CellTimes::reference(const std::string& config, const std::string& reading,
                                   const std::string& learner) const {
  const auto of_reading = by_reading_.find({config, reading, learner});
  if (of_reading != by_reading_.end()) return &of_reading->second;
  const auto of_learner = by_learner_.find({config, "", learner});
  return of_learner == by_learner_.end() ? nullptr : &of_learner->second;
}

void CellTimes::fall_back_on(CellTimes other) {
  by_reading_.merge(other.by_reading_);
  by_learner_.merge(other.by_learner_);
}

CellTimes CellTimes::of_reference(const std::string& profile) {
  const records::ResultsFolder reference(data::project_root() / "results" / "reference");
  const auto of = [&](const std::string& name) {
    return std::filesystem::exists(reference.timings(name))
               ? CellTimes(data::open_quoted_csv(reference.timings(name)))
               : CellTimes();
  };
  CellTimes times = of(profile);
  for (const std::string& other : reference.profiles()) {
    if (other != profile) times.fall_back_on(of(other));
  }
  return times;
}

CellTimes::Kind CellTimes::kind_of(const study::Cell& cell) {
  return {cell.study, cell.study->point_reader ? "" : cell.reading->name, *cell.learner};
}

void CellTimes::read_finished(const std::vector<const study::Cell*>& cells, records::RecordStore& store) {
  std::vector<records::CellKey> keys;
  for (const study::Cell* cell : cells) keys.push_back(cell->key);
  const std::vector<bool> have = store.have_files(keys);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (!have[i]) continue;
    Timing& timing = finished_[kind_of(*cells[i])];
    if (timing.cells >= kMaxOfKind) continue;
    const std::optional<records::ResultRecord> record = store.find(keys[i]);
    if (record && record->status == "ok") timing.add({record->seconds, record->peak_memory_kib, 1});
  }
}

void CellTimes::read_others(const std::vector<const study::Cell*>& cells, records::RecordStore& store) {
  std::set<Name> wanted;
  for (const study::Cell* cell : cells) {
    if (!seconds(*cell)) wanted.insert({cell->study->config, "", *cell->learner});
  }
  if (wanted.empty()) return;
  std::size_t read = 0;
  for (const std::string& key : store.keys()) {
    if (++read > kMaxOthers) break;
    const std::optional<records::ResultRecord> record = store.find(key);
    if (!record || record->status != "ok") continue;
    const Name name(record->config, "", record->learner);
    if (wanted.contains(name)) others_[name].add({record->seconds, record->peak_memory_kib, 1});
  }
}

const Timing* CellTimes::of_kind(const study::Cell& cell) const {
  const auto finished = finished_.find(kind_of(cell));
  if (finished != finished_.end() && finished->second.cells > 0) return &finished->second;
  return reference(cell.study->config, cell.reading->name, *cell.learner);
}

const Timing* CellTimes::of_others(const study::Cell& cell) const {
  const auto found = others_.find({cell.study->config, "", *cell.learner});
  return found == others_.end() ? nullptr : &found->second;
}

std::optional<double> CellTimes::seconds(const study::Cell& cell) const {
  const Timing* known = of_kind(cell);
  if (known == nullptr) known = of_others(cell);
  return known == nullptr ? std::nullopt : known->mean();
}

std::size_t CellTimes::others_behind(const study::Cell& cell) const {
  const Timing* others = of_kind(cell) == nullptr ? of_others(cell) : nullptr;
  return others == nullptr ? 0 : others->cells;
}

WorkLeft::WorkLeft(const std::vector<const study::Cell*>& open, const CellTimes& times, std::size_t workers)
    : workers_(std::max<std::size_t>(1, workers)) {
  std::map<CellTimes::Kind, std::size_t> indices;
  for (const study::Cell* cell : open) {
    const auto [found, is_new] = indices.try_emplace(CellTimes::kind_of(*cell), kinds_.size());
    if (is_new) kinds_.push_back({times.seconds(*cell)});
    ++kinds_[found->second].open;
    kind_of_[cell->key.text()] = found->second;
  }
}

void WorkLeft::started(std::size_t worker, const std::string& key, double now) {
  const auto kind = kind_of_.find(key);
  if (kind != kind_of_.end()) running_[worker] = {kind->second, now};
}

void WorkLeft::finished(std::size_t worker, double now) {
  const auto found = running_.find(worker);
  if (found == running_.end()) return;
  Kind& kind = kinds_.at(found->second.kind);
  ++kind.done;
  kind.seconds += now - found->second.since;
  running_.erase(found);
}

/// Seconds that this run took per second expected, over the finished cells of kinds that were timed before.
double WorkLeft::slowness() const {
  double taken = 0.0, foreseen = 0.0;
  for (const Kind& kind : kinds_) {
    if (!kind.before) continue;
    taken += kind.seconds;
    foreseen += static_cast<double>(kind.done) * *kind.before;
  }
  return foreseen > 0.0 ? taken / foreseen : 1.0;
}

std::optional<double> WorkLeft::expected(const Kind& kind, double slowness) const {
  if (kind.done == 0) return kind.before ? std::optional(*kind.before * slowness) : std::nullopt;
  const double before = kind.before.value_or(0.0);
  const double count = static_cast<double>(kind.done) + (kind.before ? 1.0 : 0.0);
  return (kind.seconds + before) / count;
}

std::optional<TimeLeft> WorkLeft::at(double now) const {
  const double slow = slowness();
  double sum = 0.0, longest = 0.0;
  std::size_t cells = 0;
  bool any_known = false, any_unknown = false;
  for (const Kind& kind : kinds_) {
    const std::size_t left = kind.open - std::min(kind.open, kind.done);
    if (left == 0) continue;
    cells += left;
    const std::optional<double> seconds = expected(kind, slow);
    (seconds ? any_known : any_unknown) = true;
    sum += static_cast<double>(left) * seconds.value_or(0.0);
    longest = std::max(longest, seconds.value_or(0.0));
  }
  if (!any_known) return std::nullopt;
  double remaining = 0.0;  // of the cell in work that is farthest from its end
  for (const auto& [worker, running] : running_) {
    const double seconds = expected(kinds_.at(running.kind), slow).value_or(0.0);
    const double spent = std::min(seconds, now - running.since);
    sum -= spent;
    remaining = std::max(remaining, seconds - spent);
  }
  sum = std::max(sum, 0.0);
  const double at_a_time = static_cast<double>(std::min(workers_, cells));
  const bool all_in_work = cells <= running_.size();
  return TimeLeft{std::max(sum / at_a_time, all_in_work ? remaining : std::min(longest, sum)), any_unknown};
}

}  // namespace preimage::suite::run
