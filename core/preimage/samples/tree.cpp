#include "preimage/samples/tree.hpp"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/text.hpp"
#include "preimage/samples/cursor.hpp"

namespace preimage::samples {

namespace {

constexpr std::string_view kBlanks = " \t\r\n", kEnds = " \t\r\n()", kNoLabel = " \t\r\n()\"";

void skip_blanks(Cursor& text) {
  while (text.is_at_any(kBlanks)) text.skip(1);
}

/// With all that is found in its place.
[[noreturn]] void fail_expected(const Cursor& text, const char* what) {
  Cursor::fail_at(
      text.position(),
      fmt::format("expected {}, found {}", what,
                  text.is_at_end() ? "the end" : base::excerpt(text.ahead(std::string_view::npos))));
}

std::string read_label(Cursor& text) {
  const std::size_t begin = text.position();
  std::string label;
  if (text.take('"')) {
    label = text.take_quoted();
    if (label.empty()) Cursor::fail_at(begin, "the label is empty");
  } else {
    for (; !text.is_at_end() && !text.is_at_any(kNoLabel); text.skip(1)) label += text.here();
    if (label.empty()) fail_expected(text, "a label");
  }
  if (!text.is_at_end() && !text.is_at_any(kEnds))
    fail_expected(text, "a blank or a bracket behind the label");
  return label;
}

/// A node whose bracket is not closed yet.
struct OpenNode {
  std::size_t place = 0;  // of the bracket
  std::string label;
  std::vector<std::size_t> children = {};
};

/// Puts the node behind all others of the tree, and under the innermost of the open ones.
void close(OpenNode node, Tree& tree, std::vector<OpenNode>& open) {
  if (!open.empty()) open.back().children.push_back(tree.size());
  tree.labels.push_back(std::move(node.label));
  tree.children.push_back(std::move(node.children));
}

std::string label_text(const std::string& label) {
  return label.find_first_of(kNoLabel) == std::string::npos ? label : quoted_label(label);
}

}  // namespace

Tree parse_tree(std::string_view text) {
  Tree tree;
  std::vector<OpenNode> open;
  Cursor cursor(text);
  for (skip_blanks(cursor); !cursor.is_at_end(); skip_blanks(cursor)) {
    const std::size_t place = cursor.position();
    if (open.empty() && tree.size() > 0) fail_expected(cursor, "the end behind the tree");
    if (cursor.take('(')) {
      skip_blanks(cursor);
      open.push_back({place, read_label(cursor)});
    } else if (open.empty()) {
      break;
    } else if (cursor.take(')')) {
      OpenNode node = std::move(open.back());
      open.pop_back();
      close(std::move(node), tree, open);
    } else {
      close({place, read_label(cursor)}, tree, open);
    }
  }
  if (!open.empty()) Cursor::fail_at(open.back().place, "'(' is never closed");
  if (tree.size() == 0) fail_expected(cursor, "'('");
  return tree;
}

std::string text_of(const Tree& tree) {
  constexpr std::size_t kBracket = std::numeric_limits<std::size_t>::max();
  const std::size_t root = tree.size() - 1;
  std::string text;
  std::vector<std::size_t> rest = {
      root};  // nodes and closing brackets that are not written yet, the next one last
  while (!rest.empty()) {
    const std::size_t node = rest.back();
    rest.pop_back();
    if (node == kBracket) {
      text += ')';
      continue;
    }
    if (node != root) text += ' ';
    const bool is_alone = tree.is_leaf(node) && node != root;
    text += (is_alone ? "" : "(") + label_text(tree.labels[node]);
    if (is_alone) continue;
    rest.push_back(kBracket);
    rest.insert(rest.end(), tree.children[node].rbegin(), tree.children[node].rend());
  }
  return text;
}

}  // namespace preimage::samples
