// A value in what a program prints: its place, as a config says, and what is found there.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>

#include "suite/command/json_value.hpp"

namespace re2 {
class RE2;
}

namespace preimage::suite::command {

/// The names in braces in the text of a place: letters, digits, `_`, `-` and `.`, a letter or `_` first. No
/// names are {{name}}, which is {name} itself, and in a regular expression \{name}, \p{name}, \x{a0}, and the
/// text in \Q...\E.
std::set<std::string> names_in_place(const std::string& text);

/// The place of a value in standard output:
///   json:.test.scores[0]    in the JSON that the output is or ends with (json_value.hpp); .test["acc@0.5"]
///                           of a key with dots
///   regex:accuracy (\S+)    a regular expression (RE2) with one group, which matches once, or more than once
///                           with the same text; ^ and $ match at ends of lines
/// A line ends with LF or CRLF, and a byte order mark in front is no part of the output.
/// A {name} is replaced by its value letter by letter: in JSON within one key, in a regular expression
/// quoted.
class ValuePlace {
 public:
  /// values  requires one for each of names_in_place
  /// throws  std::invalid_argument: what was expected, and what was found
  explicit ValuePlace(const std::string& text, const std::map<std::string, std::string>& values = {});

  /// throws  DataError: why there is no such value
  std::string find_in(const std::string& output) const;
  /// The same as a finite number.
  /// throws  DataError, also where it is none
  double number_in(const std::string& output) const;

 private:
  std::string text_;
  JsonPath path_;
  std::shared_ptr<const re2::RE2> pattern_;
};

}  // namespace preimage::suite::command
