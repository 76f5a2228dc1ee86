#include "suite/registry/learner_table.hpp"

#include <algorithm>

#include "preimage/models/kernel_choice.hpp"
#include "preimage/models/scaled_method.hpp"

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
  const MakeMethod make = row->parse(reader);
  const bool uses_all = row->takes_all_kernels;
  return {name, row->name, row->version,
          [make, uses_all](const samples::DataSet& data, const std::shared_ptr<sequences::SharedWork>& work) {
            std::shared_ptr<const models::Method> made = make(work);
            if (!uses_all && data.inputs.has<kernels::KernelChoices>())
              made = std::make_shared<const models::KernelChoiceMethod>(
                  std::move(made), data.inputs.get<kernels::KernelChoices>());
            if (data.inputs.has<models::RawVectors>() || data.outputs.has<models::RawOutputs>())
              made = std::make_shared<const models::ScaledMethod>(std::move(made));
            return std::make_unique<const validation::MethodLearner>(std::move(made), data);
          }};
}

}  // namespace preimage::suite::registry
