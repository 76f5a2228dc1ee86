#include <iostream>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/cli/json_output.hpp"
#include "suite/cli/standard_streams.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/cli/write_tables.hpp"
#include "suite/config/config_error.hpp"
#include "suite/render/result_json.hpp"
#include "suite/results/sweep_folder.hpp"
#include "suite/run/plans.hpp"

namespace preimage::suite::cli {

namespace {

/// Tables of dashes would look like results.
void require_some_record(const std::vector<study::Plan>& parts, const records::RecordStore& store,
                         const study::SelectionOptions& options) {
  std::size_t count = 0;
  for (const study::Plan& part : parts) {
    if (run::has_record(part, store)) return;
    count += part.distinct_cells().size();
  }
  if (count == 0) return;
  const bool is_swept = !results::sweeps_alone(options).empty();
  throw DataError(fmt::format(
      "{}: no record of the {} cells of profile '{}'; `preimage run` with the same "
      "arguments computes them{}",
      options.out.string(), count, study::options_of(parts.front(), options).profile,
      is_swept ? "; here are sweeps alone, which `table` and `report` without a config show" : ""));
}

/// What `sweep` printed, of each.
void print_summaries(const std::vector<std::filesystem::path>& sweeps) {
  constexpr std::size_t kMaxBytes = std::size_t{1} << 20;
  for (const std::filesystem::path& sweep : sweeps)
    std::cout << (sweep == sweeps.front() ? "" : "\n") << base::read_file(sweep / "summary.txt", kMaxBytes);
}

}  // namespace

int verb_table(const study::StudyOptions& options, const study::ExperimentTable& experiments,
               const TableForm& form) {
  run::require_folder(options.selected);
  if (options.selected.configs.empty()) {
    const std::vector<std::filesystem::path> sweeps = results::sweeps_alone(options.selected);
    if (!sweeps.empty() && options.run.predictions)
      throw ConfigError("--predictions: nothing but sweeps was run here, and tables of sweeps have none");
    if (!sweeps.empty() && form.json)
      throw ConfigError(
          "--json: nothing but sweeps was run here; their numbers stand in sweeps/*/points.csv");
    print_summaries(sweeps);
    if (!sweeps.empty()) return kOk;
  }
  study::Plan plan = run::plan_folder(options.selected, experiments, run::Ways::all);
  run::require_planned(plan, options.selected.out);
  for (const std::string& remark : run::remarks_of(plan, options.selected.out)) std::cerr << remark << "\n";
  const bool is_whole = plan.is_whole();
  const std::vector<study::Plan> parts = study::by_way(std::move(plan));
  if (parts.size() > 1 && options.run.predictions)
    throw ConfigError(
        "--predictions: configs were run here in several ways: name the config that it is about");
  records::RecordStore store(options.selected.results().cells());
  require_some_record(parts, store, options.selected);
  std::size_t lacking = 0;
  std::vector<results::ResultSet> sets;
  for (const study::Plan& part : parts) {
    run::report_skipped(part);
    const study::SelectionOptions way = study::options_of(part, options.selected);
    sets.push_back(print_tables(part, store, way, run::make_data_source(way), records::OptionalWriting(true),
                                {!form.json, options.run.predictions, form.chosen}));
    lacking += sets.back().incomplete() + sets.back().not_finite();
  }
  if (form.json) print_json(render::to_json(sets));
  print_lines(store.warnings());
  return lacking > 0 || !is_whole ? kCellsFailed : kOk;
}

}  // namespace preimage::suite::cli
