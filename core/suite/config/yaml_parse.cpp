// From yaml-cpp's events to a Value. The events, not YAML::Node: they show every alias, tag and second
// document with its position, and a limit stops the parser where it is exceeded, before anything is built.
#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include "preimage/base/file.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/value.hpp"

namespace preimage::suite::config {

namespace {

/// The i-th child of a list or map.
const Value& child(const Value& value, std::size_t i) {
  return value.kind == Value::Kind::map ? value.entries[i].second : value.items[i];
}

std::size_t child_count(const Value& value) {
  return value.kind == Value::Kind::map ? value.entries.size() : value.items.size();
}

/// Builds the tree in place: the open lists and maps are each the last child of the one before, so that
/// pointers to them stay valid while only the innermost grows.
class TreeBuilder final : public YAML::EventHandler {
 public:
  TreeBuilder(const std::string& text, Mark origin) : text_(text), origin_(std::move(origin)) {}

  Value take() { return std::move(root_); }
  Mark mark_of(const YAML::Mark& mark) const {
    if (origin_.line == 0 || mark.is_null()) return {origin_.source, 0, 0};
    return {origin_.source, mark.line + 1, mark.column + 1};
  }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ > 1) fail(mark, "expected one document, found another one behind it");
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    Value& value = begin_value(mark, "?", anchor);
    // yaml-cpp gives the position of whatever comes next, which may be the next key.
    if (!open_.empty() && open_.back().value->kind == Value::Kind::map) value.mark = value.key_mark;
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& text) override {
    if (base::find_unshowable(text)) fail(mark, "an escape in a quoted text is a control character");
    const bool quoted = tag == "!";  // how yaml-cpp marks what is not plain
    if (quoted) require_closed(mark);
    if (awaits_key()) return add_key(mark, quoted ? "?" : tag, anchor, text);
    Value& value = begin_value(mark, quoted ? "?" : tag, anchor);
    value.kind = Value::Kind::scalar;
    value.scalar = text;
    value.quoted = quoted;
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    open(mark, tag, anchor, Value::Kind::sequence);
  }
  void OnSequenceEnd() override { open_.pop_back(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    open(mark, tag, anchor, Value::Kind::map);
  }
  void OnMapEnd() override { open_.pop_back(); }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;

 private:
  struct Open {
    Value* value;
    bool awaits_key;
    std::map<std::string, Mark> keys;
  };

  [[noreturn]] void fail(const YAML::Mark& mark, const std::string& message) const {
    fail_at(mark_of(mark), message);
  }
  bool awaits_key() const { return !open_.empty() && open_.back().awaits_key; }
  void refuse_tag(const YAML::Mark& mark, const std::string& tag) const;
  void require_closed(const YAML::Mark& mark) const;
  void count_values(const YAML::Mark& mark, std::size_t more);
  void check_depth(const YAML::Mark& mark, std::size_t more) const;
  void add_key(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, const std::string& key);
  Value& next_value();
  Value& begin_value(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor);
  void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, Value::Kind kind);

  const std::string& text_;
  Mark origin_;
  Value root_;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, std::vector<std::size_t>> anchors_;  // child indices from the root
  std::size_t values_ = 0;
  std::size_t aliases_ = 0;
  int documents_ = 0;
};

void TreeBuilder::refuse_tag(const YAML::Mark& mark, const std::string& tag) const {
  // yaml-cpp forgets a tag without content at the end of the text, and reads `! x` as quoted.
  const auto position = static_cast<std::size_t>(mark.pos);
  const bool written = position < text_.size() && text_[position] == '!';
  if (written || tag != "?") fail(mark, "tags (!!float, !name) are not allowed: types come from the reader");
}

void TreeBuilder::require_closed(const YAML::Mark& mark) const {
  // yaml-cpp takes all that follows an open quote for its text, up to the end.
  auto at = static_cast<std::size_t>(mark.pos);
  const char quote = at < text_.size() ? text_[at] : ' ';
  if (quote != '"' && quote != '\'') return;  // a block of lines
  for (++at; at < text_.size(); ++at) {
    const bool doubled = quote == '\'' && text_.compare(at, 2, "''") == 0;  // how it is written itself
    if (doubled || (quote == '"' && text_[at] == '\\')) {
      ++at;
    } else if (text_[at] == quote) {
      return;
    }
  }
  fail(mark, fmt::format("the quote {} is never closed", quote));
}

void TreeBuilder::count_values(const YAML::Mark& mark, std::size_t more) {
  values_ += more;
  if (values_ > kMaxNodes) fail(mark, fmt::format("more than {} values, aliases expanded", kMaxNodes));
}

void TreeBuilder::check_depth(const YAML::Mark& mark, std::size_t more) const {
  if (open_.size() + more > static_cast<std::size_t>(kMaxDepth))
    fail(mark, fmt::format("lists and maps nested deeper than {} levels", kMaxDepth));
}

