// What a Reader accepts as a value of a type: one place for each type's rule, its words and its canonical
// text.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "suite/config/reader.hpp"
#include "suite/config/value.hpp"

namespace preimage::suite::config {

template <class T>
struct ScalarType {
  std::function<std::string()> expected;                // "a number > 0", for messages alone
  std::function<std::optional<T>(const Value&)> parse;  // nothing where the value is none of this type
  std::function<std::string(const T&)> text;            // canonical, for the log
  std::function<std::string(const Value&)> advice =
      {};  // behind "found ...", for a scalar refused; may be empty
};

ScalarType<double> number_type(Range range);
ScalarType<long> integer_type(long min, long max);
ScalarType<bool> boolean_type();
ScalarType<std::string> text_type();
/// `choices` must outlive it.
ScalarType<std::string> choice_type(const std::vector<std::string>& choices);

/// The type where a list of such values is taken in place of one, too (numbers and texts): its advice says
/// of "0.1,0.2" how a list is written.
template <class T>
ScalarType<T> or_list(ScalarType<T> type);

/// "<path>: expected <expected>, found <value><advice>" at the value's mark.
template <class T>
T parse_scalar(const ScalarType<T>& type, const Value& value, const std::string& path) {
  if (std::optional<T> parsed = type.parse(value)) return *std::move(parsed);
  const bool advised = type.advice && value.kind == Value::Kind::scalar;
  fail_at(value.mark, path + ": expected " + type.expected() + ", found " + describe(value) +
                          (advised ? type.advice(value) : ""));
}

}  // namespace preimage::suite::config
