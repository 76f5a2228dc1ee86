#include "suite/own_data/file_rows.hpp"

#include <map>
#include <utility>

#include <fmt/format.h>

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

outputs::Prediction predictions_in(const std::string& csv, const arma::uvec& numbers, const OwnData& data) {
  const auto& all = std::get<data::Outputs>(data.outputs);
  data::VectorColumns wanted;
  wanted.outputs = data.columns.outputs;
  if (wanted.outputs.size() < 2) wanted.outputs = {"prediction"};
  wanted.output_kind = static_cast<data::OutputKind>(all.index());  // both are in one order
  wanted.gap_words = data.columns.gap_words;
  wanted.separator = data.columns.separator;
  std::map<double, arma::uword> left;  // places of the samples by the numbers of their rows
  for (arma::uword i = 0; i < numbers.n_elem; ++i) left.emplace(static_cast<double>(numbers(i)) + 1.0, i);
  std::vector<arma::uword> places;  // in the order of the file
  const auto table = data::make_table_reader(csv, "predictions");
  data::OutputRows rows(wanted, data::Gaps::no_numbers);
  rows.begin(*table);
  const std::size_t column = table->column("row");
  while (table->next()) {
    const auto place = left.find(table->number(column).value_or(0.0));
    if (place == left.end())
      data::fail_at(*table, column,
                    base::excerpt(table->text(column)) + " is no row of {test}, or has a prediction above");
    places.push_back(place->second);
    left.erase(place);
    rows.add(*table);
  }
  if (!left.empty())
    throw DataError(
        fmt::format("predictions: none for {} of {} rows of {{test}}, of which row {} is the first",
                    left.size(), numbers.n_elem, left.begin()->first));
  return as_prediction(data::numbered_like(all, rows.take()), all, arma::sort_index(arma::uvec(places)));
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
  FileRows x{{}, {}, task.data.inputs.numbers()};
  FileRows y{data->columns.outputs, fields_of(task.outputs), x.samples,
             [data](const std::string& csv, const arma::uvec& numbers) {
               return predictions_in(csv, numbers, *data);
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