void TreeBuilder::add_key(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                          const std::string& key) {
  refuse_tag(mark, tag);
  if (anchor != 0) fail(mark, fmt::format("expected a key without an anchor, found {}", base::excerpt(key)));
  if (key.empty()) fail(mark, "expected a key, found an empty text");
  if (!is_key(key))
    fail(mark, fmt::format("expected a key of one line and at most {} bytes, found {}", kMaxKeyBytes,
                           base::excerpt(key)));
  if (key == "<<") fail(mark, "merge keys (<<) are not allowed: write the keys out, or alias whole values");
  const auto [known, is_new] = open_.back().keys.emplace(key, mark_of(mark));
  if (!is_new) {
    fail(mark, fmt::format("duplicate key {}, first given at {}", base::excerpt(key), known->second.text()));
  }
  if (open_.back().keys.size() > kMaxKeys) fail(mark, fmt::format("more than {} keys in one map", kMaxKeys));
  Value value;
  value.key_mark = mark_of(mark);
  open_.back().value->entries.emplace_back(key, std::move(value));
  open_.back().awaits_key = false;
}

/// The place of the next value: the root, the next item, or the entry whose key was just read.
Value& TreeBuilder::next_value() {
  if (open_.empty()) return root_;
  Open& parent = open_.back();
  if (parent.value->kind == Value::Kind::sequence) return parent.value->items.emplace_back();
  parent.awaits_key = true;
  return parent.value->entries.back().second;
}

Value& TreeBuilder::begin_value(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
  if (awaits_key()) fail(mark, "expected a plain key, found nothing");
  refuse_tag(mark, tag);
  count_values(mark, 1);
  Value& value = next_value();
  value.mark = mark_of(mark);
  if (anchor != 0) {
    std::vector<std::size_t>& path = anchors_[anchor];
    for (const Open& parent : open_) path.push_back(child_count(*parent.value) - 1);
  }
  return value;
}

void TreeBuilder::open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       Value::Kind kind) {
  // yaml-cpp also takes a bracket that is still open at the end of the text for a key.
  if (awaits_key()) fail(mark, "expected a plain key, found a list or map (is a bracket never closed?)");
  check_depth(mark, 1);
  Value& value = begin_value(mark, tag, anchor);
  value.kind = kind;
  open_.push_back({&value, kind == Value::Kind::map, {}});
}

void TreeBuilder::OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) {
  if (awaits_key()) fail(mark, "expected a plain key, found an alias");
  if (++aliases_ > kMaxAliases) fail(mark, fmt::format("more than {} aliases", kMaxAliases));
  Value& value = next_value();  // first, because it may move what `target` points to
  const Value* target = &root_;
  for (const std::size_t i : anchors_.at(anchor)) target = &child(*target, i);
  for (const Open& parent : open_) {
    if (parent.value == target) fail(mark, "recursive alias: its value contains it");
  }
  const Extent extent = extent_of(*target);
  check_depth(mark, extent.depth);
  count_values(mark, extent.values);
  Mark key_mark = std::move(value.key_mark);
  value = *target;
  value.key_mark = std::move(key_mark);
}

Mark mark_of_offset(const std::string& text, std::size_t offset, const Mark& origin) {
  if (origin.line == 0) return origin;
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(offset);
  const auto lines = std::count(text.begin(), end, '\n');
  const std::size_t line_start = lines > 0 ? text.rfind('\n', offset - 1) + 1 : 0;
  return {origin.source, static_cast<int>(lines) + 1, static_cast<int>(offset - line_start) + 1};
}

/// `origin` is where the text begins: its source, and line 0 where positions in it mean nothing.
Value parse(std::string text, const Mark& origin) {
  if (text.size() > kMaxBytes) {
    fail_at(origin, fmt::format("larger than the limit of {} bytes", kMaxBytes));
  }
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);  // so that yaml-cpp's offsets are ours
  if (const auto bad = base::find_unshowable(text))
    fail_at(mark_of_offset(text, bad->offset, origin), bad->what);
  TreeBuilder builder(text, origin);
  std::istringstream stream(text);
  try {
    YAML::Parser parser(stream);
    if (parser.HandleNextDocument(builder)) parser.HandleNextDocument(builder);  // the second one throws
  } catch (const YAML::Exception& error) {
    fail_at(builder.mark_of(error.mark), "not valid YAML: " + base::name_excerpt(error.msg));
  }
  return builder.take();
}

}  // namespace

Value parse_yaml(const std::string& text, const std::string& source) {
  const Mark origin{source, 1, 1};
  Value root = parse(text, origin);
  if (root.kind != Value::Kind::map) {
    fail_at(root.kind == Value::Kind::null ? origin : root.mark,
            fmt::format("expected a map of keys, found {}", describe(root)));
  }
  return root;
}

Value load_yaml(const std::filesystem::path& path) {
  return parse_yaml(base::read_file(path, kMaxBytes), path.string());
}

namespace {

/// "0.25", "1e-3": what YAML takes for itself, for which sweeps need no parser a hundred thousand times.
bool is_plain_number(const std::string& text) {
  constexpr std::size_t kMaxDigits = 32;
  return !text.empty() && text.size() <= kMaxDigits &&
         text.find_first_not_of("0123456789.e-") == std::string::npos && text.front() >= '0' &&
         text.front() <= '9';
}

}  // namespace

Value parse_value(const std::string& text, const std::string& source) {
  if (is_plain_number(text)) {
    Value number;
    number.kind = Value::Kind::scalar;
    number.scalar = text;
    number.mark = {source, 0, 0};
    return number;
  }
  Value value = parse(text, Mark{source, 0, 0});
  if (value.mark.source.empty()) value.mark.source = source;  // an empty text has no events
  return value;
}

}  // namespace preimage::suite::config
