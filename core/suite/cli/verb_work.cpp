#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "suite/cli/exit_code.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/cli/work_places.hpp"
#include "suite/render/sweep_text.hpp"
#include "suite/run/environment.hpp"
#include "suite/run/forked_server.hpp"
#include "suite/run/open_cells.hpp"
#include "suite/run/process_memory.hpp"
#include "suite/run/run_cell.hpp"
#include "suite/run/run_notes.hpp"

namespace preimage::suite::cli {

namespace {

using Clock = std::chrono::steady_clock;

/// Places of cells of programs that read one output, by each of them.
using SharedOutputs = std::map<std::size_t, std::shared_ptr<const std::vector<std::size_t>>>;

SharedOutputs shared_outputs(const std::vector<const study::Cell*>& cells) {
  std::map<std::vector<std::string>, std::vector<std::size_t>> by_line;
  for (std::size_t place = 0; place < cells.size(); ++place) {
    // What a point cannot change; its program it can.
    if (cells[place]->study->readings.front().experiment.outside)
      by_line[run::outside_command_line(*cells[place])].push_back(place);
  }
  SharedOutputs shared;
  for (auto& [line, places] : by_line) {
    const auto all = std::make_shared<const std::vector<std::size_t>>(std::move(places));
    for (const std::size_t place : *all) shared.emplace(place, all);
  }
  return shared;
}

/// Works on cells one after another. Each is computed in a copy of this process, which holds the claim, keeps
/// the limits and writes the record: whatever becomes of the copy, the cell gets one.
class CellWorker {
 public:
  /// had_records  places of the cells that are open although they had a record when this worker began
  CellWorker(const std::vector<const study::Cell*>& cells, const std::set<std::size_t>& had_records,
             const study::StudyOptions& options, const data::DataSource& data, records::RecordStore& store,
             run::OpenCells& open)
      : cells_(cells),
        shared_(shared_outputs(cells)),
        had_records_(had_records),
        options_(options),
        store_(store),
        open_(open),
        runner_(data),
        server_([this](const std::string& request) { return answer(request); }) {}

  /// Sees to it that the cell is not open any more, nor those that read the same output of a program: it is
  /// run once. False where another worker has it in work.
  bool settle(std::size_t place);
  /// The cell whose claim is that on all of these.
  std::size_t claimed(std::size_t place) const;
  /// Gives back the memory of the copy.
  void rest() { server_.stop(); }
  std::size_t failed() const { return failed_; }

 private:
  std::string answer(const std::string& request);
  run::CellMeans means_of(const study::Cell& cell) const;
  bool is_settled(std::size_t place);
  records::ResultRecord compute(std::size_t place);
  void settle_one(std::size_t place);

  const std::vector<const study::Cell*>& cells_;
  const SharedOutputs shared_;
  const std::set<std::size_t>& had_records_;
  const study::StudyOptions& options_;
  records::RecordStore& store_;
  run::OpenCells& open_;
  run::CellRunner runner_;  // used in the copy only
  run::ForkedServer server_;
  std::size_t failed_ = 0;
};

std::string CellWorker::answer(const std::string& request) {
  const study::Cell& cell = *cells_.at(std::stoul(request));
  try {
    return records::to_json(runner_.run(cell, means_of(cell)));
  } catch (const std::runtime_error& error) {  // a result that no record can hold: a number not finite
    return records::to_json(run::failed_record(cell, error.what()));
  }
}

/// In the copy.
run::CellMeans CellWorker::means_of(const study::Cell& cell) const {
  run::CellMeans means{static_cast<std::size_t>(options_.run.threads.value_or(1)),
                       options_.selected.results().unfinished(cell.key.text()), std::nullopt};
  const std::optional<long> most = run::limits_of(cell, options_).memory_mib;
  if (!most) return means;
  const long held_kib = run::resident_memory_kib(::getpid()).value_or(0);
  means.memory = static_cast<std::uint64_t>(std::max(0L, *most * 1024 - held_kib)) * 1024;
  return means;
}

records::ResultRecord CellWorker::compute(std::size_t place) {
  const study::Cell& cell = *cells_[place];
  const study::ProcessLimits limits = run::limits_of(cell, options_);
  const std::string request = std::to_string(place);
  const Clock::time_point start = Clock::now();
  run::Answer answer = server_.ask(request, limits);
  // What earlier cells left in memory must not decide about this one.
  if (answer.kind == run::Answer::Kind::out_of_memory && !answer.first) answer = server_.ask(request, limits);
  if (answer.kind == run::Answer::Kind::text)
    return records::from_json(answer.text, "cell " + cell.key.text());
  records::ResultRecord record = run::failed_record(cell, answer.text);
  record.circumstances = run::circumstances();
  record.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return record;
}

/// Asked under the claim. A record that has come since this worker began is another's try of now, which is not for a
/// thousand others to repeat where it failed; --force goes by the run's name alone.
bool CellWorker::is_settled(std::size_t place) {
  const study::Cell& cell = *cells_[place];
  if (options_.run.force || had_records_.contains(place)) return !open_.is_open(cell);
  return store_.have_files({cell.key}).front();
}

std::size_t CellWorker::claimed(std::size_t place) const {
  const auto shared = shared_.find(place);
  return shared == shared_.end() ? place : shared->second->front();
}

bool CellWorker::settle(std::size_t place) {
  const std::optional<records::CellLock> claim = store_.try_lock(cells_[claimed(place)]->key, open_.run());
  if (!claim) return false;
  const auto shared = shared_.find(place);
  for (const std::size_t one : shared == shared_.end() ? std::vector<std::size_t>{place} : *shared->second) {
    if (!is_settled(one)) settle_one(one);
  }
  return true;
}

void CellWorker::settle_one(std::size_t place) {
  const study::Cell& cell = *cells_[place];
  std::cout << "start " << cell.key.text() << std::endl;
  const records::ResultRecord record = compute(place);
  open_.put(record);
  if (record.status == "ok") options_.selected.results().remove_unfinished(cell.key.text());
  if (record.status != "ok") ++failed_;
  std::cout << "done " << cell.key.text() << " " << record.status << std::endl;
}

/// Says, once per holder, for whom this worker waits: a line that begins with "waits for <who>,". Workers of its
/// own run do not count, for they will end, unless they are stopped.
class WaitReport {
 public:
  /// out  standard output for the run that reads it, else standard error
  WaitReport(const std::vector<const study::Cell*>& cells, const CellWorker& worker,
             const records::RecordStore& store, std::string run, std::ostream& out)
      : cells_(cells), worker_(worker), store_(store), run_(std::move(run)), out_(out) {}

