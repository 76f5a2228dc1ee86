#include "suite/config/loops.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "preimage/base/nearest_name.hpp"
#include "preimage/base/text.hpp"

namespace preimage::suite::config {

namespace {

constexpr const char* kFor = "for";

/// What braces may hold: "k", and "k.field" of values that are maps.
using Scope = std::map<std::string, const Value*>;

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool is_variable_name(const std::string& text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) == 0 &&
         std::all_of(text.begin(), text.end(), is_name_character);
}

/// "k" or "k.field"
bool is_reference(const std::string& text) {
  const std::size_t dot = text.find('.');
  if (dot == std::string::npos) return is_variable_name(text);
  const std::string field = text.substr(dot + 1);
  return is_variable_name(text.substr(0, dot)) && !field.empty() &&
         std::all_of(field.begin(), field.end(), is_name_character);
}

/// The text in the braces that open at `at`, where it may be a variable.
std::optional<std::string> reference_at(const std::string& text, std::size_t at) {
  if (text[at] != '{') return std::nullopt;
  const std::size_t end = text.find_first_of("{}", at + 1);
  if (end == std::string::npos || text[end] != '}') return std::nullopt;
  std::string reference = text.substr(at + 1, end - at - 1);
  if (!is_reference(reference)) return std::nullopt;
  return reference;
}

/// The variable that is all that the value says: the text "{k}", or the map {k: nothing}.
std::optional<std::string> sole_reference(const Value& value) {
  if (value.kind == Value::Kind::map) {
    const bool is_sole = value.entries.size() == 1 && value.entries.front().second.kind == Value::Kind::null;
    if (is_sole && is_reference(value.entries.front().first)) return value.entries.front().first;
  }
  if (value.kind != Value::Kind::scalar || value.scalar.empty()) return std::nullopt;
  const std::optional<std::string> reference = reference_at(value.scalar, 0);
  return reference && reference->size() + 2 == value.scalar.size() ? reference : std::nullopt;
}

/// The place of an entry, for messages.
struct Where {
  const Mark& mark;
  const std::string& path;
  [[noreturn]] void fail(const std::string& message) const {
    fail_at(mark, base::name_excerpt(path) + ": " + message);
  }
};

const Value& look_up(const std::string& reference, const Scope& scope, const Where& where) {
  const auto found = scope.find(reference);
  if (found != scope.end()) return *found->second;
  std::vector<std::string> known;
  for (const auto& [name, value] : scope) known.push_back(name);
  where.fail(fmt::format("unknown {{{}}}{}", reference, base::suggestion(reference, known)));
}

std::string path_below(const std::string& path, const std::string& key) {
  return path.empty() ? key : path + "." + key;
}

class Expansion {
 public:
  /// path   of the value, as it is written
  /// depth  lists and maps around it
  Value expand(const Value& value, const Scope& scope, const std::string& path, int depth) {
    if (!scope.empty()) {
      if (const auto reference = sole_reference(value))
        return at_place_of(value, *reference, scope, path, depth);
    }
    Value result;
    result.kind = value.kind;
    result.mark = value.mark;
    result.key_mark = value.key_mark;
    result.quoted = value.quoted;
    const Where where{value.mark, path};
    count(where);
    if (value.kind == Value::Kind::scalar) result.scalar = replaced(value.scalar, scope, where);
    const bool nests = value.kind == Value::Kind::map || value.kind == Value::Kind::sequence;
    if (nests && depth >= kMaxDepth)
      where.fail(fmt::format("lists and maps nested deeper than {} levels", kMaxDepth));
    for (const Value& item : value.items) result.items.push_back(expand(item, scope, path, depth + 1));
    if (value.kind == Value::Kind::map) expand_entries(value, scope, path, depth + 1, result);
    return result;
  }

 private:
  using Keys = std::map<std::string, Mark>;

  /// The variable's value, with the marks of `place`.
  Value at_place_of(const Value& place, const std::string& reference, const Scope& scope,
                    const std::string& path, int depth) {
    Value result = expand(look_up(reference, scope, {place.mark, path}), {}, path, depth);
    result.mark = place.mark;
    result.key_mark = place.key_mark;
    return result;
  }

  void expand_entries(const Value& map, const Scope& scope, const std::string& path, int depth,
                      Value& result) {
    Keys keys;
    for (const auto& [key, value] : map.entries) {
      const std::string below = path_below(path, key);
      if (value.find(kFor) == nullptr) {
        add_entry(key, value, scope, below, depth, keys, result);
      } else {
        expand_loop(key, value, scope, below, depth, keys, result);
      }
    }
  }

