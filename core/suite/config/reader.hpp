// Typed, strict reading of a configuration tree. Every value is asked for by key with its type and range;
// what was not asked for is an error, and what was read is logged in canonical form, because the
// identity of a cell is the hash of what was read (defaults included) and not of the file's text.
#pragma once

#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "suite/config/value.hpp"

namespace preimage::suite::config {

/// Inclusive bounds for a number; the message states them.
struct Range {
  double min = std::numeric_limits<double>::lowest();
  double max = std::numeric_limits<double>::max();
};
inline constexpr Range kAny{};
inline constexpr Range kPositive{std::numeric_limits<double>::min(), std::numeric_limits<double>::max()};
inline constexpr Range kNonNegative{0.0, std::numeric_limits<double>::max()};

/// Canonical text of everything read so far: dotted path -> value ("0.1", "[1,2]", "\"text\"", "true").
/// Numbers are written in shortest round-trip form, so 1e-1 and 0.1 are one value.
using ReadLog = std::map<std::string, std::string>;

/// Files that a config names, by the path of the key.
using NamedFiles = std::map<std::string, std::vector<std::filesystem::path>>;

/// What is noted of a whole tree beside its values.
struct ReadNotes {
  std::map<std::string, std::vector<double>> number_lists;  // the lists of numbers that were read, by path
  /// Parts of the program with a version of their own, ("kernel.gaussian", 1), by the path of the map that
  /// they read.
  std::map<std::string, std::map<std::string, int>> versions;
  /// The content of files that are named, by the path of the key.
  std::map<std::string, std::shared_ptr<const std::string>> files;
  NamedFiles named_files;  // where these and others lie
};

template <class T>
struct ScalarType;  // scalar_type.hpp

/// A view of one map of the tree. Copies share the log and the set of keys read. The tree must outlive it and
/// stay where it is.
///
/// A fallback is returned, and logged like a value read, where the key is absent; a key without a value
/// (`ridge:`) is not absent, it is "nothing", which no typed read accepts.
///
/// All readers throw ConfigError "source:line:column: path.to.key: expected <what>, found <text>" for a wrong
/// type or a value out of range, and "...: path.to.key: missing (expected <what>)" at the map's mark for a
/// missing key without default. Numbers are decimal and finite: `010`, `0x1F`, `1e400`, `.nan`, `1_000`, ""
/// are refused.
class Reader {
 public:
  /// Throws ConfigError where `root` is no map.
  explicit Reader(const Value& root);
  explicit Reader(Value&& root) = delete;  // would dangle

