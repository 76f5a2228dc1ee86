#include "suite/results/choices.hpp"

#include <algorithm>
#include <functional>
#include <map>

#include "suite/records/verdict.hpp"
#include "suite/results/reading_records.hpp"
#include "suite/results/table_words.hpp"

namespace preimage::suite::results {

std::vector<LearnerChoices> choices_of(const study::PlannedReading& planned, const ReadingRecords& found) {
  std::map<std::string, std::map<base::Parameters, std::vector<double>>> losses;  // by learner
  for (const study::Cell& cell : planned.cells) {
    const records::ResultRecord* record = found.find(*cell.learner, cell.repetition, cell.outer_fold);
    if (record != nullptr && record->inner_loss && !record->chosen.empty())
      losses[*cell.learner][record->chosen].push_back(*record->inner_loss);
  }
  std::vector<LearnerChoices> all;
  for (const registry::ParsedLearner& learner : planned.reading->learners) {
    if (!losses.contains(learner.name)) continue;
    LearnerChoices& own = all.emplace_back();
    own.learner = learner.name;
    own.title = learner_title(*planned.study, learner.name);
    for (const auto& [parameters, of_folds] : losses[learner.name]) {
      own.chosen.push_back({parameters, of_folds.size(), records::mean(of_folds)});
      own.folds += of_folds.size();
    }
    std::ranges::stable_sort(own.chosen, {}, &Choice::inner_loss);
    std::ranges::stable_sort(own.chosen, std::greater(), &Choice::folds);
  }
  return all;
}

}  // namespace preimage::suite::results
