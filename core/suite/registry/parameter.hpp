// The parameters of a row of a table (a kernel, a learner, a decoder): declared once, read by its parser, told by
// `preimage list`. Each kind names what it accepts; `read` takes the value from a config.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "suite/config/reader.hpp"

namespace preimage::suite::registry {

/// What a parameter takes; `numbers` and the like are one or a list of them.
enum class ParameterType { number, integer, flag, choice, choices, text, texts, part };

/// Which of several numbers a learner prefers where their inner losses are equal.
enum class Preferred { as_written, smaller, larger };

/// A parameter in words, and for the schema of configs.
struct ParameterFacts {
  std::string name;
  std::string accepts;   // "a number > 0", "plain | squared"
  std::string fallback;  // "1", or "" where it must be given
  std::string meaning;
  bool is_optional = false;  // may be left out and has no default value
  ParameterType type = ParameterType::part;
  config::Range range = {};                     // of a number or whole number
  Preferred preferred = Preferred::as_written;  // of a list that inner folds choose from

  bool is_required() const { return fallback.empty() && !is_optional; }
  /// Of a choice: "plain | squared" as {plain, squared}.
  std::vector<std::string> words() const;
};

/// A number. Without fallback it must be given, unless it is read by read_if_there.
struct Number {
  const char* name = "";
  config::Range range;
  const char* meaning = "";
  std::optional<double> fallback = {};
  double read(const config::Reader& reader) const { return reader.number(name, range, fallback); }
  ParameterFacts facts() const;
};

/// A number that may be left out.
struct OptionalNumber {
  const char* name = "";
  config::Range range;
  const char* meaning = "";
  std::optional<double> read(const config::Reader& reader) const;
  ParameterFacts facts() const;
};

/// One number or more.
struct Numbers {
  const char* name = "";
  config::Range range;
  const char* meaning = "";
  Preferred preferred = Preferred::as_written;
  std::vector<double> read(const config::Reader& reader) const { return reader.numbers(name, range); }
  ParameterFacts facts() const;
};

/// A whole number from min to max.
struct Integer {
  const char* name = "";
  long min = 0, max = 0;
  const char* meaning = "";
  std::optional<long> fallback = {};
  long read(const config::Reader& reader) const { return reader.integer(name, min, max, fallback); }
  template <class T>
  T read_as(const config::Reader& reader) const {
    return static_cast<T>(read(reader));
  }
  ParameterFacts facts() const;
};

/// A whole number that may be left out.
struct OptionalInteger {
  const char* name = "";
  long min = 0, max = 0;
  const char* meaning = "";
  std::optional<long> read(const config::Reader& reader) const;
  ParameterFacts facts() const;
};

/// One whole number or more.
struct Integers {
  const char* name = "";
  long min = 0, max = 0;
  const char* meaning = "";
  Preferred preferred = Preferred::as_written;
  std::vector<long> read(const config::Reader& reader) const { return reader.integers(name, min, max); }
  template <class T>
  std::vector<T> read_as(const config::Reader& reader) const {
    std::vector<T> values;
    for (const long value : read(reader)) values.push_back(static_cast<T>(value));
    return values;
  }
  ParameterFacts facts() const;
};

struct Flag {
  const char* name = "";
  const char* meaning = "";
  bool fallback = false;
  bool read(const config::Reader& reader) const { return reader.boolean(name, fallback); }
  ParameterFacts facts() const;
};

/// One of several words.
struct Choice {
  const char* name = "";
  const char* words = "";  // "plain | squared"
  const char* meaning = "";
  const char* fallback = nullptr;
  std::string read(const config::Reader& reader) const;
  /// The word's place among `words`, from 0.
  std::size_t read_place(const config::Reader& reader) const;
  bool is(const config::Reader& reader, const std::string& word) const { return read(reader) == word; }
  ParameterFacts facts() const;
};

struct Text {
  const char* name = "";
  const char* meaning = "";
  const char* fallback = nullptr;  // "" where it may be left out
  std::string read(const config::Reader& reader) const;
  ParameterFacts facts() const;
};

/// One text or more.
struct Texts {
  const char* name = "";
  const char* accepts = "";  // "all, or a list of names"
  const char* meaning = "";
  bool is_optional = false;
  ParameterFacts facts() const { return {name, accepts, "", meaning, is_optional, ParameterType::texts}; }
};

/// A map below `name`: a kernel, a decoder, a group of parameters.
struct Part {
  const char* name = "";
  const char* accepts = "";  // "a kernel on vectors"
  const char* meaning = "";
  bool is_optional = false;
  ParameterFacts facts() const { return {name, accepts, "", meaning, is_optional}; }
};

/// The facts of several parameters, or of lists of them, in order.
template <class... Parameters>
std::vector<ParameterFacts> facts_of(const Parameters&... parameters) {
  std::vector<ParameterFacts> all;
  const auto add = [&all](const auto& parameter) {
    if constexpr (requires { parameter.facts(); }) {
      all.push_back(parameter.facts());
    } else {
      all.insert(all.end(), parameter.begin(), parameter.end());
    }
  };
  (add(parameters), ...);
  return all;
}

/// The facts of a parameter that may be left out.
template <class Parameter>
std::vector<ParameterFacts> optional(const Parameter& parameter) {
  ParameterFacts facts = parameter.facts();
  facts.is_optional = true;
  return {facts};
}

/// The same parameters as those of a map below `map`: "bandwidth.sigma".
std::vector<ParameterFacts> below(const std::string& map, std::vector<ParameterFacts> parameters);

/// "sigma: a number > 0; bandwidth in ..." and so on, a line each, as `list` prints them.
std::vector<std::string> lines_of(const std::vector<ParameterFacts>& parameters);

/// Rows of a table in the order of their names.
template <class Row>
std::vector<Row> sorted_by_name(std::vector<Row> rows) {
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.name < b.name; });
  return rows;
}

}  // namespace preimage::suite::registry
