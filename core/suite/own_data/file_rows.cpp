#include "suite/own_data/file_rows.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "preimage/base/error.hpp"
#include "preimage/base/nearest_name.hpp"
#include "preimage/base/text.hpp"
#include "preimage/samples/sample_set.hpp"
#include "suite/data/numbered_like.hpp"
#include "suite/data/output_rows.hpp"

namespace preimage::suite::own_data {

namespace {

/// names  numbered_like the known ones, which are the first of them
void refuse_new(const char* what, const std::vector<std::string>& names,
                const std::vector<std::string>& known) {
  if (names.size() == known.size()) return;
  const std::string& name = names[known.size()];
  throw DataError(fmt::format("predictions: no {} {} in the data{}", what, base::excerpt(name),
                              base::suggestion(name, known)));
}

/// The outputs in the order of the samples.
/// like  all outputs of the data
outputs::Prediction as_prediction(const data::Outputs& found, const data::Outputs& like,
                                  const arma::uvec& order) {
  if (const auto* vectors = std::get_if<arma::mat>(&found))
    return {outputs::NewVectors{samples::select(*vectors, order)}};
  if (const auto* strings = std::get_if<std::vector<std::string>>(&found))
    return {outputs::NewStrings{samples::select(*strings, order)}};
  if (const auto* classes = std::get_if<data::ClassOutputs>(&found)) {
    refuse_new("class", classes->names, std::get<data::ClassOutputs>(like).names);
    return {outputs::Classes{samples::select(classes->labels, order)}};
  }
  const auto& sets = std::get<data::LabelSetOutputs>(found);
  refuse_new("label", sets.names, std::get<data::LabelSetOutputs>(like).names);
  return {outputs::NewLabelSets{samples::select(sets.sets, order)}};
}

/// The columns `probability.CLASS` of predictions that are classes, where there are any.
class ProbabilityColumns {
 public:
  ProbabilityColumns(const data::TableReader& table, const data::Outputs& all) {
    const auto* classes = std::get_if<data::ClassOutputs>(&all);
    if (classes == nullptr) return;
    const std::string begin = "probability.";
    for (std::size_t column = 0; column < table.header().size(); ++column) {
      const std::string& name = table.header()[column];
      if (!name.starts_with(begin)) continue;
      const auto found = std::find(classes->names.begin(), classes->names.end(), name.substr(begin.size()));
      if (found == classes->names.end())
        throw DataError(fmt::format("predictions: column {}: there is no such class; known: {}",
                                    base::excerpt(name), fmt::join(classes->names, ", ")));
      columns_.emplace(static_cast<int>(found - classes->names.begin()), column);
    }
    for (std::size_t label = 0; label < classes->names.size(); ++label)
      if (!columns_.contains(static_cast<int>(label))) absent_.push_back(begin + classes->names[label]);
  }
  void add(const data::TableReader& table) {
    double sum = 0.0;
    for (const auto& [label, column] : columns_) {
      const std::optional<double> value = table.number(column);
      if (!value || *value < 0.0 || *value > 1.0)
        data::fail_at(table, column,
                      "expected a number from 0 to 1, found " + base::excerpt(table.text(column)));
      values_.push_back(*value);
      sum += *value;
    }
    if (columns_.empty() || std::abs(sum - 1.0) <= kRoundingOfSums) return;
    throw DataError(fmt::format("predictions:{}: the probabilities sum to {}, expected 1{}{}", table.line(),
                                sum, absent_.empty() ? "" : "; there is no column ",
                                fmt::join(absent_, ", ")));
  }
  /// They are its decision values, too.
  void store_in(outputs::Prediction& prediction, const arma::uvec& order) const {
    if (columns_.empty()) return;
    outputs::Scores& scores = prediction.scores.emplace();
    for (const auto& [label, column] : columns_) scores.classes.push_back(label);
    scores.values = arma::mat(values_.data(), columns_.size(), order.n_elem).t();
    scores.values = arma::mat(scores.values.rows(order));
    prediction.probabilities = scores;
    const std::vector<int>& predicted = std::get<outputs::Classes>(prediction.value).classes;
    arma::vec is_unlikely(predicted.size());
    for (std::size_t i = 0; i < predicted.size(); ++i)
      is_unlikely(i) = scores.classes[scores.values.row(i).index_max()] == predicted[i] ? 0.0 : 1.0;
    if (2.0 * arma::accu(is_unlikely) > static_cast<double>(predicted.size()))
      prediction.diagnostics[study::kUnlikelyClass] = is_unlikely;
  }

 private:
  static constexpr double kRoundingOfSums = 1e-9;  // as measures of probabilities allow

