#include "suite/own_data/column_inputs.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/nearest_name.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"
#include "suite/data/column_words.hpp"
#include "suite/own_data/scale_words.hpp"
#include "suite/registry/column_groups.hpp"

namespace preimage::suite::own_data {

namespace {

using config::Reader;
using registry::Compares;

std::vector<std::size_t> places_of(const Reader& group, const std::string& word,
                                   const std::vector<std::string>& inputs) {
  std::vector<std::string> names;
  try {
    names = data::expand_columns({word}, {inputs, "dataset.inputs", {}, {}});
  } catch (const DataError& error) {
    group.fail(registry::kGroupColumns, error.what());
  }
  std::vector<std::size_t> places;
  for (const std::string& name : names) {
    const auto found = std::find(inputs.begin(), inputs.end(), name);
    if (found == inputs.end())
      group.fail(registry::kGroupColumns,
                 base::excerpt(name) + " is no input" + base::suggestion(name, inputs));
    places.push_back(static_cast<std::size_t>(found - inputs.begin()));
  }
  return places;
}

/// How many words name each input.
std::vector<std::size_t> uses_of(const std::vector<ColumnWord>& words, std::size_t inputs) {
  std::vector<std::size_t> uses(inputs, 0);
  for (const ColumnWord& word : words)
    for (const std::size_t place : word.places) ++uses[place];
  return uses;
}

/// throws  ConfigError
void require_each_once(const Reader& input_kernel, const std::vector<ColumnWord>& words,
                       const std::vector<std::string>& inputs) {
  std::map<std::size_t, bool> is_string;
  for (const ColumnWord& word : words) {
    for (const std::size_t place : word.places) {
      if (is_string.emplace(place, word.is_string).first->second != word.is_string)
        input_kernel.fail("", fmt::format("column {} is a string of one group and a number of another",
                                          base::excerpt(inputs[place])));
    }
  }
  const std::vector<std::size_t> uses = uses_of(words, inputs.size());
  const auto unused = std::find(uses.begin(), uses.end(), 0);
  if (unused != uses.end())
    input_kernel.fail("",
                      fmt::format("input {} is in no group: name it in one, or leave it out of "
                                  "dataset.inputs",
                                  base::excerpt(inputs[static_cast<std::size_t>(unused - uses.begin())])));
}

}  // namespace

std::vector<ColumnWord> column_words(const Reader& input_kernel, const std::vector<std::string>& inputs) {
  std::vector<ColumnWord> words;
  for (const registry::ColumnGroup& group : registry::column_groups(input_kernel)) {
    const bool is_string = group.compares == Compares::strings;
    const Reader& reader = group.reader;
    std::optional<models::Scale> scale;
    if (!is_string && reader.has("scale")) scale = scale_of(reader.choice("scale", scale_words()));
    for (const std::string& text : group.words) {
      ColumnWord word{text, places_of(reader, text, inputs), is_string, scale};
      if (is_string && word.places.size() > 1)
        reader.fail(registry::kGroupColumns,
                    base::excerpt(text) + " names several columns, and a kernel on strings compares one");
      const auto same = std::find_if(words.begin(), words.end(),
                                     [&](const ColumnWord& other) { return other.text == text; });
      if (same == words.end())
        words.push_back(std::move(word));
      else if (same->scale != scale)
        reader.fail("scale", base::excerpt(text) + " has another scale in another group");
    }
  }
  require_each_once(input_kernel, words, inputs);
  return words;
}

std::vector<std::string> string_columns(const Reader& root, const data::VectorColumns& columns) {
  const Reader kernel = root.map("input_kernel");
  std::vector<std::string> strings;
  switch (registry::compares(kernel)) {
    case Compares::vectors:
      return {};
    case Compares::strings:
      if (columns.inputs.size() != 1)
        root.fail("input_kernel",
                  fmt::format("compares strings, and there are {} inputs: name one column of strings, or put "
                              "kernels together by column_sum or column_product",
                              columns.inputs.size()));
      strings = columns.inputs;
      break;
    case Compares::rows:
      for (const ColumnWord& word : column_words(kernel, columns.inputs))
        if (word.is_string) strings.push_back(columns.inputs[word.places.front()]);
  }
  for (const std::string& name : columns.categories)
    if (std::find(strings.begin(), strings.end(), name) != strings.end())
      root.fail("input_kernel",
                fmt::format("compares column {} as a string: leave it out of dataset.categories",
                            base::excerpt(name)));
  return strings;
}

models::RawVectors raw_inputs(const OwnData& data, const std::vector<ColumnWord>& words,
                              const models::ColumnOptions& options) {
  models::RawVectors raw{{}, {}, options};
  std::vector<arma::uword> places;
  for (const ColumnWord& word : words) {
    if (word.is_string) {
      raw.others.columns.push_back({word.text, strings_of(data, word.places.front())});
      continue;
    }
    places.insert(places.end(), word.places.begin(), word.places.end());
    raw.names.resize(places.size(), word.text);
    raw.options.own_scales.resize(places.size(), word.scale);
  }
  raw.values = std::get<arma::mat>(data.inputs).cols(arma::uvec(places));
  raw.options.categories.names.clear();
  for (const arma::uword place : places)
    if (!options.categories.names.empty())
      raw.options.categories.names.push_back(options.categories.names[place]);
  return raw;
}

std::vector<std::string> strings_of(const OwnData& data, std::size_t place) {
  const std::vector<std::string>& texts = data.levels.at(place);
  std::vector<std::string> strings;
  for (const double number : std::get<arma::mat>(data.inputs).col(place))
    strings.push_back(texts[static_cast<std::size_t>(number)]);
  return strings;
}

arma::mat without_strings(arma::mat inputs, const data::VectorColumns& columns) {
  for (arma::uword j = 0; j < inputs.n_cols; ++j)
    if (columns.is_string(columns.inputs[j])) inputs.col(j).zeros();
  return inputs;
}

std::vector<std::string> column_warnings(const OwnData& data, const std::vector<ColumnWord>& words) {
  std::vector<std::string> lines;
  const std::vector<std::string>& inputs = data.columns.inputs;
  const std::vector<std::size_t> uses = uses_of(words, inputs.size());
  for (std::size_t place = 0; place < inputs.size(); ++place) {
    if (uses[place] > 1)
      lines.push_back(fmt::format("column {} is in {} groups of input_kernel, and counts in each",
                                  base::excerpt(inputs[place]), uses[place]));
    if (!data.columns.is_string(inputs[place])) continue;
    const std::vector<std::string>& texts = data.levels.at(place);
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
