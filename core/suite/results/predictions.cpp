#include "suite/results/predictions.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "preimage/base/output_file.hpp"
#include "suite/config/number.hpp"
#include "suite/data/delimited.hpp"
#include "suite/run/draw_order.hpp"
#include "suite/study/draws.hpp"
#include "suite/study/task.hpp"

namespace preimage::suite::results {

namespace {

/// Texts of a draw's samples by id.
class SampleTexts {
 public:
  explicit SampleTexts(std::shared_ptr<const study::Task> task) : task_(std::move(task)) {
    for (std::size_t i = 0; i < task_->ids.size(); ++i) position_[task_->ids[i]] = i;
  }
  std::string number(long id) const { return std::to_string(task_->row(position_.at(id))); }
  std::string line(long id) const {
    return task_->lines.empty() ? "" : std::to_string(task_->lines[position_.at(id)]);
  }
  std::string shown_id(long id) const {
    return task_->id_texts ? data::csv_quoted(at(*task_->id_texts, id)) : std::to_string(id);
  }
  std::string input(long id) const { return at(task_->inputs, id); }
  std::string output(long id) const { return at(task_->outputs, id); }
  /// Its own fold, as the user's file names it.
  std::string given_fold(long id) const {
    if (!task_->fold_texts.empty()) return at(task_->fold_texts, id);
    return task_->given_folds.empty() ? "" : std::to_string(task_->given_folds[position_.at(id)]);
  }

 private:
  std::string at(const std::vector<std::string>& texts, long id) const {
    return texts.empty() ? "" : texts[position_.at(id)];
  }
  std::shared_ptr<const study::Task> task_;
  std::map<long, std::size_t> position_;
};

/// The prediction for test sample `i` as text, and the number of the chosen sample where there is one.
std::pair<std::string, std::string> prediction_text(const records::ResultRecord& record, std::size_t i,
                                                    const SampleTexts& texts) {
  if (!record.chosen_samples.empty()) {
    const long id = record.chosen_samples[i];
    return {texts.output(id), texts.number(id)};
  }
  if (!record.labels.empty()) return {record.labels[i], ""};
  if (record.vectors.empty()) return {"", ""};  // too large for a record, or a statistic
  std::string numbers;
  for (double value : record.vectors[i]) numbers += (numbers.empty() ? "" : " ") + config::number_text(value);
  return {numbers, ""};
}

/// Names in the order in which they first came, each once.
class Names {
 public:
  void add(const std::string& name) {
    if (known_.insert(name).second) names_.push_back(name);
  }
  const std::vector<std::string>& all() const { return names_; }

 private:
  std::set<std::string> known_;
  std::vector<std::string> names_;
};

/// One column for each loss, chosen hyper-parameter, and class (its decision value, its probability) of which
/// any record holds a value; empty where one does not.
class ValueColumns {
 public:
  void add(const records::ResultRecord& record) {
    for (const auto& [name, values] : record.measures) {
      if (record.is_per_sample(name)) losses_.add(name);
    }
    for (const auto& [name, value] : record.chosen) chosen_.add(name);
    for (const std::string& name : classes_of(record.scores)) classes_.add(name);
    for (const std::string& name : classes_of(record.probabilities)) probable_.add(name);
  }
  std::string header() const {
    std::string text;
    for (const auto& [kind, names] : {std::pair{"loss", &losses_},
                                      {"chosen", &chosen_},
                                      {"score", &classes_},
                                      {"probability", &probable_}}) {
      for (const std::string& name : names->all())
        text += "," + data::csv_quoted(fmt::format("{}.{}", kind, name));
    }
    return text;
  }
  std::string fields(const records::ResultRecord& record, std::size_t i) const {
    const std::map<std::string, double> chosen(record.chosen.begin(), record.chosen.end());
    std::map<std::string, double> losses;
    for (const auto& [name, values] : record.measures) {
      if (record.is_per_sample(name)) losses[name] = values[i];
    }
    return in_order(losses_, losses) + in_order(chosen_, chosen) +
           in_order(classes_, row_of(record.scores, i)) +
           in_order(probable_, row_of(record.probabilities, i));
  }

