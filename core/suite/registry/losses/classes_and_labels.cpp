#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/sha256.hpp"
#include "preimage/losses/class_costs.hpp"
#include "preimage/losses/class_forecasts.hpp"
#include "preimage/losses/fold_measures.hpp"
#include "suite/config/named_file.hpp"
#include "suite/data/class_table.hpp"
#include "suite/data/compressed_file.hpp"
#include "suite/registry/loss_table.hpp"

namespace preimage::suite::registry {

namespace {

using config::Reader, losses::ClassForecasts, losses::loss_of_fold;

constexpr const char* kOfFolds = "whole folds of classes";

constexpr Part kFile{"file", "a CSV file",
                     "header true,A,B,...; then a row per true class: its name, and the cost >= 0 of each "
                     "prediction"};

losses::Loss<samples::NamedClasses> make_cost(const Reader& reader) {
  std::optional<std::string> text = config::content_of(reader.raw(kFile.name));
  std::string source = "the model's costs";
  if (!text) {
    const std::filesystem::path path = config::named_file(reader, kFile.name);
    text = data::read_maybe_compressed(path);
    source = path.string();
  }
  reader.log_texts(kFile.name, {base::sha256(*text)});
  reader.note_file(kFile.name, std::make_shared<const std::string>(*text));
  data::ClassTable table = data::read_class_table(data::CsvReader(*std::move(text), source));
  return losses::cost_loss({std::move(table.classes), std::move(table.values), source});
}

constexpr Text kPositive{"positive", "the class that a sample is, or is not"};

/// 1 - the rate of a positive class.
void add_rate(LossTable& table, const std::string& name, const char* summary,
              losses::FoldNumber (*rate)(const std::string& positive)) {
  table.add<ClassForecasts>(
      {{name, kOfFolds, summary, facts_of(kPositive), fmt::format("{{name: {}, positive: b}}", name)},
       [=](const Reader& reader) { return loss_of_fold(name, true, rate(kPositive.read(reader))); }});
}

}  // namespace

void add_classes_and_labels(LossTable& table) {
  table.add("classes", "1 where the classes differ, else 0", losses::zero_one_loss());
  table.add<samples::NamedClasses>(
      {{"cost", "classes", "what it costs to predict a class where another is true, from a file",
        facts_of(kFile), "{name: cost, file: costs.csv}"},
       make_cost});
  table.add("levels of output_kind: ordinal", "by how many levels the prediction is off",
            losses::level_error_loss());
  table.add(kOfFolds, "1 - area under the ROC curve of the decision values, each class against the rest",
            loss_of_fold("auc_error", true, losses::auc));
  table.add(kOfFolds, "the error rate within each true class, averaged over classes",
            loss_of_fold("balanced_error", false, [](const auto& truth, const auto& predicted) {
              return losses::balanced_error(truth.classes.classes, predicted.classes.classes);
            }));
  add_rate(table, "false_negative_rate",
           "1 - sensitivity: the share of positive samples that are not predicted so", losses::sensitivity);
  add_rate(table, "false_positive_rate",
           "1 - specificity: the share of other samples that are predicted positive", losses::specificity);
  table.add("label sets", "the share of all labels of the data on which the sets differ",
            losses::hamming_loss());
  table.add("label sets", "1 where the set is not the true one, else 0: 1 - exact match",
            losses::exact_match_error_loss());
  table.add("label sets", "1 - |A and B| / |A or B|; 0 of two empty sets", losses::jaccard_distance_loss());
}

}  // namespace preimage::suite::registry
