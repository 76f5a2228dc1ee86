// The parameters of a row of a table (a kernel, a learner, a decoder): declared once, read by its parser,
// told by `preimage list`. Each kind names what it accepts; `read` takes the value from a config.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
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

/// One form of a part: what it is, for the schema of configs, and in words, for users.
struct PartForm {
  enum class Is { other, word, kernel, kernels_by_name, decoder, loss, named_map };
  Is is = Is::other;
  const char* text = "";  // "a kernel on vectors"; of a word this itself
  const char* name = "";  // of a named_map, `{name: <name>, ...}`
};

/// The forms of one part; of `other` the program alone knows what fits.
class PartForms {
 public:
  constexpr PartForms(const char* other) : forms_{PartForm{PartForm::Is::other, other}}, count_(1) {}
  constexpr PartForms(std::initializer_list<PartForm> forms) {
    for (const PartForm& form : forms) forms_[count_++] = form;
  }
  std::vector<PartForm> list() const { return {forms_.begin(), forms_.begin() + count_}; }

 private:
  std::array<PartForm, 3> forms_;
  std::ptrdiff_t count_ = 0;
};

constexpr PartForms a_kernel(const char* text = "a kernel") {
  return {{PartForm::Is::kernel, text}};
}
constexpr PartForms a_decoder(const char* text = "a decoder") {
  return {{PartForm::Is::decoder, text}};
}
constexpr PartForms a_loss() {
  return {{PartForm::Is::loss, "a loss"}};
}

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
  std::vector<std::string> words = {};          // of a choice
  std::vector<PartForm> forms = {};             // of a part

  bool is_required() const { return fallback.empty() && !is_optional; }
  /// "a number > 0 (default 1); added to the diagonal"
  std::string description() const;
};

/// A number. Without fallback it must be given.
struct Number {
  const char* name = "";
  config::Range range;
  const char* meaning = "";
  std::optional<double> fallback = {};
  double read(const config::Reader& reader) const { return reader.number(name, range, fallback); }
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

/// A number, fractional or whole, that may be left out.
template <class Parameter>
struct OptionalParameter : Parameter {
  auto read(const config::Reader& reader) const {
    return reader.has(this->name) ? std::optional(Parameter::read(reader)) : std::nullopt;
  }
  ParameterFacts facts() const {
    ParameterFacts facts = Parameter::facts();
    facts.is_optional = true;
    return facts;
  }
};
using OptionalNumber = OptionalParameter<Number>;
using OptionalInteger = OptionalParameter<Integer>;

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
  /// What the word means.
  /// meanings  of all words, in their order
  template <class Meaning>
  Meaning read_as(const config::Reader& reader, std::initializer_list<Meaning> meanings) const {
    return meaning_of(read(reader), meanings);
  }
  /// The same for a word of `words` that was read already.
  template <class Meaning>
  Meaning meaning_of(const std::string& word, std::initializer_list<Meaning> meanings) const {
    const std::vector<std::string> all = facts().words;
    return std::data(meanings)[std::ranges::find(all, word) - all.begin()];
  }
  bool is(const config::Reader& reader, const std::string& word) const { return read(reader) == word; }
  ParameterFacts facts() const;
};

/// One word or a list of them, of which the inner folds choose.
struct Choices : Choice {
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
  PartForms accepts;
  const char* meaning = "";
  bool is_optional = false;
  ParameterFacts facts() const;
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

/// The row that a key names.
/// throws  ConfigError for an unknown name (with the nearest)
template <class Rows>
const auto& named_row(const Rows& rows, const config::Reader& reader, const std::string& key = "name",
                      const std::optional<std::string>& fallback = {}) {
  std::vector<std::string> names;
  for (const auto& row : rows) names.push_back(row.name);
  const std::string name = reader.choice(key, names, fallback);
  return *std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.name == name; });
}

/// Rows of a table in the order of their names.
template <class Row>
std::vector<Row> sorted_by_name(std::vector<Row> rows) {
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.name < b.name; });
  return rows;
}

}  // namespace preimage::suite::registry
