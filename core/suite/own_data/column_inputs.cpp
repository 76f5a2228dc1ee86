#include "suite/own_data/column_inputs.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"
#include "suite/data/gap_words.hpp"
#include "suite/own_data/training_range.hpp"
#include "suite/registry/column_groups.hpp"

namespace preimage::suite::own_data {

using config::Reader;
using registry::ColumnWord;
using registry::Compares;

std::vector<ColumnWord> compared_columns(const Reader& root, const data::VectorColumns& columns) {
  const Reader kernel = root.map("input_kernel");
  const Compares compared = registry::compares(kernel);
  if (compared == Compares::vectors) return {};
  if (compared == Compares::strings && columns.inputs.size() != 1)
    root.fail("input_kernel",
              fmt::format("compares strings, and there are {} inputs: name one column of strings, or put "
                          "kernels together by column_sum or column_product",
                          columns.inputs.size()));
  std::vector<ColumnWord> words = compared == Compares::rows
                                      ? registry::column_words(kernel, columns.inputs)
                                      : std::vector<ColumnWord>{{columns.inputs.front(), {0}, true, {}}};
  const std::vector<std::string> strings = registry::strings_among(words, columns.inputs);
  for (const std::string& name : columns.categories)
    if (std::ranges::count(strings, name) > 0)
      root.fail("input_kernel",
                fmt::format("compares column {} as a string: leave it out of dataset.categories",
                            base::excerpt(name)));
  return words;
}

arma::mat without_strings(arma::mat inputs, const data::VectorColumns& columns) {
  for (arma::uword j = 0; j < inputs.n_cols; ++j)
    if (columns.is_string(columns.inputs[j])) inputs.col(j).zeros();
  return inputs;
}

std::vector<std::string> column_warnings(const OwnData& data, const std::vector<ColumnWord>& words) {
  std::vector<std::string> lines;
  const std::vector<std::string>& inputs = data.columns.inputs;
  std::vector<std::size_t> uses(inputs.size());  // how many groups name each
  for (const ColumnWord& word : words)
    for (const std::size_t place : word.places) uses[place] += word.groups;
  for (std::size_t place = 0; place < inputs.size(); ++place) {
    if (uses[place] > 1)
      lines.push_back(fmt::format("column {} is in {} groups of input_kernel, and counts in each",
                                  base::excerpt(inputs[place]), uses[place]));
    if (!data.columns.is_string(inputs[place])) continue;
    const std::vector<std::string>& texts = data.levels.at(place);
    const arma::vec numbers = std::get<arma::mat>(data.inputs).col(place);
    for (std::size_t t = 0; t < texts.size(); ++t) {
      if (!texts[t].empty() && !data::is_gap(texts[t])) continue;
      CountedRows rows;
      for (arma::uword i = 0; i < numbers.n_elem; ++i)
        if (numbers(i) == static_cast<double>(t)) rows.add(data.lines.at(i));
      lines.push_back(fmt::format("column {} {} in {} row{} ({}), which is compared as a string",
                                  base::excerpt(inputs[place]),
                                  texts[t].empty() ? "is empty" : "holds " + base::excerpt(texts[t]),
                                  rows.count, rows.count == 1 ? "" : "s", rows.lines_in_words()));
    }
    if (std::all_of(texts.begin(), texts.end(),
                    [](const std::string& text) { return config::exact_decimal(text).has_value(); }))
      lines.push_back(
          fmt::format("column {} holds numbers alone, and input_kernel compares them as strings, "
                      "digit by digit",
                      base::excerpt(inputs[place])));
  }
  return lines;
}

}  // namespace preimage::suite::own_data
