#include "suite/run/work_cells.hpp"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "preimage/base/collect.hpp"
#include "preimage/base/error.hpp"
#include "suite/run/cell_list.hpp"
#include "suite/run/environment.hpp"
#include "suite/run/forked_server.hpp"
#include "suite/run/process_memory.hpp"
#include "suite/run/run_cell.hpp"

namespace preimage::suite::run {

namespace {

using Clock = std::chrono::steady_clock;
using Cells = std::vector<const study::Cell*>;
using Places = std::vector<std::size_t>;  // in the list of cells

/// Places of cells of programs that read one output, by each of them.
using SharedOutputs = std::map<std::size_t, std::shared_ptr<const Places>>;

SharedOutputs shared_outputs(const Cells& cells) {
  std::map<std::vector<std::string>, Places> by_line;
  for (std::size_t place = 0; place < cells.size(); ++place) {
    // What a point cannot change; its program it can.
    if (cells[place]->study->readings.front().experiment.outside)
      by_line[outside_command_line(*cells[place])].push_back(place);
  }
  SharedOutputs shared;
  for (auto& [line, places] : by_line) {
    const auto all = std::make_shared<const Places>(std::move(places));
    for (const std::size_t place : *all) shared.emplace(place, all);
  }
  return shared;
}

/// Places in `cells` of the keys in the file. throws  DataError, also for a key that is none of theirs
Places listed_places(const Cells& cells, const std::filesystem::path& list) {
  std::map<records::CellKey, std::size_t> place_of;
  for (std::size_t place = 0; place < cells.size(); ++place) place_of[cells[place]->key] = place;
  Places places;
  for (const records::CellKey& key : read_cell_list(list)) {
    const auto found = place_of.find(key);
    if (found == place_of.end()) {
      throw DataError(
          fmt::format("{}:{}: cell {} was planned by another config or program: expected one of the "
                      "{} cells of this one; submit again",
                      list.string(), places.size() + 1, key.text().substr(0, 16), cells.size()));
    }
    places.push_back(found->second);
  }
  return places;
}

class CellWorker {
 public:
  CellWorker(const Cells& cells, const study::StudyOptions& options, const data::DataSource& data,
             records::RecordStore& store, OpenCells& open, bool has_run)
      : cells_(cells),
        shared_(shared_outputs(cells)),
        options_(options),
        store_(store),
        open_(open),
        has_run_(has_run),
        runner_(data),
        server_([this](const std::string& request) { return answer(request); }) {}

  std::size_t work() {
    Places own = open_places(own_places(), true);
    Places others = open_places(places_of_others(), options_.run.force);
    Cells to_do;
    for (const Places* some : {&own, &others}) {
      for (const std::size_t place : *some) to_do.push_back(cells_[place]);
    }
    require_allowed(to_do, options_);
    Places left = without_finished(own);
    // Those of others that are done by now are neither locked nor read.
    if (!options_.run.force) others = open_places(others, false);
    for (const std::size_t place : without_finished(others)) left.push_back(place);
    wait_for(std::move(left));
    return failed_;
  }

 private:
  Places own_places() const {
    if (options_.worker.cells) return listed_places(cells_, *options_.worker.cells);
    return shard_order(cells_.size(), options_.worker.shard, false);
  }
  Places places_of_others() const {
    // With --force a worker takes every record but its own run's for none, also that of another shard alone.
    const bool steals =
        !options_.worker.cells && !options_.worker.no_steal && (has_run_ || !options_.run.force);
    if (!steals) return {};
    const Places all = shard_order(cells_.size(), options_.worker.shard, true);
    return {all.begin() + static_cast<std::ptrdiff_t>(own_places().size()), all.end()};
  }

  /// Those that are open, by what is in the folder now.
  /// reads  also those with a record that does not count. Of others' cells it takes those without a record:
  ///        to find the failed ones among the rest, which their own worker tries again, each of a thousand
  ///        workers would read a million records
  Places open_places(const Places& places, bool reads) {
    const std::vector<bool> have =
        store_.have_files(base::collect(places, [this](std::size_t place) { return cells_[place]->key; }));
    Places left;
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (have[i] && !(reads && open_.is_open(*cells_[places[i]]))) continue;
      if (have[i]) had_records_.insert(places[i]);
      left.push_back(places[i]);
    }
    return left;
  }

