#include "suite/config/reader.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <type_traits>

#include <fmt/format.h>

#include "preimage/base/nearest_name.hpp"
#include "suite/config/scalar_type.hpp"

namespace preimage::suite::config {

/// What all readers of one root share.
struct Reader::State : ReadNotes {
  struct Use {
    std::set<std::string> asked;  // by has() or a reader, whether there or not: what suggestions choose from
    std::set<std::string> read;
    std::set<std::string> read_entirely;  // by raw()
  };
  /// A list from which one number is chosen at a time.
  struct Axis {
    std::string path;
    std::size_t size = 0, index = 0;
    double value = 0.0;
    bool was_met = false;  // in this pass: what is read may depend on what was chosen before
  };
  std::map<const Value*, Use> uses;  // of every map some reader looked into
  ReadLog log;
  std::optional<std::vector<Axis>> axes;  // while each_choice is at work, in the order in which they were met
};

namespace {

std::string join_path(const std::string& path, const std::string& key) {
  if (path.empty() || key.empty()) return path + key;
  return path + '.' + key;
}

std::string with_path(const std::string& path, const std::string& message) {
  return path.empty() ? message : path + ": " + message;
}

[[noreturn]] void fail_expected(const Value& value, const std::string& path, const std::string& expected) {
  fail_at(value.mark, with_path(path, fmt::format("expected {}, found {}", expected, describe(value))));
}

/// Each at "path[i]".
template <class T>
std::vector<T> parse_items(const ScalarType<T>& type, const Value& list, const std::string& path) {
  std::vector<T> results;
  for (std::size_t i = 0; i < list.items.size(); ++i)
    results.push_back(parse_scalar(type, list.items[i], fmt::format("{}[{}]", path, i)));
  return results;
}

void require_map(const Value& value, const std::string& path) {
  if (value.kind != Value::Kind::map) fail_expected(value, path, "a map");
}

}  // namespace

Reader::Reader(const Value& root) : Reader(root, "", std::make_shared<State>()) {}

Reader::Reader(const Value& value, std::string path, std::shared_ptr<State> state)
    : value_(&value), path_(std::move(path)), state_(std::move(state)) {
  require_map(value, path_);
}

std::string Reader::path_of(const std::string& key) const {
  return join_path(path_, key);
}

bool Reader::has(const std::string& key) const {
  state_->uses[value_].asked.insert(key);
  return value_->find(key) != nullptr;
}

bool Reader::has_map(const std::string& key) const {
  state_->uses[value_].asked.insert(key);
  const Value* value = value_->find(key);
  return value != nullptr && value->kind == Value::Kind::map;
}

/// The value of `key`, marked as read, or nullptr.
const Value* Reader::lookup(const std::string& key) const {
  State::Use& use = state_->uses[value_];
  use.asked.insert(key);
  const Value* value = value_->find(key);
  if (value != nullptr) use.read.insert(key);
  return value;
}

const Value& Reader::require(const std::string& key, const std::string& expected) const {
  const Value* value = lookup(key);
  if (value == nullptr) fail_missing(key, expected);
  return *value;
}

void Reader::fail_missing(const std::string& key, const std::string& expected) const {
  std::vector<std::string> unasked;  // a misspelt key is one that was not asked for
  for (const auto& [name, value] : value_->entries) {
    if (!state_->uses[value_].asked.contains(name)) unasked.push_back(name);
  }
  const std::string nearest = base::nearest_name(key, unasked);
  const std::string advice = nearest.empty() ? "" : fmt::format(", is '{}' meant?", nearest);
  fail(key, fmt::format("missing (expected {}){}", expected, advice));
}

void Reader::fail(const std::string& key, const std::string& message) const {
  const Value* value = value_->find(key);
  fail_at((value != nullptr ? value : value_)->mark, with_path(path_of(key), message));
}

template <class T>
T Reader::read(const std::string& key, const ScalarType<T>& type, const std::optional<T>& fallback) const {
  const Value* value = lookup(key);
  if (value != nullptr) return read_value(*value, path_of(key), type);
  if (!fallback) fail_missing(key, type.expected());
  state_->log[path_of(key)] = type.text(*fallback);
  return *fallback;
}

template <class T>
T Reader::read_value(const Value& value, const std::string& path, const ScalarType<T>& type) const {
  if constexpr (std::is_same_v<T, double> || std::is_same_v<T, long>) {
    const bool is_list = value.kind == Value::Kind::sequence && !value.items.empty();
    if (is_list && state_->axes) return choose(path, type, value);
    if (state_->axes && value.scalar.find(',') != std::string::npos)
      parse_scalar(or_list(type), value, path);  // no number: refused
  }
  T result = parse_scalar(type, value, path);
  state_->log[path] = type.text(result);
  return result;
}

template <class T>
T Reader::choose(const std::string& path, const ScalarType<T>& type, const Value& list) const {
  const std::vector<T> numbers = parse_items(type, list, path);
  log_list(path, type, numbers);
  std::vector<State::Axis>& axes = *state_->axes;
  auto axis = std::find_if(axes.begin(), axes.end(), [&](const State::Axis& a) { return a.path == path; });
  if (axis == axes.end()) axis = axes.insert(axes.end(), {path, numbers.size()});
  const T chosen = numbers.at(axis->index);
  axis->value = static_cast<double>(chosen);
  axis->was_met = true;
  return chosen;
}

template <class T>
std::vector<T> Reader::parse_list(const std::string& key, const ScalarType<T>& type) const {
  const auto expected = [&type] { return type.expected() + " or a list of at least one"; };
  const Value* value = lookup(key);
  if (value == nullptr) fail_missing(key, expected());
  if (value->kind == Value::Kind::scalar) return {parse_scalar(or_list(type), *value, path_of(key))};
  if (value->kind != Value::Kind::sequence || value->items.empty())
    fail_expected(*value, path_of(key), expected());
  return parse_items(type, *value, path_of(key));
}

template <class T>
void Reader::log_list(const std::string& path, const ScalarType<T>& type,
                      const std::vector<T>& values) const {
  std::string text;
  for (const T& value : values) text += (text.empty() ? "" : ",") + type.text(value);
  state_->log[path] = fmt::format("[{}]", text);
  if constexpr (std::is_arithmetic_v<T>) state_->number_lists[path].assign(values.begin(), values.end());
}

template <class T>
std::vector<T> Reader::read_list(const std::string& key, const ScalarType<T>& type) const {
  std::vector<T> values = parse_list(key, type);
  log_list(path_of(key), type, values);
  return values;
}

double Reader::number(const std::string& key, Range range, std::optional<double> fallback) const {
  return read(key, number_type(range), fallback);
}

long Reader::integer(const std::string& key, long min, long max, std::optional<long> fallback) const {
  return read(key, integer_type(min, max), fallback);
}

bool Reader::boolean(const std::string& key, std::optional<bool> fallback) const {
  return read(key, boolean_type(), fallback);
}

std::string Reader::text(const std::string& key, std::optional<std::string> fallback) const {
  return read(key, text_type(), fallback);
}

std::string Reader::choice(const std::string& key, const std::vector<std::string>& choices,
                           std::optional<std::string> fallback) const {
  return read(key, choice_type(choices), fallback);
}

std::vector<double> Reader::numbers(const std::string& key, Range range) const {
  return read_list(key, number_type(range));
}

std::vector<long> Reader::integers(const std::string& key, long min, long max) const {
  return read_list(key, integer_type(min, max));
}

std::vector<std::string> Reader::texts(const std::string& key) const {
  return read_list(key, text_type());
}

std::vector<std::string> Reader::texts_or_none(const std::string& key) const {
  const Value* value = lookup(key);
  const bool is_none = value == nullptr || (value->kind == Value::Kind::sequence && value->items.empty());
  return is_none ? std::vector<std::string>() : texts_unlogged(key);
}

std::vector<std::string> Reader::texts_unlogged(const std::string& key) const {
  return parse_list(key, text_type());
}

void Reader::log_texts(const std::string& key, const std::vector<std::string>& texts) const {
  log_list(path_of(key), text_type(), texts);
}

Reader Reader::map(const std::string& key) const {
  return Reader(require(key, "a map"), path_of(key), state_);
}

Reader Reader::map_or_empty(const std::string& key) const {
  static const Value empty = [] {
    Value value;
    value.kind = Value::Kind::map;
    return value;
  }();
  return lookup(key) == nullptr ? Reader(empty, path_of(key), state_) : map(key);
}

std::optional<Reader> Reader::optional_map(const std::string& key) const {
  const Value* value = lookup(key);
  if (value == nullptr || value->kind == Value::Kind::null) return std::nullopt;
  return Reader(*value, path_of(key), state_);
}

std::vector<std::pair<std::string, Reader>> Reader::maps(const std::string& key) const {
  const std::string expected = "a map of at least one map";
  const Value& outer = require(key, expected);
  if (outer.kind != Value::Kind::map || outer.entries.empty()) fail_expected(outer, path_of(key), expected);
  State::Use& use = state_->uses[&outer];
  std::vector<std::pair<std::string, Reader>> readers;
  for (const auto& [name, value] : outer.entries) {  // not by map(name), which would search for every name
    use.asked.insert(name);
    use.read.insert(name);
    readers.emplace_back(name, Reader(value, join_path(path_of(key), name), state_));
  }
  return readers;
}

std::vector<Reader> Reader::map_list(const std::string& key) const {
  const std::string expected = "a list of at least one map";
  const Value& list = require(key, expected);
  if (list.kind != Value::Kind::sequence || list.items.empty()) fail_expected(list, path_of(key), expected);
  std::vector<Reader> readers;
  for (std::size_t i = 0; i < list.items.size(); ++i)
    readers.push_back(Reader(list.items[i], fmt::format("{}[{}]", path_of(key), i), state_));
  return readers;
}

std::vector<double> Reader::each_number(const std::string& key, Range range) const {
  const std::string expected = "a list of numbers";
  const Value& list = require(key, expected);
  if (list.kind != Value::Kind::sequence || list.items.empty()) fail_expected(list, path_of(key), expected);
  std::vector<double> numbers;
  for (std::size_t i = 0; i < list.items.size(); ++i)
    numbers.push_back(read_value(list.items[i], fmt::format("{}[{}]", path_of(key), i), number_type(range)));
  return numbers;
}

const Value& Reader::raw(const std::string& key) const {
  const Value& value = require(key, "a value");
  state_->uses[value_].read_entirely.insert(key);
  return value;
}

std::vector<std::string> Reader::keys() const {
  std::vector<std::string> names;
  for (const auto& [name, value] : value_->entries) names.push_back(name);
  return names;
}

void Reader::finish() const {
  check_all_read(*value_, path_);
}

void Reader::check_all_read(const Value& map, const std::string& path) const {
  const State::Use& use = state_->uses[&map];
  for (const auto& [key, value] : map.entries) {
    const std::string key_path = join_path(path, key);
    if (!use.read.contains(key)) {
      const bool only_asked = use.asked.contains(key);  // has() said yes, and it was not read
      const std::vector<std::string> known(use.asked.begin(), use.asked.end());
      fail_at(value.key_mark, with_path(key_path, only_asked ? "not used here"
                                                             : "unknown key" + base::suggestion(key, known)));
    }
    if (use.read_entirely.contains(key)) continue;
    if (value.kind == Value::Kind::map) check_all_read(value, key_path);
    for (std::size_t i = 0; i < value.items.size(); ++i)
      if (value.items[i].kind == Value::Kind::map)
        check_all_read(value.items[i], fmt::format("{}[{}]", key_path, i));
  }
}

const std::string& Reader::path() const {
  return path_;
}

void Reader::note_version(const std::string& part, int version) const {
  state_->versions[path_][part] = version;
}

void Reader::note_file(const std::string& key, std::shared_ptr<const std::string> content) const {
  state_->files[path_of(key)] = std::move(content);
}

void Reader::note_named(const std::string& key, const std::vector<std::filesystem::path>& paths) const {
  state_->named_files[path_of(key)] = paths;
}

const ReadNotes& Reader::noted() const {
  return *state_;
}

const ReadLog& Reader::log() const {
  return state_->log;
}

// each_choice: which number of each list is taken next.

void Reader::begin_choices() const {
  if (state_->axes) throw std::logic_error("each_choice within each_choice");
  state_->axes.emplace();
}

Reader::Choices Reader::choices() const {
  Choices result;
  const std::size_t prefix = path_.empty() ? 0 : path_.size() + 1;
  for (const State::Axis& axis : *state_->axes) {
    if (axis.was_met) result.emplace_back(axis.path.substr(prefix), axis.value);
  }
  return result;
}

bool Reader::next_choice() const {
  std::vector<State::Axis>& axes = *state_->axes;
  std::erase_if(axes, [](State::Axis& axis) { return !std::exchange(axis.was_met, false); });
  for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis) {
    if (++axis->index < axis->size) return true;
    axis->index = 0;
  }
  return false;
}

void Reader::end_choices() const {
  state_->axes.reset();
}

}  // namespace preimage::suite::config
