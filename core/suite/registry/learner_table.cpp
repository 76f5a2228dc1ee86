#include "suite/registry/learner_table.hpp"

#include <algorithm>

#include "suite/registry/kernel_choice_learner.hpp"

namespace preimage::suite::registry {

std::vector<LearnerRow> make_learner_rows();  // made by CMake from the files of learners/

const std::vector<LearnerRow>& learner_table() {
  static const std::vector<LearnerRow> table = make_learner_rows();
  return table;
}

ParsedLearner parse_learner(const std::string& name, const config::Reader& reader) {
  const std::vector<LearnerRow>& table = learner_table();
  std::vector<std::string> names;
  for (const LearnerRow& row : table) names.push_back(row.name);
  const std::string method = reader.choice("method", names);
  const auto row =
      std::find_if(table.begin(), table.end(), [&](const LearnerRow& r) { return r.name == method; });
  const LearnerBuilder build = row->parse(reader);
  const bool uses_all = row->takes_all_kernels;
  return {name, row->name, row->version, [build, uses_all](const validation::Problem& problem) {
            return uses_all || problem.input_kernels.empty() ? build(problem)
                                                             : choose_among_kernels(build, problem);
          }};
}

}  // namespace preimage::suite::registry
