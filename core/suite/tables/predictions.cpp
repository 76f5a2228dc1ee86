#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "preimage/base/number.hpp"
#include "preimage/base/output_file.hpp"
#include "suite/data/delimited.hpp"
#include "suite/study/draws.hpp"
#include "suite/study/task.hpp"
#include "suite/tables/write_tables.hpp"

namespace preimage::suite::tables {

namespace {

/// Texts of a draw's samples by id.
class SampleTexts {
 public:
  explicit SampleTexts(const study::Task& task) : task_(task) {
    for (std::size_t i = 0; i < task.ids.size(); ++i) position_[task.ids[i]] = i;
  }
  std::string input(long id) const { return at(task_.inputs, id); }
  std::string output(long id) const { return at(task_.outputs, id); }

 private:
  std::string at(const std::vector<std::string>& texts, long id) const {
    return texts.empty() ? "" : texts[position_.at(id)];
  }
  const study::Task& task_;
  std::map<long, std::size_t> position_;
};

/// The prediction for test sample `i` as text, and the id of the chosen sample where there is one.
std::pair<std::string, std::string> prediction_text(const records::ResultRecord& record, std::size_t i,
                                                    const SampleTexts& texts) {
  if (!record.chosen_samples.empty()) {
    const long id = record.chosen_samples[i];
    return {texts.output(id), std::to_string(id)};
  }
  if (!record.labels.empty()) return {record.labels[i], ""};
  if (record.vectors.empty()) return {"", ""};  // too large for a record, or a statistic
  std::string numbers;
  for (double value : record.vectors[i]) numbers += (numbers.empty() ? "" : " ") + base::number_text(value);
  return {numbers, ""};
}

std::string rows_of(const study::Cell& cell, const records::ResultRecord& record, const SampleTexts& texts) {
  const std::string chosen = hyper_parameters_text(record.chosen);
  std::string rows;
  for (std::size_t i = 0; i < record.samples.size(); ++i) {
    const auto [prediction, chosen_sample] = prediction_text(record, i, texts);
    std::string losses;
    for (const auto& [name, values] : record.measures) {
      if (values.size() != record.samples.size()) continue;  // of the fit as a whole
      losses += fmt::format("{}{}={}", losses.empty() ? "" : ";", name, base::number_text(values[i]));
    }
    rows += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}\n", data::csv_quoted(cell.study->config),
                        data::csv_quoted(cell.reading->label()), data::csv_quoted(cell.learner->name),
                        cell.repetition, cell.outer_fold, record.samples[i],
                        data::csv_quoted(texts.input(record.samples[i])),
                        data::csv_quoted(texts.output(record.samples[i])), data::csv_quoted(prediction),
                        chosen_sample, losses, chosen);
  }
  return rows;
}

}  // namespace

std::string hyper_parameters_text(const std::vector<std::pair<std::string, double>>& chosen) {
  std::string text;
  for (const auto& [name, value] : chosen)
    text += fmt::format("{}{}={}", text.empty() ? "" : ";", name, base::number_text(value));
  return text;
}

void write_predictions(const run::Selection& selection, records::RecordStore& store,
                       const data::DataSource& data, const std::filesystem::path& path) {
  std::string text =
      "config,reading,learner,repetition,outer_fold,sample,input,target,prediction,chosen_sample,losses,"
      "hyper_parameters\n";
  for (const run::SelectedReading& selected : selection.readings) {
    std::map<int, std::shared_ptr<const study::Task>> tasks;  // by repetition
    for (const study::Cell& cell : selected.cells) {
      const std::optional<records::ResultRecord> record = store.find(cell.key);
      if (!record || record->status != "ok") continue;
      const int draw = selected.reading->experiment.redraws_data ? cell.repetition : 0;
      std::shared_ptr<const study::Task>& task = tasks[draw];
      if (task == nullptr) task = study::draw_task(*selected.study, *selected.reading, draw, data);
      text += rows_of(cell, *record, SampleTexts(*task));
    }
  }
  base::write_output_file(path, text);
}

}  // namespace preimage::suite::tables
