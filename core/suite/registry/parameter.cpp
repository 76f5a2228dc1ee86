#include "suite/registry/parameter.hpp"

#include <algorithm>
#include <limits>
#include <string_view>

#include <fmt/format.h>

#include "suite/config/number.hpp"

namespace preimage::suite::registry {

namespace {

std::vector<std::string> split_words(const char* words) {
  std::vector<std::string> result;
  std::string_view left = words;
  while (!left.empty()) {
    const std::string_view word = left.substr(0, left.find(' '));
    if (!word.empty() && word != "|") result.emplace_back(word);
    left.remove_prefix(std::min(left.size(), word.size() + 1));
  }
  return result;
}

/// "a number > 0", "a number from 0 to 1", "a number"; plural  "numbers" in place of "a number"
std::string range_text(const std::string& what, const config::Range& range) {
  const bool is_bounded = range.max < std::numeric_limits<double>::max();
  const std::string low = range.min == config::kPositive.min ? "> 0" : ">= " + config::number_text(range.min);
  if (!is_bounded) return range.min == config::kAny.min ? what : what + " " + low;
  if (range.min == config::kPositive.min)
    return fmt::format("{} > 0 and <= {}", what, config::number_text(range.max));
  return fmt::format("{} from {} to {}", what, config::number_text(range.min),
                     config::number_text(range.max));
}

/// Of numbers, fractional or whole: one, or several that the inner folds choose from.
/// what  "a number"
template <class Parameter>
ParameterFacts facts_of_numbers(const Parameter& parameter, const std::string& what,
                                const std::string& fallback = "") {
  ParameterFacts facts{parameter.name, "", fallback, parameter.meaning};
  if constexpr (requires { parameter.range; }) {
    facts.accepts = range_text(what, parameter.range);
    facts.type = ParameterType::number;
    facts.range = parameter.range;
  } else {
    facts.accepts = fmt::format("{} from {} to {}", what, parameter.min, parameter.max);
    facts.type = ParameterType::integer;
    facts.range = {static_cast<double>(parameter.min), static_cast<double>(parameter.max)};
  }
  if constexpr (requires { parameter.preferred; }) facts.preferred = parameter.preferred;
  return facts;
}

}  // namespace

ParameterFacts Number::facts() const {
  return facts_of_numbers(*this, "a number", fallback ? config::number_text(*fallback) : "");
}

ParameterFacts Numbers::facts() const {
  return facts_of_numbers(*this, "numbers");
}

ParameterFacts Integer::facts() const {
  return facts_of_numbers(*this, "a whole number", fallback ? std::to_string(*fallback) : "");
}

ParameterFacts Integers::facts() const {
  return facts_of_numbers(*this, "whole numbers");
}

ParameterFacts Flag::facts() const {
  return {name, "true | false", fallback ? "true" : "false", meaning, false, ParameterType::flag};
}

std::string Choice::read(const config::Reader& reader) const {
  return reader.choice(name, split_words(words),
                       fallback == nullptr ? std::nullopt : std::optional<std::string>(fallback));
}

ParameterFacts Choice::facts() const {
  ParameterFacts facts{name,    words, fallback == nullptr ? "" : fallback,
                       meaning, false, ParameterType::choice};
  facts.words = split_words(words);
  return facts;
}

ParameterFacts Choices::facts() const {
  ParameterFacts facts = Choice::facts();
  facts.type = ParameterType::choices;
  return facts;
}

ParameterFacts Part::facts() const {
  ParameterFacts facts{name, "", "", meaning, is_optional};
  facts.forms = accepts.list();
  for (const PartForm& form : facts.forms)
    facts.accepts += (facts.accepts.empty() ? "" : " | ") + std::string(form.text);
  return facts;
}

std::string ParameterFacts::description() const {
  const std::string left_out = is_optional        ? " (optional)"
                               : fallback.empty() ? ""
                                                  : " (default " + fallback + ")";
  return fmt::format("{}{}; {}", accepts, left_out, meaning);
}

std::string Text::read(const config::Reader& reader) const {
  return reader.text(name, fallback == nullptr ? std::nullopt : std::optional<std::string>(fallback));
}

ParameterFacts Text::facts() const {
  return {name,
          "a text",
          fallback == nullptr ? "" : fallback,
          meaning,
          fallback != nullptr && *fallback == '\0',
          ParameterType::text};
}

std::vector<ParameterFacts> below(const std::string& map, std::vector<ParameterFacts> parameters) {
  for (ParameterFacts& facts : parameters) facts.name = map + "." + facts.name;
  return parameters;
}

std::vector<std::string> lines_of(const std::vector<ParameterFacts>& parameters) {
  std::vector<std::string> lines;
  for (const ParameterFacts& facts : parameters)
    lines.push_back(fmt::format("{}: {}", facts.name, facts.description()));
  return lines;
}

}  // namespace preimage::suite::registry
