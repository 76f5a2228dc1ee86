#include "suite/registry/column_groups.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/nearest_name.hpp"
#include "preimage/base/text.hpp"
#include "suite/data/column_words.hpp"
#include "suite/registry/kernel_table.hpp"

namespace preimage::suite::registry {

namespace {

using config::Reader;

/// The kernel below all wrappers.
Reader innermost(Reader kernel) {
  while (kernel.has_map("base")) kernel = kernel.map("base");
  return kernel;
}

template <class Samples>
bool has_kernel(const std::string& name) {
  const auto& rows = kernel_table<Samples>();
  return std::any_of(rows.begin(), rows.end(), [&](const auto& row) { return row.name == name; });
}

}  // namespace

Compares compares(const Reader& kernel) {
  const Reader base = innermost(kernel);
  const std::string name = base.has("name") ? base.raw("name").scalar : "";
  if (has_kernel<kernels::Vectors>(name)) return Compares::vectors;
  if (has_kernel<kernels::Strings>(name)) return Compares::strings;
  return has_kernel<samples::Table>(name) ? Compares::rows : Compares::vectors;
}

void require_known(const Reader& kernel) {
  const Reader base = innermost(kernel);
  if (!base.has("name")) return;
  std::set<std::string> names;
  const auto add = [&](const auto& rows) {
    for (const auto& row : rows) names.insert(row.name);
  };
  add(kernel_table<kernels::Vectors>());
  add(kernel_table<kernels::Strings>());
  add(kernel_table<samples::Table>());
  if (!names.contains(base.raw("name").scalar)) base.choice("name", {names.begin(), names.end()});
}

std::vector<ColumnGroup> column_groups(const Reader& kernel) {
  std::vector<ColumnGroup> groups;
  for (const Reader& group : innermost(kernel).map_list("of"))
    groups.push_back({group.texts_unlogged(kGroupColumns), compares(group.map(kGroupKernel)), group});
  return groups;
}

namespace {

/// Of a column that a config's inputs no longer have.
constexpr const char* kWithout =
    "; without it the kernel is another, too, `input_kernel: {name: linear}` where numbers are left; both "
    "are "
    "compared by `readings: {with: {}, without: {dataset.inputs: [...], input_kernel: {...}}}`";

std::vector<std::size_t> places_of(const Reader& group, const std::string& word,
                                   const std::vector<std::string>& inputs) {
  std::vector<std::string> names;
  try {
    names = data::expand_columns({word}, {inputs, "dataset.inputs", {}, {}});
  } catch (const DataError& error) {
    group.fail(kGroupColumns, error.what());
  }
  std::vector<std::size_t> places;
  for (const std::string& name : names) {
    const auto found = std::find(inputs.begin(), inputs.end(), name);
    if (found == inputs.end())
      group.fail(kGroupColumns,
                 fmt::format("{} is no input{}{}", base::excerpt(name), base::suggestion(name, inputs),
                             base::nearest_name(name, inputs).empty() ? kWithout : ""));
    places.push_back(static_cast<std::size_t>(found - inputs.begin()));
  }
  return places;
}

[[noreturn]] void fail_kinds(const Reader& reader, const std::string& column) {
  reader.fail(
      "", fmt::format("column {} is a string of one group and a number of another", base::excerpt(column)));
}

/// throws  ConfigError
void require_each_once(const Reader& input_kernel, const std::vector<ColumnWord>& words,
                       const std::vector<std::string>& inputs) {
  std::map<std::size_t, bool> is_string;
  for (const ColumnWord& word : words) {
    for (const std::size_t place : word.places) {
      if (is_string.emplace(place, word.is_string).first->second != word.is_string)
        fail_kinds(input_kernel, inputs[place]);
    }
  }
  for (std::size_t place = 0; place < inputs.size(); ++place)
    if (!is_string.contains(place))
      input_kernel.fail("",
                        fmt::format("input {} is in no group: name it in one, or leave it out of the inputs",
                                    base::excerpt(inputs[place])));
}

}  // namespace

std::vector<ColumnWord> column_words(const Reader& input_kernel, const std::vector<std::string>& inputs) {
  std::vector<ColumnWord> words;
  for (const ColumnGroup& group : column_groups(input_kernel)) {
    const bool is_string = group.compares == Compares::strings;
    const Reader& reader = group.reader;
    std::optional<models::Scale> scale;
    if (!is_string && reader.has(kScale.name)) scale = kScale.read_as(reader, kScales);
    std::set<std::size_t> of_group;
    for (const std::string& text : group.words) {
      ColumnWord word{text, places_of(reader, text, inputs), is_string, scale};
      for (const std::size_t place : word.places)
        if (!of_group.insert(place).second)
          reader.fail(kGroupColumns, base::excerpt(inputs[place]) + " is twice in one group");
      if (is_string && word.places.size() > 1)
        reader.fail(kGroupColumns,
                    base::excerpt(text) + " names several columns, and a kernel on strings compares one");
      const auto same = std::ranges::find(words, text, &ColumnWord::text);
      if (same == words.end()) {
        words.push_back(std::move(word));
        continue;
      }
      ++same->groups;
      if (same->is_string != is_string) fail_kinds(reader, text);
      if (same->scale != scale)
        reader.fail(
            reader.has(kScale.name) ? kScale.name : "",
            base::excerpt(text) + " has another scale in another group: say the same `scale` in both");
    }
  }
  require_each_once(input_kernel, words, inputs);
  return words;
}

std::vector<std::string> strings_among(const std::vector<ColumnWord>& words,
                                       const std::vector<std::string>& inputs) {
  std::vector<std::string> strings;
  for (const ColumnWord& word : words)
    if (word.is_string) strings.push_back(inputs[word.places.front()]);
  return strings;
}

std::vector<std::string> strings_of(const arma::vec& values, const std::vector<std::string>& texts) {
  std::vector<std::string> strings;
  for (const double number : values) strings.push_back(texts[static_cast<std::size_t>(number)]);
  return strings;
}

models::RawVectors raw_rows(const arma::mat& inputs, const data::ColumnLevels& levels,
                            const std::vector<ColumnWord>& words, const models::ColumnOptions& options) {
  models::RawVectors raw{{}, {}, options};
  std::vector<arma::uword> places;
  for (const ColumnWord& word : words) {
    if (word.is_string) {
      const std::size_t place = word.places.front();
      raw.others.columns.push_back({word.text, strings_of(inputs.col(place), levels.at(place))});
      continue;
    }
    places.insert(places.end(), word.places.begin(), word.places.end());
    raw.names.resize(places.size(), word.text);
    raw.options.own_scales.resize(places.size(), word.scale);
  }
  raw.values = inputs.cols(arma::uvec(places));
  raw.options.categories.names.clear();
  for (const arma::uword place : places)
    if (!options.categories.names.empty())
      raw.options.categories.names.push_back(options.categories.names[place]);
  return raw;
}

}  // namespace preimage::suite::registry
