// A configuration as an immutable tree that remembers where every value stood. yaml-cpp 0.7 parses, but what
// it lets through (duplicate keys, octal `010`, recursive aliases, alias bombs, invalid UTF-8) stops here.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace preimage::suite::config {

/// Where a value stood: "file:line:column", 1-based, columns in bytes; line 0 where there is no line (a --set
/// override), and then the text is the source alone.
struct Mark {
  std::string source;
  int line = 0;
  int column = 0;
  std::string text() const;
};

/// Throws ConfigError "<mark>: <message>".
[[noreturn]] void fail_at(const Mark& mark, const std::string& message);

struct Value {
  enum class Kind { null, scalar, sequence, map };

  // Defined in value.cpp: clang 14 cannot derive them here, where `entries` holds pairs of an incomplete
  // type.
  Value();
  Value(const Value& other);
  Value(Value&& other) noexcept;
  Value& operator=(const Value& other);
  Value& operator=(Value&& other) noexcept;
  ~Value();

  Kind kind = Kind::null;
  Mark mark;
  std::string scalar;        // kind scalar: the text, unquoted
  bool quoted = false;       // a quoted scalar is text even where it looks like a number
  std::vector<Value> items;  // kind sequence
  std::vector<std::pair<std::string, Value>> entries;  // kind map, in the order of the file
  Mark key_mark;  // the value of a map's entry: where its key stood (`mark` may be a line further down)

  const Value* find(const std::string& key) const;  // nullptr where this is no map or has no such key
};

/// Limits of what is accepted: bytes of text, lists and maps inside each other, values after every alias was
/// replaced by its value (which bounds alias bombs), aliases, bytes of a key, and keys of one map
/// (whose search is linear).
inline constexpr std::size_t kMaxBytes = 1 << 20;
inline constexpr int kMaxDepth = 64;
inline constexpr std::size_t kMaxNodes = 100000;
inline constexpr std::size_t kMaxAliases = 100;
inline constexpr std::size_t kMaxKeyBytes = 256;
inline constexpr std::size_t kMaxKeys = 10000;

struct Extent {
  std::size_t values = 1;
  std::size_t depth = 0;  // lists and maps inside each other
};

/// How large a tree is.
/// cost  O(values)
Extent extent_of(const Value& value);

/// Whether a text can be a key: valid text of one line, at most kMaxKeyBytes.
bool is_key(std::string_view text);

/// Parses one YAML document whose root is a map. Aliases are replaced by a copy of their values.
/// source  names the text in messages
/// throws  ConfigError "source:line:column: ..." for a syntax error, a duplicate key (both positions), a key
///         that is no text, is empty or bears an anchor, a merge key, a tag, a recursive alias, a second
///         document, invalid UTF-8, a control character, or a limit exceeded
/// cost    O(bytes + values log values), about a second for the worst text within the limits
Value parse_yaml(const std::string& text, const std::string& source);

/// The same from a file. throws DataError where it cannot be read or is larger than kMaxBytes.
Value load_yaml(const std::filesystem::path& path);

/// Parses the right-hand side of `--set path=value`: any YAML value, usually a scalar or a flow sequence;
/// null for an empty text. Its marks carry `source` ("--set ridge=1") and no line.
Value parse_value(const std::string& text, const std::string& source);

/// Sets the value at a dotted path ("learners.kde.ridge", "input_kernel.of[1].kernel.sigma"), making maps on
/// the way where there are none; of keys with dots the longest that is there is meant (path.hpp). An unknown
/// key is found later, when the reader that owns that map finishes. throws ConfigError at the value's mark
/// where the path has an empty part or more than kMaxDepth parts, or runs through a scalar or a sequence.
void set_path(Value& root, const std::string& path, const Value& value);

/// A canonical one-line text of the tree (keys in file order), for messages and tests:
/// `{a: [1, "two words"]}`.
std::string to_text(const Value& value);

/// What the value is, for "expected ..., found ...": "nothing", "'text'", "the quoted text \"5\"", "a list".
std::string describe(const Value& value);

}  // namespace preimage::suite::config
