// What is reported of outputs of each kind.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "suite/config/reader.hpp"
#include "suite/data/vectors.hpp"
#include "suite/registry/parameter.hpp"
#include "suite/study/chosen_loss.hpp"
#include "suite/study/task.hpp"

namespace preimage::suite::own_data {

/// A fold measure before anything is drawn.
struct NumberOfFold {
  std::string name;
  std::function<suite::study::FoldMeasure(const suite::study::Task&)> of;
};

struct Reported {
  suite::study::ChosenLoss loss;
  std::vector<suite::study::PlannedMeasure> measures;  // the first is the criterion
  std::vector<NumberOfFold> of_folds = {};
  std::set<std::string> gains = {};                         // of both
  std::map<std::string, std::string> undefined_where = {};  // as study::Experiment
  bool has_groups = false;                                  // groups have a prediction of their own
  samples::Tokens tokens = samples::Tokens::bytes;          // what measures of strings count

  std::vector<std::string> names() const;
  /// Requires the task's outputs, and groups where they have predictions.
  /// throws  DataError where the data lack a class that a measure is of
  void add_to(suite::study::Task& task) const;
};

/// Keys of outputs that are classes.
inline constexpr suite::registry::Texts kMeasures{
    "measures", "any of auc, sensitivity, specificity, log_loss and brier_score",
    "of classes, beside the others", true};
inline constexpr suite::registry::Text kPositive{"positive",
                                                 "the class that sensitivity and specificity are of", ""};

/// Reads `loss`, of classes `measures` and `positive`, and of strings `tokens`, which are those of the loss
/// where they are left out. With {name: ...} that loss is the criterion and the first; the others follow as
/// without it.
/// columns  their output_kind and levels
/// throws   ConfigError, also for a loss that is not for outputs of the kind
Reported parse_reported(const suite::config::Reader& root, const suite::data::VectorColumns& columns);

/// Reads `group_prediction` of data with groups: `majority` of classes, `mean` of vectors; adds the error of
/// a group's one prediction.
/// throws  ConfigError where there are no groups, and for another kind of outputs
void read_group_prediction(const suite::config::Reader& root, suite::data::OutputKind kind, bool has_groups,
                           Reported& reported);

/// The same of outputs that are no more than a Gram matrix: their distance in feature space.
/// throws  ConfigError for another loss
Reported parse_reported_of_gram(const suite::config::Reader& root);

}  // namespace preimage::suite::own_data