  std::map<int, std::size_t> columns_;  // by class
  std::vector<std::string> absent_;     // names of columns of other classes
  std::vector<double> values_;          // row after row
};

/// row_numbers  FileRows::numbers
outputs::Prediction predictions_in(const std::string& csv, const arma::uvec& numbers, const OwnData& data,
                                   const std::vector<std::size_t>& row_numbers) {
  const auto& all = std::get<data::Outputs>(data.outputs);
  data::VectorColumns wanted;
  wanted.outputs = data.columns.outputs;
  if (wanted.outputs.size() < 2) wanted.outputs = {"prediction"};
  wanted.output_kind = static_cast<data::OutputKind>(all.index());  // both are in one order
  wanted.gap_words = data.columns.gap_words;
  wanted.separator = data.columns.separator;
  wanted.drop_missing_outputs = true;  // told of below
  std::map<double, arma::uword> left;  // places of the samples by the numbers of their rows
  for (arma::uword i = 0; i < numbers.n_elem; ++i)
    left.emplace(static_cast<double>(row_numbers[numbers(i)]), i);
  std::vector<arma::uword> places;  // in the order of the file
  const auto table = data::make_table_reader(csv, "predictions");
  if (const std::vector<std::string> again = table->remarks(); !again.empty()) throw DataError(again.front());
  data::OutputRows rows(wanted, data::Gaps::no_numbers);
  rows.begin(*table);
  const std::size_t column = table->column("row");
  ProbabilityColumns probabilities(*table, all);
  std::size_t gaps = 0;
  std::pair<std::size_t, std::string> first_gap;  // line and text
  while (table->next()) {
    const double number = table->number(column).value_or(0.0);
    const auto place = left.find(number);
    if (place == left.end()) {
      const bool is_above = std::any_of(places.begin(), places.end(), [&](arma::uword i) {
        return static_cast<double>(row_numbers[numbers(i)]) == number;
      });
      data::fail_at(*table, column,
                    base::excerpt(table->text(column)) +
                        (is_above ? " has a prediction above" : " is no row of {test}"));
    }
    places.push_back(place->second);
    left.erase(place);
    if (rows.drops(*table)) {
      if (gaps++ == 0) first_gap = {table->line(), table->text(table->column(wanted.outputs.front()))};
      continue;
    }
    rows.add(*table);
    probabilities.add(*table);
  }
  if (gaps > 0)
    throw DataError(fmt::format(
        "predictions: no value in {} of {} rows, of which line {} is the first{}: do the inputs have gaps "
        "there?",
        gaps, numbers.n_elem, first_gap.first,
        wanted.outputs.size() > 1 ? "" : " (" + base::excerpt(first_gap.second) + ")"));
  if (!left.empty())
    throw DataError(
        fmt::format("predictions: none for {} of {} rows of {{test}}, of which row {} is the first",
                    left.size(), numbers.n_elem, left.begin()->first));
  const arma::uvec order = arma::sort_index(arma::uvec(places));
  outputs::Prediction prediction = as_prediction(data::numbered_like(all, rows.take()), all, order);
  probabilities.store_in(prediction, order);
  return prediction;
}

/// A number; of a column that has levels the text of its level; nothing of a gap.
auto fields_of(const std::shared_ptr<const arma::mat>& numbers, const data::ColumnLevels& levels = {}) {
  return [=](std::size_t i, std::size_t j) {
    const double entry = (*numbers)(i, j);
    return entry == entry ? entry_text(entry, j, levels) : "";
  };
}

auto fields_of(const std::vector<std::string>& texts) {
  return [texts](std::size_t i, std::size_t /*j*/) { return texts[i]; };
}

}  // namespace

void add_file_rows(study::Task& task, const std::shared_ptr<const OwnData>& data) {
  const auto* outputs = std::get_if<data::Outputs>(&data->outputs);
  if (outputs == nullptr) return;
  const auto rows = std::make_shared<std::vector<std::size_t>>();
  for (std::size_t i = 0; i < data->ids.size(); ++i) rows->push_back(task.row(i));
  FileRows x{{}, {}, task.data.inputs.numbers(), rows};
  FileRows y{data->columns.outputs, fields_of(task.outputs), x.samples, rows,
             [data, rows](const std::string& csv, const arma::uvec& numbers) {
               return predictions_in(csv, numbers, *data, *rows);
             }};
  if (const auto* vectors = std::get_if<arma::mat>(&data->inputs)) {
    x.columns = data->columns.inputs;
    x.field = fields_of({data, vectors}, data->levels);
  } else if (std::holds_alternative<std::vector<std::string>>(data->inputs)) {
    x.columns = {"input"};
    y.columns = {"output"};
    x.field = fields_of(task.inputs);
  }
  const auto numbers = output_numbers(*data);
  if (numbers && !std::holds_alternative<data::ClassOutputs>(*outputs))
    y.field = fields_of(std::make_shared<const arma::mat>(*numbers));
  task.data.inputs = task.data.inputs.with(std::move(x));
  task.data.outputs = task.data.outputs.with(std::move(y));
}

}  // namespace preimage::suite::own_data
