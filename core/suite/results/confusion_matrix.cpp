#include "suite/results/confusion_matrix.hpp"

#include <map>
#include <optional>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/data/delimited.hpp"
#include "suite/data/text_file.hpp"
#include "suite/results/table_words.hpp"

namespace preimage::suite::results {

namespace {

/// Places of classes among a draw's, by text and by sample.
class ClassPlaces {
 public:
  explicit ClassPlaces(const study::Task& task) {
    for (std::size_t c = 0; c < task.class_names.size(); ++c) place_[task.class_names[c]] = c;
    for (std::size_t i = 0; i < task.ids.size(); ++i) of_sample_[task.ids[i]] = place_.at(task.outputs[i]);
  }
  std::size_t of(const std::string& name) const { return found(place_, name); }
  std::size_t of_sample(long id) const { return found(of_sample_, id); }

 private:
  template <class Key>
  static std::size_t found(const std::map<Key, std::size_t>& places, const Key& key) {
    const auto place = places.find(key);
    if (place == places.end())
      throw DataError(
          fmt::format("a record names the class or sample '{}', which the data do not have", key));
    return place->second;
  }
  std::map<std::string, std::size_t> place_;
  std::map<long, std::size_t> of_sample_;
};

using Counts = std::vector<std::vector<std::size_t>>;

/// Whether the record says of every test sample which class it was taken for; then they are counted.
bool count(const records::ResultRecord& record, const ClassPlaces& places, Counts& counts) {
  const bool has_labels = !record.labels.empty();
  if (!has_labels && record.chosen_samples.empty()) return false;
  for (std::size_t i = 0; i < record.samples.size(); ++i) {
    const std::size_t predicted =
        has_labels ? places.of(record.labels[i]) : places.of_sample(record.chosen_samples[i]);
    ++counts[places.of_sample(record.samples[i])][predicted];
  }
  return true;
}

/// Nothing where a cell of the learner is missing, failed, or holds no classes.
std::optional<Counts> counts_of(const std::string& learner, const study::PlannedReading& planned,
                                const ReadingRecords& found, const ClassPlaces& places, std::size_t classes) {
  Counts counts(classes, std::vector<std::size_t>(classes, 0));
  bool any = false;
  for (const study::Cell& cell : planned.cells) {
    if (*cell.learner != learner) continue;
    const records::ResultRecord* record = found.find(learner, cell.repetition, cell.outer_fold);
    if (record == nullptr || !count(*record, places, counts)) return std::nullopt;
    any = true;
  }
  return any ? std::optional(std::move(counts)) : std::nullopt;
}

}  // namespace

void ConfusionMatrices::add(const study::PlannedReading& planned, const ReadingRecords& found,
                            const study::Task& task) {
  for (const std::string& name : task.class_names) data::add_once(columns_, name);
  const ClassPlaces places(task);
  for (const registry::ParsedLearner& learner : planned.reading->learners) {
    std::optional<Counts> counts = counts_of(learner.name, planned, found, places, task.class_names.size());
    if (counts)
      matrices_.push_back({planned.reading->label(), learner.name,
                           learner_title(*planned.study, learner.name), task.class_names,
                           *std::move(counts)});
  }
}

std::string ConfusionMatrices::csv() const {
  std::vector<std::string> fields = {"reading", "learner", "true_class"};
  for (const std::string& name : columns_) fields.push_back("predicted " + name);
  std::string text = data::csv_line(fields);
  for (const ConfusionMatrix& matrix : matrices_) {
    std::map<std::string, std::size_t> places;
    for (std::size_t c = 0; c < matrix.classes.size(); ++c) places[matrix.classes[c]] = c;
    for (std::size_t c = 0; c < matrix.classes.size(); ++c) {
      fields = {matrix.reading, matrix.learner, matrix.classes[c]};
      for (const std::string& name : columns_) {
        const auto place = places.find(name);
        fields.push_back(place == places.end() ? "" : std::to_string(matrix.counts[c][place->second]));
      }
      text += data::csv_line(fields);
    }
  }
  return text;
}

}  // namespace preimage::suite::results
