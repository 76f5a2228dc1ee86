// Strict reading of JSON into plain values: every field is asked for by name and type, and a missing,
// unknown, mistyped or duplicate one is a DataError. nlohmann alone takes the last of two equal keys and
// converts out-of-range integers, both without a word.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"

namespace preimage::suite::records {

/// The place of a value, for messages.
struct JsonPath {
  std::string source;
  std::string path;
  JsonPath below(const std::string& name) const {
    return {source, (path.empty() ? "" : path + ".") + base::name_excerpt(name)};
  }
  JsonPath below(std::size_t index) const { return {source, fmt::format("{}[{}]", path, index)}; }
  [[noreturn]] void expected(const std::string& what, const nlohmann::json& found) const {
    // Of a list or map only its kind: dump() of a deep one would end the stack.
    const std::string text = found.is_array()    ? "a list"
                             : found.is_object() ? "a map"
                                                 : found.dump().substr(0, 40);
    throw DataError(fmt::format("{}: {}: expected {}, found {}", source, path, what, text));
  }
  const JsonPath& words() const { return *this; }
};

/// A step below a path, which is put into words only where something is wrong there: there are many.
template <class Step>
struct JsonStep {
  const JsonPath& parent;
  const Step& step;
  JsonPath words() const { return parent.below(step); }
  [[noreturn]] void expected(const std::string& what, const nlohmann::json& found) const {
    words().expected(what, found);
  }
};

template <class Place>
void read(const nlohmann::json& value, const Place& place, std::string& out) {
  if (!value.is_string()) place.expected("a text", value);
  out = value.get_ref<const std::string&>();
}

template <class Place>
void read(const nlohmann::json& value, const Place& place, bool& out) {
  if (!value.is_boolean()) place.expected("true or false", value);
  out = value.get<bool>();
}

template <class Place>
void read(const nlohmann::json& value, const Place& place, double& out) {
  if (!value.is_number_float()) place.expected("a floating-point number", value);
  out = value.get<double>();
}

template <class Place>
void read(const nlohmann::json& value, const Place& place, std::uint64_t& out) {
  if (!value.is_number_unsigned()) place.expected("an integer of at least 0", value);
  out = value.get<std::uint64_t>();
}

/// Signed integers, refused where they do not fit.
template <std::signed_integral Integer, class Place>
void read(const nlohmann::json& value, const Place& place, Integer& out) {
  if (!value.is_number_integer()) place.expected("an integer", value);
  constexpr auto kMax = std::numeric_limits<Integer>::max();
  const bool fits = value.is_number_unsigned()
                        ? value.get<std::uint64_t>() <= static_cast<std::uint64_t>(kMax)
                        : value.get<std::int64_t>() >= std::numeric_limits<Integer>::min();
  if (!fits) place.expected("an integer in range", value);
  out = value.get<Integer>();
}

template <class Place>
void read(const nlohmann::json& value, const Place& place, std::pair<std::string, double>& out) {
  if (!value.is_array() || value.size() != 2) place.expected("[name, value]", value);
  read(value[0], place.words().below(std::size_t{0}), out.first);
  read(value[1], place.words().below(std::size_t{1}), out.second);
}

template <class T, class Place>
void read(const nlohmann::json& value, const Place& place, std::vector<T>& out) {
  if (!value.is_array()) place.expected("a list", value);
  const JsonPath& here = place.words();
  out.resize(value.size());
  for (std::size_t i = 0; i < out.size(); ++i) read(value[i], JsonStep<std::size_t>{here, i}, out[i]);
}

template <class T, class Place>
void read(const nlohmann::json& value, const Place& place, std::map<std::string, T>& out) {
  if (!value.is_object()) place.expected("a map", value);
  const JsonPath& here = place.words();
  for (const auto& [name, entry] : value.get_ref<const nlohmann::json::object_t&>())
    read(entry, JsonStep<std::string>{here, name}, out[name]);
}

/// An object whose fields are all known: a field that was not asked for is an error.
class Fields {
 public:
  Fields(const nlohmann::json& object, JsonPath place) : object_(object), place_(std::move(place)) {
    if (!object_.is_object()) place_.expected("a map", object_);
  }
  bool has(const std::string& name) const { return object_.contains(name); }
  const nlohmann::json& at(const std::string& name) {
    const auto found = object_.find(name);
    if (found == object_.end())
      throw DataError(fmt::format("{}: {}: missing field", place_.source, place_.below(name).path));
    known_.insert(name);
    return *found;
  }
  template <class T>
  void get(const std::string& name, T& out) {
    read(at(name), JsonStep<std::string>{place_, name}, out);
  }
  Fields object(const std::string& name) { return Fields(at(name), place_.below(name)); }
  void finish() const {
    for (const auto& [name, value] : object_.items()) {
      if (known_.contains(name)) continue;
      throw DataError(fmt::format("{}: {}: unknown field", place_.source, place_.below(name).path));
    }
  }

 private:
  const nlohmann::json& object_;
  JsonPath place_;
  std::set<std::string> known_;
};

/// The tree of `text`; throws DataError for a syntax error (with its byte), a number out of range or a
/// duplicate key.
inline nlohmann::json parse_without_duplicates(std::string_view text, const std::string& source) {
  std::vector<std::set<std::string>> keys;
  const auto check = [&](int, nlohmann::json::parse_event_t event, nlohmann::json& value) {
    if (event == nlohmann::json::parse_event_t::object_start) keys.emplace_back();
    if (event == nlohmann::json::parse_event_t::object_end) keys.pop_back();
    if (event == nlohmann::json::parse_event_t::key && !keys.back().insert(value.get<std::string>()).second) {
      throw DataError(fmt::format("{}: duplicate field {}", source, base::excerpt(value.get<std::string>())));
    }
    return true;
  };
  try {
    return nlohmann::json::parse(text, check);
  } catch (const nlohmann::json::parse_error& error) {
    throw DataError(fmt::format(
        "{}: not JSON: {}", source,
        error.byte > text.size() ? "the file was cut short" : fmt::format("damaged at byte {}", error.byte)));
  } catch (const nlohmann::json::
               exception&) {  // the one other that a text can cause: a number of more than a double
    throw DataError(source + ": not JSON: a number is out of range");
  }
}

}  // namespace preimage::suite::records