  std::string answer(const std::string& request) {
    const study::Cell& cell = *cells_.at(std::stoul(request));
    try {
      return records::to_json(runner_.run(cell, resources_of(cell)));
    } catch (const std::runtime_error& error) {  // a result that no record can hold: a number not finite
      return records::to_json(failed_record(cell, error.what()));
    }
  }
  /// What the cell may use, asked in the forked copy that computes it: the memory that the copy holds already
  /// is its parent's.
  CellResources resources_of(const study::Cell& cell) const {
    CellResources resources{static_cast<std::size_t>(options_.run.threads.value_or(1)),
                            options_.selected.results().unfinished(cell.key.text()), std::nullopt};
    const std::optional<long> most = limits_of(cell, options_).memory_mib;
    if (!most) return resources;
    const long held_kib = resident_memory_kib(::getpid()).value_or(0);
    resources.memory = static_cast<std::uint64_t>(std::max(0L, *most * 1024 - held_kib)) * 1024;
    return resources;
  }
  records::ResultRecord compute(std::size_t place) {
    const study::Cell& cell = *cells_[place];
    const study::ProcessLimits limits = limits_of(cell, options_);
    const std::string request = std::to_string(place);
    const Clock::time_point start = Clock::now();
    Answer answer = server_.ask(request, limits);
    // What earlier cells left in memory must not decide about this one.
    if (answer.kind == Answer::Kind::out_of_memory && !answer.first) answer = server_.ask(request, limits);
    if (answer.kind == Answer::Kind::text) return records::from_json(answer.text, "cell " + cell.key.text());
    records::ResultRecord record = failed_record(cell, answer.text);
    record.circumstances = circumstances();
    record.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return record;
  }
  void compute_and_keep(std::size_t place) {
    const study::Cell& cell = *cells_[place];
    std::cout << "start " << cell.key.text() << std::endl;
    const records::ResultRecord record = compute(place);
    open_.put(record);
    if (record.status == "ok") options_.selected.results().remove_unfinished(cell.key.text());
    if (record.status != "ok") ++failed_;
    std::cout << "done " << cell.key.text() << " " << record.status << std::endl;
  }

  /// The cells that are computed with this one, which read the same output of a program: it is run once.
  Places together_with(std::size_t place) const {
    const auto shared = shared_.find(place);
    return shared == shared_.end() ? Places{place} : *shared->second;
  }
  /// Asked under the claim. A record that has come since this worker began is another's try of now, which is
  /// not for a thousand others to repeat where it failed; --force goes by the run's name alone.
  bool is_done(std::size_t place) {
    const study::Cell& cell = *cells_[place];
    if (options_.run.force || had_records_.contains(place)) return !open_.is_open(cell);
    return store_.have_files({cell.key}).front();
  }
  /// Computes what is open of the cell and those together with it. False where another worker has them in
  /// work.
  bool finish(std::size_t place) {
    const Places together = together_with(place);
    const auto claim = store_.try_lock(cells_[together.front()]->key, open_.run());
    if (!claim) return false;
    for (const std::size_t one : together) {
      if (!is_done(one)) compute_and_keep(one);
    }
    return true;
  }
  /// Those of the places that another worker has in work.
  Places without_finished(Places places) {
    std::erase_if(places, [this](std::size_t place) { return finish(place); });
    return places;
  }
  /// Until no place is left: a cell that another worker has in work is this one's if that worker dies.
  void wait_for(Places left) {
    constexpr std::chrono::seconds kLongWait{5};
    constexpr std::chrono::milliseconds kShortest{10};
    constexpr std::chrono::milliseconds kLongest{1000};
    std::chrono::milliseconds pause = kShortest;
    Clock::time_point last_finished = Clock::now();
    while (!left.empty()) {
      if (Clock::now() - last_finished >= kLongWait) say_whom_it_waits_for(left);
      server_.stop();  // which gives back the memory of the copy
      std::this_thread::sleep_for(pause);
      Places still = without_finished(left);
      const bool has_finished = still.size() < left.size();
      if (has_finished) last_finished = Clock::now();
      pause = has_finished ? kShortest : std::min(2 * pause, kLongest);
      left = std::move(still);
    }
  }
  /// Once per holder a line that begins with "waits for <who>,". Workers of its own run do not count, for they
  /// will end, unless they are stopped.
  void say_whom_it_waits_for(const Places& places) {
    constexpr std::size_t kDigitsOfCell = 12;
    for (const std::size_t place : places) {
      const study::Cell& cell = *cells_[place];
      const std::optional<records::LockHolder> holder =
          store_.holder_of(cells_[together_with(place).front()]->key);
      if (holder && holder->run == open_.run() && !holder->is_stopped()) continue;
      const std::string who = holder ? holder->name() : "another process";
      if (!said_.insert(who).second) continue;
      (has_run_ ? std::cout : std::cerr)
          << fmt::format("waits for {}, which has had cell {} ({} {} {} repetition {} fold {}) since {}", who,
                         cell.key.text().substr(0, kDigitsOfCell), cell.study->config, cell.reading->name,
                         *cell.learner, cell.repetition, cell.outer_fold,
                         holder ? holder->since : "before this one")
          << std::endl;
    }
  }

  const Cells& cells_;
  const SharedOutputs shared_;
  const study::StudyOptions& options_;
  records::RecordStore& store_;
  OpenCells& open_;
  bool has_run_;
  CellRunner runner_;  // used in the copy only
  ForkedServer server_;
  std::set<std::size_t> had_records_;  // of the open cells: failed ones, or to be computed again
  std::set<std::string> said_;         // for whom it waits
  std::size_t failed_ = 0;
};

}  // namespace

std::size_t work_on(const std::vector<const study::Cell*>& cells, const study::StudyOptions& options,
                    const data::DataSource& data, records::RecordStore& store, OpenCells& open,
                    bool has_run) {
  return CellWorker(cells, options, data, store, open, has_run).work();
}

}  // namespace preimage::suite::run