  void add_entry(const std::string& key, const Value& value, const Scope& scope, const std::string& path,
                 int depth, Keys& keys, Value& result) {
    const Where where{value.key_mark, path};
    std::string name = replaced(key, scope, where);
    if (!is_key(name) || name.empty() || name == "<<")
      where.fail(fmt::format("expected a key of one line and at most {} bytes, found {}", kMaxKeyBytes,
                             base::excerpt(name)));
    const auto [known, is_new] = keys.emplace(name, value.key_mark);
    if (!is_new) {
      where.fail(fmt::format("makes a second {} beside that of {}; each needs a name of its own",
                             base::excerpt(name), known->second.text()));
    }
    if (keys.size() > kMaxKeys) where.fail(fmt::format("more than {} keys in one map", kMaxKeys));
    result.entries.emplace_back(std::move(name), expand(value, scope, path, depth));
  }

  void expand_loop(const std::string& key, const Value& entry, const Scope& scope, const std::string& path,
                   int depth, Keys& keys, Value& result) {
    Value body = entry;
    std::erase_if(body.entries, [](const auto& one) { return one.first == kFor; });
    const Value lists = expand(*entry.find(kFor), scope, path + "." + kFor, depth + 1);
    require_lists(lists, scope, path + "." + kFor);
    std::vector<std::size_t> chosen(lists.entries.size());  // of each list
    do {
      Scope inner = scope;
      for (std::size_t i = 0; i < chosen.size(); ++i) {
        const auto& [name, list] = lists.entries[i];
        const Value& value = list.items[chosen[i]];
        inner[name] = &value;
        for (const auto& [field, below] : value.entries) inner[name + "." + field] = &below;
      }
      add_entry(key, body, inner, path, depth, keys, result);
    } while (next(lists, chosen));
  }

  /// The next combination. false where all were
  static bool next(const Value& lists, std::vector<std::size_t>& chosen) {
    for (std::size_t i = chosen.size(); i-- > 0;) {
      if (++chosen[i] < lists.entries[i].second.items.size()) return true;
      chosen[i] = 0;
    }
    return false;
  }

  static void require_lists(const Value& lists, const Scope& scope, const std::string& path) {
    if (lists.kind != Value::Kind::map || lists.entries.empty()) {
      Where{lists.mark, path}.fail("expected a map of lists like {k: [1, 3, 5]}, found " + describe(lists));
    }
    std::size_t combinations = 1;
    for (const auto& [name, list] : lists.entries) {
      const std::string below = path_below(path, name);
      const Where where{list.key_mark, below};
      if (!is_variable_name(name)) where.fail("expected a name of letters, digits and _");
      if (scope.contains(name)) where.fail("a `for` around it has a variable of this name");
      if (list.kind != Value::Kind::sequence || list.items.empty()) {
        Where{list.mark, below}.fail("expected a list of at least one value, found " + describe(list));
      }
      combinations *= list.items.size();
      if (combinations > kMaxLoopEntries)
        where.fail(fmt::format("the entry makes more than {} entries", kMaxLoopEntries));
    }
  }

  /// The text with each variable replaced.
  std::string replaced(const std::string& text, const Scope& scope, const Where& where) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
      const std::optional<std::string> reference = scope.empty() ? std::nullopt : reference_at(text, at);
      if (!reference) {
        result += text[at++];
        continue;
      }
      const Value& value = look_up(*reference, scope, where);
      if (value.kind != Value::Kind::scalar) {
        where.fail(fmt::format("{{{}}} is {}: inside a text only a number or a text is allowed", *reference,
                               describe(value)));
      }
      result += value.scalar;
      at += reference->size() + 2;
      check_bytes(result.size(), where);
    }
    bytes_ += result.size();
    check_bytes(0, where);
    return result;
  }

  void check_bytes(std::size_t more, const Where& where) const {
    if (bytes_ + more > kMaxLoopBytes)
      where.fail(fmt::format("`for` makes more than {} bytes of text", kMaxLoopBytes));
  }

  void count(const Where& where) {
    if (++values_ > kMaxNodes) where.fail(fmt::format("`for` makes more than {} values", kMaxNodes));
  }

  std::size_t values_ = 0, bytes_ = 0;
};

bool has_loop(const Value& value) {
  const auto is_loop = [](const auto& entry) {
    return entry.second.find(kFor) != nullptr || has_loop(entry.second);
  };
  return std::any_of(value.entries.begin(), value.entries.end(), is_loop) ||
         std::any_of(value.items.begin(), value.items.end(), has_loop);
}

}  // namespace

Value expand_loops(const Value& root) {
  return has_loop(root) ? Expansion().expand(root, {}, "", 0) : root;
}

}  // namespace preimage::suite::config