  void operator()(const std::vector<std::size_t>& places) {
    for (const std::size_t place : places) {
      const study::Cell& cell = *cells_[place];
      const std::optional<records::LockHolder> holder = store_.holder_of(cells_[worker_.claimed(place)]->key);
      if (holder && holder->run == run_ && !holder->is_stopped()) continue;
      const std::string who = holder ? holder->name() : "another process";
      if (!said_.insert(who).second) continue;
      out_ << fmt::format("waits for {}, which has had cell {} ({} {} {} repetition {} fold {}) since {}",
                          who, cell.key.text().substr(0, kShownDigits), cell.study->config,
                          cell.reading->name, *cell.learner, cell.repetition, cell.outer_fold,
                          holder ? holder->since : "before this one")
           << std::endl;
    }
  }

 private:
  static constexpr std::size_t kShownDigits = 12;
  const std::vector<const study::Cell*>& cells_;
  const CellWorker& worker_;
  const records::RecordStore& store_;
  std::string run_;
  std::ostream& out_;
  std::set<std::string> said_;
};

/// Those of the places that another worker has in work.
std::vector<std::size_t> unsettled(const std::vector<std::size_t>& places, CellWorker& worker) {
  std::vector<std::size_t> left;
  for (const std::size_t place : places) {
    if (!worker.settle(place)) left.push_back(place);
  }
  return left;
}

/// Until no place is left: a cell that another worker has in work is ours if that worker dies.
void settle_all(std::vector<std::size_t> left, CellWorker& worker, WaitReport& report_wait) {
  constexpr std::chrono::seconds kPatience{5};
  constexpr std::chrono::milliseconds kShortest{10};
  constexpr std::chrono::milliseconds kLongest{1000};
  std::chrono::milliseconds pause = kShortest;
  Clock::time_point last_settled = Clock::now();
  while (!left.empty()) {
    if (Clock::now() - last_settled >= kPatience) report_wait(left);
    worker.rest();
    std::this_thread::sleep_for(pause);
    std::vector<std::size_t> still = unsettled(left, worker);
    const bool has_settled = still.size() < left.size();
    if (has_settled) last_settled = Clock::now();
    pause = has_settled ? kShortest : std::min(2 * pause, kLongest);
    left = std::move(still);
  }
}

/// What the records will be of, where no run has started this worker.
void note_work(const run::Selection& selection, const study::StudyOptions& options,
               const data::DataSource& data, records::RecordStore& store) {
  if (!options.selected.sweep.is_on()) return run::note_runs(selection, options.selected, data);
  if (!selection.readings.empty() && !results::is_written(selection, options))
    results::write_sweep(selection, options, store, render::sweep_forms);
}

}  // namespace

int verb_work(const study::StudyOptions& options, const study::ExperimentTable& experiments) {
  const data::DataSource data = run::make_data_source(options.selected);
  const run::Selection selection = run::select(options.selected, experiments, data);
  records::RecordStore store(options.selected.results().cells());
  const char* run_variable = std::getenv(run::kRunVariable);
  const bool has_run = run_variable != nullptr;
  if (!has_run) run::report_skipped(selection.skipped);  // the run itself has done so
  std::optional<records::FileLock> in_use = records::share_records(options.selected.results());
  if (!has_run) note_work(selection, options, data, store);
  run::OpenCells open(store, options.run.force,
                      has_run
                          ? run_variable
                          : fmt::format("work-{}-{}", Clock::now().time_since_epoch().count(), ::getpid()));
  const std::vector<const study::Cell*> cells = run::chosen_cells(selection, options);
  const Places places =
      open_places(places_of(cells, options, has_run), cells, options.run.force, store, open);
  std::vector<const study::Cell*> to_do;
  for (const std::vector<std::size_t>* stretch : {&places.own, &places.others}) {
    for (const std::size_t place : *stretch) to_do.push_back(cells[place]);
  }
  run::require_allowed(to_do, options);
  if (!in_use) in_use = records::share_records(options.selected.results());
  CellWorker worker(cells, places.had_records, options, data, store, open);
  WaitReport report_wait(cells, worker, store, open.run(), has_run ? std::cout : std::cerr);
  std::vector<std::size_t> left = unsettled(places.own, worker);
  const std::vector<std::size_t> others =
      options.run.force ? places.others : untried_others(places, cells, store);
  const std::vector<std::size_t> of_others = unsettled(others, worker);
  left.insert(left.end(), of_others.begin(), of_others.end());
  settle_all(std::move(left), worker, report_wait);
  return worker.failed() > 0 ? kCellsFailed : kOk;
}

}  // namespace preimage::suite::cli
