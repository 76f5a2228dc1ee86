#include "suite/run/cell_times.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"
#include "suite/data/program_folders.hpp"
#include "suite/records/results_folder.hpp"

namespace preimage::suite::run {

namespace {

/// Calls use(name, timing) for each line of either file: of a cell, or, with a column `cells`, of several.
template <class Use>
void for_each_timing(data::CsvReader csv, bool has_cells, const Use& use) {
  std::vector<std::string> fields;
  const auto number = [&](std::size_t column, const auto& parse, auto least) {
    const auto value = parse(fields[column]);
    if (!value || *value < least)
      throw DataError(fmt::format("{}:{}: expected a number of at least {:.0f}, found {}", csv.source(),
                                  csv.line(), static_cast<double>(least), base::excerpt(fields[column])));
    return *value;
  };
  const std::size_t config = csv.column("config"), reading = csv.column("reading"),
                    learner = csv.column("learner"), seconds = csv.column("seconds"),
                    peak = csv.column("peak_memory_kib");
  const std::size_t cells = has_cells ? csv.column("cells") : 0;
  while (csv.next(fields))
    use(CellTimes::Name{fields[config], fields[reading], fields[learner]},
        Timing{number(seconds, config::parse_decimal, 0.0), number(peak, config::parse_integer, 0L),
               has_cells ? static_cast<std::size_t>(number(cells, config::parse_integer, 1L)) : 1});
}

constexpr std::size_t kMaxOfName = 5;

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
  for_each_timing(std::move(timings), false,
                  [&](const CellTimes::Name& name, const Timing& timing) { sums[name].add(timing); });
  std::string text = "config,reading,learner,cells,seconds,peak_memory_kib\n";
  for (const auto& [name, sum] : sums) {
    text += data::csv_line({name.config, name.reading, name.learner, std::to_string(sum.cells),
                            fmt::format("{:.3f}", sum.seconds), std::to_string(sum.peak_kib)});
  }
  return text;
}

CellTimes::CellTimes(data::CsvReader summary) {
  for_each_timing(std::move(summary), true, [&](const Name& name, const Timing& timing) {
    by_reading_[name].add(timing);
    by_learner_[{name.config, "", name.learner}].add(timing);
  });
}

const Timing* CellTimes::find(const Name& name) const {
  for (const auto* times : {&finished_, &by_reading_}) {
    if (const auto found = times->find(name); found != times->end()) return &found->second;
  }
  const auto found = by_learner_.find({name.config, "", name.learner});
  return found == by_learner_.end() ? nullptr : &found->second;
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

void CellTimes::read_finished(const std::vector<const study::Cell*>& cells, records::RecordStore& store) {
  const std::vector<records::CellKey> keys = study::keys_of(cells);
  const std::vector<bool> have = store.have_files(keys);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Name name{cells[i]->study->config, cells[i]->reading->name, *cells[i]->learner};
    const auto known = finished_.find(name);
    if (!have[i] || (known != finished_.end() && known->second.cells >= kMaxOfName)) continue;
    const std::optional<records::ResultRecord> record = store.find(keys[i]);
    if (record && record->status == "ok") finished_[name].add({record->seconds, record->peak_memory_kib, 1});
  }
}

std::optional<double> CellTimes::seconds(const study::Cell& cell) const {
  const Timing* known = find({cell.study->config, cell.reading->name, *cell.learner});
  return known == nullptr ? std::nullopt : known->mean();
}

WorkLeft::WorkLeft(const std::vector<const study::Cell*>& open, const CellTimes& times, std::size_t workers)
    : workers_(std::max<std::size_t>(1, workers)), cells_left_(open.size()) {
  Timing known;
  for (const study::Cell* cell : open) {
    if (const std::optional<double> seconds = times.seconds(*cell)) known.add({*seconds, 0, 1});
  }
  is_known_ = known.cells > 0;
  for (const study::Cell* cell : open) {
    const std::optional<double> seconds = times.seconds(*cell);
    Series& series = series_[{cell->study->config, cell->reading->name, *cell->learner}];
    series.is_timed = seconds.has_value();
    series.expected = seconds.value_or(known.mean().value_or(1.0));
    ++series.open;
    of_cell_[cell->key.text()] = &series;
  }
}

void WorkLeft::started(std::size_t worker, const std::string& key, double now) {
  const auto found = of_cell_.find(key);
  if (found != of_cell_.end()) running_[worker] = {found->second, now};
}

void WorkLeft::finished(std::size_t worker, double now) {
  const auto found = running_.find(worker);
  if (found == running_.end()) return;
  Series& series = *found->second.of;
  series.finished.add({now - found->second.since, 0, 1});
  foreseen_ += series.expected;
  taken_ += now - found->second.since;
  series.open -= std::min<std::size_t>(series.open, 1);  // with --force two runs may compute one
  cells_left_ -= std::min<std::size_t>(cells_left_, 1);
  running_.erase(found);
}

double WorkLeft::seconds_of(const Series& series) const {
  if (!series.is_timed && series.finished.cells > 0) return *series.finished.mean();
  return series.expected * (foreseen_ > 0.0 ? taken_ / foreseen_ : 1.0);
}

std::optional<double> WorkLeft::at(double now) const {
  if (foreseen_ <= 0.0 && !is_known_) return std::nullopt;
  double sum = 0.0, longest = 0.0;  // of the cells in work what the one takes that is farthest from its end
  for (const auto& [name, series] : series_) sum += static_cast<double>(series.open) * seconds_of(series);
  for (const auto& [worker, running] : running_) {
    const double expected = seconds_of(*running.of), spent = now - running.since;
    if (spent > expected && !running.of->is_timed && running.of->finished.cells == 0) return std::nullopt;
    sum -= std::min(expected, spent);
    longest = std::max(longest, expected - std::min(expected, spent));
  }
  const double at_a_time = static_cast<double>(std::clamp<std::size_t>(cells_left_, 1, workers_));
  return std::max(sum / at_a_time, longest);
}

}  // namespace preimage::suite::run
