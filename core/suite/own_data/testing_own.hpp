// What a config of own data plans, and a run of one.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "experiments/experiment_table.hpp"
#include "suite/run/plans.hpp"
#include "suite/study/options.hpp"
#include "testing/program.hpp"
#include "testing/temporary_folder.hpp"

namespace preimage::testing {

inline suite::study::Plan plan_of(const std::filesystem::path& config) {
  static const suite::data::DataSource no_data{};
  suite::study::SelectionOptions options;
  options.configs = {config};
  return suite::run::plan_configs(options, experiments::experiment_table(), no_data);
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

}  // namespace preimage::testing
