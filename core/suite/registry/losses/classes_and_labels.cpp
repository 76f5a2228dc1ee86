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
#include "suite/data/gzip.hpp"
#include "suite/registry/loss_table.hpp"

namespace preimage::suite::registry {

namespace {

namespace zero_one {

losses::Loss<kernels::Labels> make(const config::Reader& /*reader*/) {
  return losses::zero_one_loss();
}

void add(LossTable& table) {
  table.add<kernels::Labels>(
      {{"zero_one", "classes", "1 where the classes differ, else 0", {}, "{name: zero_one}"}, make});
}

}  // namespace zero_one

namespace cost {

constexpr Part kFile{"file", "a CSV file",
                     "header true,A,B,...; then a row per true class: its name, and the cost >= 0 of each "
                     "prediction"};

losses::Loss<samples::NamedClasses> make(const config::Reader& reader) {
  std::optional<std::string> text = config::content_of(reader.raw(kFile.name));
  std::string source = "the model's costs";
  if (!text) {
    const std::filesystem::path path = config::named_file(reader, kFile.name);
    text = data::read_maybe_gzip(path, {.bytes = data::kMaxTextBytes});
    source = path.string();
  }
  reader.log_texts(kFile.name, {base::sha256(*text)});
  reader.note_file(kFile.name, *text);
  data::ClassTable table = data::read_class_table(data::CsvReader(*std::move(text), source));
  return losses::cost_loss({std::move(table.classes), std::move(table.values), source});
}

void add(LossTable& table) {
  table.add<samples::NamedClasses>(
      {{"cost", "classes", "what it costs to predict a class where another is true, from a file",
        facts_of(kFile), "{name: cost, file: costs.csv}"},
       make});
}

}  // namespace cost

namespace of_folds {

using config::Reader, losses::ClassForecasts, losses::loss_of_fold;

constexpr Text kPositive{"positive", "the class that a sample is, or is not"};

/// A loss of whole folds, of which each sample has the same value.
void add(LossTable& table, const char* name, const char* summary,
         losses::Loss<ClassForecasts> (*make)(const Reader&), std::vector<ParameterFacts> parameters = {}) {
  const std::string example = fmt::format("{{name: {}{}}}", name, parameters.empty() ? "" : ", positive: b");
  table.add<ClassForecasts>(
      {{name, "whole folds of classes", summary, std::move(parameters), example}, make});
}

void add_all(LossTable& table) {
  add(table, "auc_error", "1 - area under the ROC curve of the decision values, each class against the rest",
      [](const Reader&) { return loss_of_fold("auc_error", true, losses::auc); });
  add(table, "balanced_error", "the error rate within each true class, averaged over classes",
      [](const Reader&) {
        return loss_of_fold("balanced_error", false, [](const auto& truth, const auto& predicted) {
          return losses::balanced_error(truth.classes.classes, predicted.classes.classes);
        });
      });
  add(
      table, "false_negative_rate",
      "1 - sensitivity: the share of positive samples that are not predicted so",
      [](const Reader& reader) {
        return loss_of_fold("false_negative_rate", true, losses::sensitivity(kPositive.read(reader)));
      },
      facts_of(kPositive));
  add(
      table, "false_positive_rate", "1 - specificity: the share of other samples that are predicted positive",
      [](const Reader& reader) {
        return loss_of_fold("false_positive_rate", true, losses::specificity(kPositive.read(reader)));
      },
      facts_of(kPositive));
}

}  // namespace of_folds

namespace hamming_loss {

losses::Loss<samples::LabelIndicators> make(const config::Reader& /*reader*/) {
  return losses::hamming_loss();
}

void add(LossTable& table) {
  table.add<samples::LabelIndicators>({{"hamming_loss",
                                        "label sets",
                                        "the share of all labels of the data on which the sets differ",
                                        {},
                                        "{name: hamming_loss}"},
                                       make});
}

}  // namespace hamming_loss

namespace exact_match_error {

losses::Loss<kernels::LabelSets> make(const config::Reader& /*reader*/) {
  return losses::exact_match_error_loss();
}

void add(LossTable& table) {
  table.add<kernels::LabelSets>({{"exact_match_error",
                                  "label sets",
                                  "1 where the set is not the true one, else 0: 1 - exact match",
                                  {},
                                  "{name: exact_match_error}"},
                                 make});
}

}  // namespace exact_match_error

namespace jaccard_distance {

losses::Loss<kernels::LabelSets> make(const config::Reader& /*reader*/) {
  return losses::jaccard_distance_loss();
}

void add(LossTable& table) {
  table.add<kernels::LabelSets>({{"jaccard_distance",
                                  "label sets",
                                  "1 - |A and B| / |A or B|; 0 of two empty sets",
                                  {},
                                  "{name: jaccard_distance}"},
                                 make});
}

}  // namespace jaccard_distance

}  // namespace

void add_classes_and_labels(LossTable& table) {
  zero_one::add(table);
  cost::add(table);
  of_folds::add_all(table);
  hamming_loss::add(table);
  exact_match_error::add(table);
  jaccard_distance::add(table);
}

}  // namespace preimage::suite::registry
