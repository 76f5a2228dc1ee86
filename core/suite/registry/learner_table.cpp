#include "suite/registry/learner_table.hpp"

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
std::shared_ptr<const models::Method> one_of(
    const std::vector<std::pair<config::Reader::Choices, ParsedMethod>>& choices) {
  if (choices.size() == 1) return choices.front().second.method;
  std::vector<models::MethodChoice> entries;
  for (const auto& [parameters, parsed] : choices) entries.push_back({parameters, parsed.method, {}});
  return models::one_of(std::move(entries));
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

std::optional<regression::Calibration> parse_probabilities(const LearnerRow& row,
                                                           const config::Reader& reader) {
  if (!reader.has(kProbabilities.name)) return std::nullopt;
  const bool is_sigmoid = kProbabilities.is(reader, "sigmoid");
  if (!row.has_scores) {
    std::string others;
    for (const LearnerRow& other : learner_table())
      if (other.has_scores) others += (others.empty() ? "" : ", ") + other.name;
    reader.fail(kProbabilities.name, "method " + row.name + " has no decision values; these have: " + others);
  }
  if (reader.has_map("decoder") && reader.map("decoder").text("name", "candidates") != "candidates")
    reader.fail(kProbabilities.name, "decision values come from the decoder 'candidates' alone");
  return is_sigmoid ? regression::Calibration::sigmoid : regression::Calibration::isotonic;
}

}  // namespace

ParsedLearner parse_learner(const std::string& name, const config::Reader& reader) {
  const LearnerRow& row = named_row(learner_table(), reader, "method");
  const auto choices = reader.each_choice<ParsedMethod>([&] { return row.parse(reader); });
  const std::shared_ptr<const models::Method> method = one_of(choices);
  const bool runs_program = row.runs_program, uses_all = row.takes_all_kernels || runs_program;
  const std::optional<regression::Calibration> probabilities = parse_probabilities(row, reader);
  return {name,
          row.name,
          row.version,
          [method, uses_all, runs_program, probabilities](const samples::DataSet& data) {
            std::shared_ptr<const models::Method> made = method;
            const std::vector<base::Parameters> kernels = kernels_of(data.inputs);
            if (!uses_all && !kernels.empty()) made = models::under_each_kernel(made, kernels);
            if (!runs_program &&
                (data.inputs.has<models::RawVectors>() || data.outputs.has<models::RawOutputs>()))
              made = models::prepared_method(std::move(made));
            const validation::Learner learner(std::move(made), data);
            return std::make_unique<const validation::Learner>(probabilities ? learner.with(*probabilities)
                                                                             : learner);
          },
          method->is_random(),
          row.leaves_one_out,
          probabilities,
          choices.front().second.program};
}

}  // namespace preimage::suite::registry