  /// Whether the key is there, with or without a value. Asking is not reading.
  bool has(const std::string& key) const;
  /// Whether it is there with a map below it: for keys that take a word or a map. Asking is not reading.
  bool has_map(const std::string& key) const;
  double number(const std::string& key, Range range = kAny, std::optional<double> fallback = {}) const;
  long integer(const std::string& key, long min, long max, std::optional<long> fallback = {}) const;
  bool boolean(const std::string& key, std::optional<bool> fallback = {}) const;
  /// Any scalar, quoted or not.
  std::string text(const std::string& key, std::optional<std::string> fallback = {}) const;
  /// One of `choices`; the message for another word suggests the nearest.
  std::string choice(const std::string& key, const std::vector<std::string>& choices,
                     std::optional<std::string> fallback = {}) const;
  /// A list of at least one number (a single number is a list of one). An empty list is "an empty grid".
  std::vector<double> numbers(const std::string& key, Range range = kAny) const;
  std::vector<long> integers(const std::string& key, long min, long max) const;
  /// A list of at least one text (a single text is a list of one).
  std::vector<std::string> texts(const std::string& key) const;
  /// The same, not logged: words that mean others, which log_texts then notes.
  std::vector<std::string> texts_unlogged(const std::string& key) const;
  /// The same, not logged, of a key that may be left out, or say `[]`: no texts either way.
  std::vector<std::string> texts_or_none(const std::string& key) const;
  /// Notes at `key` what its words mean, as texts() would have: two spellings of one thing are one.
  void log_texts(const std::string& key, const std::vector<std::string>& texts) const;
  /// The map below `key`; throws where it is missing or no map.
  Reader map(const std::string& key) const;
  /// The same, or an empty map where the key is absent: for a map whose keys all have defaults, which are
  /// logged.
  Reader map_or_empty(const std::string& key) const;
  /// The same, or nothing where the key is absent or null.
  std::optional<Reader> optional_map(const std::string& key) const;
  /// The entries of a map of maps, in file order ("learners", "readings"). Throws where it is missing or
  /// empty.
  std::vector<std::pair<std::string, Reader>> maps(const std::string& key) const;
  /// The entries of a list of at least one map, at "key[0]", "key[1]", ... Throws where it is none.
  std::vector<Reader> map_list(const std::string& key) const;
  /// A list of at least one number, each read by itself, at "key[0]": each_choice takes a list in its place.
  std::vector<double> each_number(const std::string& key, Range range = kAny) const;
  /// The place of this map: of a whole config its file, whatever --set changes in it.
  const Mark& mark() const { return value_->mark; }
  /// The raw tree below `key`, marked as read and not logged (overrides of a reading: path -> value).
  const Value& raw(const std::string& key) const;
  /// The numbers that were chosen from lists, each by its path below this map: ("decoder.sigma", 0.5).
  using Choices = std::vector<std::pair<std::string, double>>;
  /// Calls `parse`, which reads below this map, once for each way to choose one number from every list where
  /// `parse` reads one number; once where there is no such list. The last list varies fastest. Lists are
  /// logged whole.
  /// Not to be nested.
  template <class T>
  std::vector<std::pair<Choices, T>> each_choice(const std::function<T()>& parse) const {
    std::vector<std::pair<Choices, T>> results;
    begin_choices();
    try {
      do {
        T result = parse();
        results.emplace_back(choices(), std::move(result));
      } while (next_choice());
    } catch (...) {
      end_choices();
      throw;
    }
    end_choices();
    return results;
  }

  /// The keys of this map in file order.
  std::vector<std::string> keys() const;

  /// Throws ConfigError for the first key of this map, or of any map below it, that was not read: "unknown
  /// key", with the nearest of the keys that were asked for. What is below raw() counts as read.
  void finish() const;

  /// Throws ConfigError at `key` (or at this map where it is absent or ""): for checks across values.
  [[noreturn]] void fail(const std::string& key, const std::string& message) const;

  const std::string& path() const;  // of this map, "" at the root
  const ReadLog& log() const;       // of the whole tree, shared by all readers of one root

  /// Of the whole tree, shared by all readers of one root.
  const ReadNotes& noted() const;

  /// Notes that a part of the program with a version of its own reads this map: ("kernel.gaussian", 1).
  void note_version(const std::string& part, int version) const;
  /// Notes the content of the file that `key` names, for a saved model, which has to do without the file.
  /// The points of a sweep share it.
  void note_file(const std::string& key, std::shared_ptr<const std::string> content) const;
  /// Notes the files that `key` names (named_file.hpp), for a config that is written elsewhere.
  void note_named(const std::string& key, const std::vector<std::filesystem::path>& paths) const;

 private:
  struct State;

  Reader(const Value& value, std::string path, std::shared_ptr<State> state);
  std::string path_of(const std::string& key) const;
  const Value* lookup(const std::string& key) const;
  const Value& require(const std::string& key, const std::string& expected) const;
  void check_all_read(const Value& map, const std::string& path) const;
  [[noreturn]] void fail_missing(const std::string& key, const std::string& expected) const;
  void begin_choices() const;
  Choices choices() const;
  bool next_choice() const;  // false where all were
  void end_choices() const;
  template <class T>
  T read(const std::string& key, const ScalarType<T>& type, const std::optional<T>& fallback) const;
  template <class T>
  T read_value(const Value& value, const std::string& path, const ScalarType<T>& type) const;
  template <class T>
  T choose(const std::string& path, const ScalarType<T>& type, const Value& list) const;
  template <class T>
  std::vector<T> parse_list(const std::string& key, const ScalarType<T>& type) const;
  template <class T>
  void log_list(const std::string& path, const ScalarType<T>& type, const std::vector<T>& values) const;
  template <class T>
  std::vector<T> read_list(const std::string& key, const ScalarType<T>& type) const;

  const Value* value_;
  std::string path_;
  std::shared_ptr<State> state_;
};

}  // namespace preimage::suite::config