 private:
  using Part = std::optional<records::ScoresPart>;
  static std::vector<std::string> classes_of(const Part& part) {
    return part ? part->classes : std::vector<std::string>();
  }
  static std::map<std::string, double> row_of(const Part& part, std::size_t i) {
    std::map<std::string, double> row;
    for (std::size_t c = 0; part && c < part->classes.size(); ++c) row[part->classes[c]] = part->values[i][c];
    return row;
  }
  static std::string in_order(const Names& names, const std::map<std::string, double>& values) {
    std::string text;
    for (const std::string& name : names.all()) {
      const auto found = values.find(name);
      text += "," + (found == values.end() ? "" : config::number_text(found->second));
    }
    return text;
  }

  Names losses_, chosen_, classes_, probable_;
};

std::string rows_of(const study::Cell& cell, const records::ResultRecord& record, const SampleTexts& texts,
                    const ValueColumns& columns) {
  const std::string chosen = hyper_parameters_text(record.chosen);
  std::string rows;
  for (std::size_t i = 0; i < record.samples.size(); ++i) {
    const auto [prediction, chosen_sample] = prediction_text(record, i, texts);
    std::string losses;
    for (const auto& [name, values] : record.measures) {
      if (!record.is_per_sample(name)) continue;
      losses += fmt::format("{}{}={}", losses.empty() ? "" : ";", name, config::number_text(values[i]));
    }
    const long id = record.samples[i];
    const std::string fold = cell.reading->protocol.given_folds ? texts.given_fold(id) : "";
    rows += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{}{},{},{}\n",
                        data::csv_quoted(cell.study->config), data::csv_quoted(cell.reading->label()),
                        data::csv_quoted(*cell.learner), cell.repetition, cell.outer_fold, texts.number(id),
                        data::csv_quoted(texts.input(id)), data::csv_quoted(texts.output(id)),
                        data::csv_quoted(prediction), chosen_sample, losses, chosen, data::csv_quoted(fold),
                        columns.fields(record, i), texts.line(id), texts.shown_id(id));
  }
  return rows;
}

/// Calls use(cell, record) for every cell that has a result.
template <class Use>
void for_each_result(const study::PlannedReading& planned, records::RecordStore& store, const Use& use) {
  for (const study::Cell& cell : planned.cells) {
    const std::optional<records::ResultRecord> record = store.find(cell.key);
    if (record && record->status == "ok") use(cell, *record);
  }
}

}  // namespace

std::string hyper_parameters_text(const std::vector<std::pair<std::string, double>>& chosen) {
  std::string text;
  for (const auto& [name, value] : chosen)
    text += fmt::format("{}{}={}", text.empty() ? "" : ";", name, config::number_text(value));
  return text;
}

std::optional<std::string> write_predictions(const study::Plan& plan, records::RecordStore& store,
                                             const data::DataSource& data,
                                             const std::filesystem::path& path) {
  ValueColumns columns;  // read twice: the first line has them, and all records at once may be too many
  std::size_t with_classes = 0, without_scores = 0;
  for (const study::PlannedReading& planned : plan.readings) {
    for_each_result(planned, store, [&](const study::Cell& cell, const records::ResultRecord& record) {
      columns.add(record);
      if (!cell.reading->experiment.has_classes) return;
      ++with_classes;
      if (!record.scores) ++without_scores;
    });
  }
  std::string text =
      "config,reading,learner,repetition,outer_fold,sample,input,target,prediction,chosen_sample,losses,"
      "hyper_parameters,fold" +
      columns.header() + ",line,id\n";
  for (const study::PlannedReading& planned : plan.readings) {
    std::map<int, SampleTexts> draws;  // by repetition
    for_each_result(planned, store, [&](const study::Cell& cell, const records::ResultRecord& record) {
      const int draw = run::draw_of(*planned.reading, cell.repetition);
      auto texts = draws.find(draw);
      if (texts == draws.end())
        texts = draws.emplace(draw, study::draw_task(*planned.study, *planned.reading, draw, data)).first;
      text += rows_of(cell, record, texts->second, columns);
    });
  }
  base::write_output_file(path, text);
  if (without_scores == 0) return std::nullopt;
  return fmt::format(
      "{}: no decision values of {} of {} cells: their records are of an older program; `preimage run` with "
      "--force "
      "computes them anew",
      path.string(), without_scores, with_classes);
}

}  // namespace preimage::suite::results
