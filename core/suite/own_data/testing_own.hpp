// What a config of own data plans, and what its cells give.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "experiments/experiment_table.hpp"
#include "suite/records/record_store.hpp"
#include "suite/results/reading_records.hpp"
#include "suite/run/plans.hpp"
#include "suite/run/run_cell.hpp"
#include "suite/study/options.hpp"
#include "testing/config_text.hpp"
#include "testing/program.hpp"
#include "testing/temporary_folder.hpp"

namespace preimage::testing {

inline const suite::data::DataSource kNoData{};  // own data come from files that a config names

inline suite::study::Plan plan_of(const std::filesystem::path& config, std::optional<int> repetitions = {},
                                  const std::vector<suite::config::Override>& overrides = {}) {
  suite::study::SelectionOptions options;
  options.configs = {config};
  options.repetitions = repetitions;
  options.overrides = overrides;
  return suite::run::plan_configs(options, experiments::experiment_table(), kNoData);
}

/// The records of its cells, in their order, of all but the last `open`.
inline std::vector<suite::records::ResultRecord> records_of(const suite::study::Plan& plan,
                                                            std::size_t open = 0) {
  suite::run::CellRunner runner(kNoData);
  std::vector<const suite::study::Cell*> cells = plan.distinct_cells();
  cells.resize(cells.size() - open);
  std::vector<suite::records::ResultRecord> records;
  for (const suite::study::Cell* cell : cells) records.push_back(runner.run(*cell));
  return records;
}

/// The table of its first reading after these cells have run.
inline suite::results::ResultTable table_of(const suite::study::Plan& plan, std::size_t open = 0) {
  const TemporaryFolder folder;
  suite::records::RecordStore store(folder.path());
  for (const suite::records::ResultRecord& record : records_of(plan, open)) store.put(record);
  const suite::study::PlannedReading& reading = plan.readings.front();
  return suite::results::table_of(reading, suite::results::ReadingRecords(reading, store), false);
}

/// The keys of its cells.
inline std::set<std::string> planned_keys(const std::filesystem::path& config) {
  std::set<std::string> keys;
  const suite::study::Plan plan = plan_of(config);
  for (const suite::study::Cell* cell : plan.distinct_cells()) keys.insert(cell->key);
  return keys;
}

/// `run` of a config that is written as c.yaml into the folder of its data; results in "out" there.
inline Finished run_in(const TemporaryFolder& folder, const std::string& config,
                       std::vector<std::string> more = {}) {
  more.insert(more.begin(),
              {"run", folder.write("c.yaml", config).string(), "--out", (folder.path() / "out").string()});
  return run_preimage(more);
}

/// Ours of the first measure and learner in its tables; -1 where there is none.
inline double first_ours(const Finished& finished) {
  const std::size_t ours = finished.out.find("    ours ");
  return ours == std::string::npos ? -1.0 : std::stod(finished.out.substr(ours + 9));
}

/// A folder for a table, d.csv, and a config of it whose parts a test may change.
struct OwnPlace {
  TemporaryFolder folder;
  std::string inputs, dataset;  // "[x]", "outputs: [kind], output_kind: class"
  std::string output_kernel = "class", protocol;
  std::string learners = "one: {method: nearest_neighbours, k: [1, 3]}";
  int repetitions = 1;

  std::string text() const {
    return config_of(
        "own_data",
        fmt::format(
            "dataset: {{name: vectors, path: d.csv, inputs: {}, {}}}\ninput_kernel: {{name: linear}}\n"
            "output_kernel: {{name: {}}}\nloss: distance\nprotocol: {}\nlearners: {{{}}}\n",
            inputs, dataset, output_kernel, protocol, learners),
        repetitions);
  }
  std::filesystem::path config() const { return folder.write("c.yaml", text()); }
  suite::study::Plan plan(std::optional<int> of_repetitions = {},
                          const std::vector<suite::config::Override>& overrides = {}) const {
    return plan_of(config(), of_repetitions, overrides);
  }
  Finished run(const std::vector<std::string>& more = {}) const { return run_in(folder, text(), more); }
};

}  // namespace preimage::testing
