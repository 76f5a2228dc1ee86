// Options as fields of JSON and back: what job files and the notes on runs hold of them, by the rows of
// option_table.hpp.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "preimage/base/error.hpp"
#include "suite/config/config_error.hpp"
#include "suite/records/json_fields.hpp"
#include "suite/study/option_table.hpp"

namespace preimage::suite::study {

/// The object as a line of text, with sorted keys.
/// what  its texts are, for messages: "a path or option of this job"
/// throws  DataError where one is not UTF-8
inline std::string json_line(const nlohmann::json& root, const std::string& what) {
  try {
    return root.dump() + "\n";
  } catch (
      const nlohmann::json::type_error& error) {  // the only one dump() knows: a string that is not UTF-8
    throw DataError(fmt::format("{} is not UTF-8: {}", what, error.what()));
  }
}

/// A visitor of rows: adds a field per option that is given.
class WriteFields {
 public:
  explicit WriteFields(nlohmann::json& root) : root_(root) {}

  template <class T>
  void operator()(const OptionRow& row, const T& value) const {
    if constexpr (requires { value.has_value(); }) {
      if (value) root_[row.field] = plain(*value);
    } else {
      root_[row.field] = plain(value);
    }
  }

 private:
  template <class T>
  static const T& plain(const T& value) {
    return value;
  }
  static std::string plain(const std::filesystem::path& path) { return path.string(); }
  static std::string plain(const config::Override& o) { return o.text(); }
  static std::string plain(const Axis& axis) { return axis.text; }
  template <class T>
  static nlohmann::json plain(const std::vector<T>& values) {
    nlohmann::json texts = nlohmann::json::array();
    for (const T& value : values) texts.push_back(plain(value));
    return texts;
  }

  nlohmann::json& root_;
};

/// A visitor of rows: reads what WriteFields wrote.
/// where  of the fields in the file, for messages: "study."
/// throws  DataError for a missing field that is no option, a wrong type, or a value that WriteFields never
///         writes
class ReadFields {
 public:
  ReadFields(records::Fields& fields, const std::string& source, const std::string& where)
      : fields_(fields), source_(source), where_(where) {}

  template <class T>
  void operator()(const OptionRow& row, T& value) const {
    get(row.field, value);
  }

 private:
  template <class T>
  void get(const std::string& field, T& value) const {
    fields_.get(field, value);
  }
  template <class T>
  void get(const std::string& field, std::optional<T>& value) const {
    if (fields_.has(field)) get(field, value.emplace());
  }
  void get(const std::string& field, std::filesystem::path& path) const {
    std::string text;
    fields_.get(field, text);
    path = text;
  }
  void get(const std::string& field, std::vector<std::filesystem::path>& paths) const {
    std::vector<std::string> texts;
    fields_.get(field, texts);
    paths.assign(texts.begin(), texts.end());
  }
  void get(const std::string& field, std::vector<config::Override>& overrides) const {
    get_parsed(field, overrides, config::parse_override);
  }
  void get(const std::string& field, std::vector<Axis>& axes) const { get_parsed(field, axes, parse_axis); }
  template <class T>
  void get_parsed(const std::string& field, std::vector<T>& values, T (*parse)(const std::string&)) const {
    std::vector<std::string> texts;
    fields_.get(field, texts);
    try {
      for (const std::string& text : texts) values.push_back(parse(text));
    } catch (const ConfigError& error) {
      throw DataError(fmt::format("{}: {}{}: {}", source_, where_, field, error.what()));
    }
  }

  records::Fields& fields_;
  std::string source_, where_;
};

}  // namespace preimage::suite::study
