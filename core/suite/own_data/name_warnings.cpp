#include "suite/own_data/name_warnings.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utf8proc.h>

#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"
#include "suite/data/text_file.hpp"
#include "suite/own_data/string_kinds.hpp"

namespace preimage::suite::own_data {

namespace {

/// Of classes and labels; none of other outputs.
std::vector<std::string> output_names(const OwnData& data) {
  const auto* outputs = std::get_if<data::Outputs>(&data.outputs);
  if (outputs == nullptr) return {};
  if (const auto* classes = std::get_if<data::ClassOutputs>(outputs)) return classes->names;
  if (const auto* sets = std::get_if<data::LabelSetOutputs>(outputs)) return sets->names;
  return {};
}

/// alike_key of codes, as of patients: where they have letters, without blanks, - and _.
std::string code_key(const std::string& name) {
  std::string key = alike_key(name);
  if (std::ranges::any_of(key, [](unsigned char c) { return std::isalpha(c) != 0; }))
    std::erase_if(key, [](char c) { return c == '-' || c == '_' || c == ' '; });
  return key;
}

/// Of label sets in one column of which none has two labels and at least half have a '|': that each is read
/// as one label.
std::vector<std::string> separator_warnings(const OwnData& data) {
  const auto* outputs = std::get_if<data::Outputs>(&data.outputs);
  const auto* sets = outputs == nullptr ? nullptr : std::get_if<data::LabelSetOutputs>(outputs);
  const std::vector<std::size_t>& lines = data.lines;
  if (sets == nullptr || data.columns.outputs.size() != 1 || lines.size() != sets->sets.size()) return {};
  std::size_t count = 0, first = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (sets->sets[i].size() > 1) return {};
    const bool has_bar =
        !sets->sets[i].empty() &&
        sets->names.at(static_cast<std::size_t>(*sets->sets[i].begin())).find('|') != std::string::npos;
    if (has_bar && count++ == 0) first = i;
  }
  if (2 * count < lines.size()) return {};
  return {fmt::format(
      "no field of {} has a '{}' between labels, and {} of {} have a '|', the first {} on line {}: each is "
      "read as one label; `separator: \"|\"` below dataset takes them apart",
      base::excerpt(data.columns.outputs.front()), data.columns.separator, count, lines.size(),
      base::excerpt(sets->names.at(static_cast<std::size_t>(*sets->sets[first].begin()))), lines[first])};
}

}  // namespace

std::string alike_key(const std::string& name) {
  if (const std::optional<std::string> number = config::exact_decimal(name)) return *number;
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> folded(
      utf8proc_NFKC_Casefold(reinterpret_cast<const utf8proc_uint8_t*>(name.c_str())), &std::free);
  if (folded == nullptr) return name;
  return std::string(config::without_blanks_around(reinterpret_cast<const char*>(folded.get())));
}

std::vector<std::string> name_warnings(const std::string& what, const std::vector<std::string>& names,
                                       std::string (*key_of)(const std::string& name)) {
  std::map<std::string, std::vector<std::string>> alike;
  std::vector<std::string> groups, gaps, words;
  for (const std::string& name : names) {
    if (!base::find_bad_byte(name)) alike[key_of(name)].push_back(base::excerpt(name));
    if (!data::looks_like_gap(name)) continue;
    gaps.push_back(base::excerpt(name));
    words.push_back(name);
  }
  for (const auto& [key, spellings] : alike) {
    if (spellings.size() > 1) groups.push_back(fmt::format("{}", fmt::join(spellings, " and ")));
  }
  std::vector<std::string> lines;
  if (!groups.empty())
    lines.push_back(fmt::format(
        "names of {} that look alike are different ones: {}; write each in one way where one is meant", what,
        data::few_of(std::move(groups), "; ")));
  const bool has_signs = std::find(names.begin(), names.end(), "+") != names.end();
  if (!gaps.empty() && !has_signs)
    lines.push_back(
        fmt::format("names of {} look like missing values: {}; `{}` below dataset makes them such", what,
                    data::few_of(std::move(gaps)), data::na_key(words)));
  return lines;
}

std::vector<std::string> name_warnings(const OwnData& data) {
  std::vector<std::string> lines = name_warnings("outputs", output_names(data));
  data::append(lines, separator_warnings(data));
  // Of molecules case is an atom's.
  const auto add = [&](const std::string& what, const std::vector<std::string>& names, auto* key_of) {
    if (TextShape(names).kind() != StringKind::molecules)
      data::append(lines, name_warnings(what, names, key_of));
  };
  if (data.groups != nullptr) add("groups of " + data.groups->column, data.groups->names, code_key);
  for (const auto& [place, levels] : data.levels) {
    if (data.columns.is_string(data.columns.inputs[place])) continue;
    const arma::vec column = std::get<arma::mat>(data.inputs).col(place);
    std::vector<std::string> names;
    for (const double level : arma::vec(arma::unique(column.elem(arma::find_finite(column)))))
      names.push_back(levels[static_cast<std::size_t>(level)]);
    add(fmt::format("categories of column {}", base::excerpt(data.columns.inputs[place])), names, alike_key);
  }
  return lines;
}

}  // namespace preimage::suite::own_data
