#include <iostream>

#include <fmt/format.h>

#include "suite/cli/exit_code.hpp"
#include "suite/cli/json_output.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/results/audit.hpp"
#include "suite/run/plans.hpp"

namespace preimage::suite::cli {

int verb_audit(const study::StudyOptions& options, const study::ExperimentTable& experiments, bool is_json) {
  const data::DataSource data = run::make_data_source(options.selected);
  const study::Plan plan = run::plan_configs(options.selected, experiments, data);
  run::report_skipped(plan);
  Json document = json_document("audit");
  document["readings"] = Json::array();
  std::size_t found = 0;
  for (const study::PlannedReading& planned : plan.readings) {
    const std::vector<std::string> lines = results::audit(planned, data);
    found += lines.size();
    document["readings"].push_back(
        {{"config", planned.study->config}, {"reading", planned.reading->label()}, {"found", lines}});
    if (is_json) continue;
    std::cout << fmt::format("{} / {}: {}\n", planned.study->config, planned.reading->label(),
                             lines.empty() ? "nothing found" : fmt::format("{} found", lines.size()));
    for (const std::string& line : lines) std::cout << "  " << line << '\n';
  }
  if (is_json) print_json(document);
  return found > 0 ? kRegression : kOk;
}

}  // namespace preimage::suite::cli
