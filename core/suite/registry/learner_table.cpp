#include "suite/registry/learner_table.hpp"

#include <algorithm>

#include "preimage/models/method_choice.hpp"
#include "preimage/models/prepared_method.hpp"

namespace preimage::suite::registry {

void add_learners(LearnerRows& rows);  // made by CMake from the files of learners/

const LearnerRows& learner_table() {
  static const LearnerRows table = [] {
    LearnerRows rows;
    add_learners(rows);
    return sorted_by_name(std::move(rows));
  }();
  return table;
}

namespace {

/// The method, or one for each choice from the lists in place of one number, chosen among on inner folds.
MakeMethod parse_method(const LearnerRow& row, const config::Reader& reader) {
  auto choices = reader.each_choice<MakeMethod>([&] { return row.parse(reader); });
  if (choices.size() == 1) return std::move(choices.front().second);
  return [choices = std::move(choices)](const std::shared_ptr<sequences::SharedWork>& work) {
    std::vector<models::MethodChoice::Entry> entries;
    for (const auto& [parameters, make] : choices) entries.push_back({parameters, make(work), {}});
    return std::make_shared<const models::MethodChoice>(std::move(entries));
  };
}

/// What tells the kernels apart that the samples come with, where there are several.
std::vector<base::Parameters> kernels_of(const samples::SampleSet& inputs) {
  std::vector<base::Parameters> kernels;
  if (inputs.has<kernels::KernelChoices>()) {
    for (const auto& choice : inputs.get<kernels::KernelChoices>().kernels)
      kernels.push_back(choice.parameters);
  } else if (inputs.has<models::RawVectors>()) {
    for (const auto& choice : inputs.get<models::RawVectors>().kernels) kernels.push_back(choice.first);
    if (kernels.size() == 1) kernels.clear();
  }
  return kernels;
}

}  // namespace

ParsedLearner parse_learner(const std::string& name, const config::Reader& reader) {
  const LearnerRows& table = learner_table();
  static const std::vector<std::string> names = [&] {
    std::vector<std::string> all;
    for (const LearnerRow& row : table) all.push_back(row.name);
    return all;
  }();
  const std::string method = reader.choice("method", names);
  const auto row =
      std::find_if(table.begin(), table.end(), [&](const LearnerRow& r) { return r.name == method; });
  const MakeMethod make = parse_method(*row, reader);
  const bool runs_program = static_cast<bool>(row->program),
             uses_all = row->takes_all_kernels || runs_program;
  std::optional<LearnerProgram> program;
  if (runs_program)
    program = reader.each_choice<LearnerProgram>([&] { return row->program(reader); }).front().second;
  return {name,
          row->name,
          row->version,
          [make, uses_all, runs_program](const samples::DataSet& data,
                                         const std::shared_ptr<sequences::SharedWork>& work) {
            std::shared_ptr<const models::Method> made = make(work);
            const std::vector<base::Parameters> kernels = kernels_of(data.inputs);
            if (!uses_all && !kernels.empty())
              made = std::make_shared<const models::MethodChoice>(
                  models::MethodChoice::of_kernels(made, kernels));
            if (!runs_program &&
                (data.inputs.has<models::RawVectors>() || data.outputs.has<models::RawOutputs>()))
              made = std::make_shared<const models::PreparedMethod>(std::move(made));
            return std::make_unique<const validation::Learner>(std::move(made), data);
          },
          make(nullptr)->is_random(),
          row->leaves_one_out,
          std::move(program)};
}

}  // namespace preimage::suite::registry
