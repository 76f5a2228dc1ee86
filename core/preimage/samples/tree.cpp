#include "preimage/samples/tree.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/text.hpp"

namespace preimage::samples {

namespace {

constexpr std::string_view kBlanks = " \t\r\n", kEnds = " \t\r\n()";

/// Reads a text from left to right.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::size_t place() const { return at_; }
  bool is_at_end() const { return at_ == text_.size(); }
  void skip_blanks() { at_ = std::min(text_.find_first_not_of(kBlanks, at_), text_.size()); }
  bool take(char c) {
    if (is_at_end() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  std::string label() {
    const std::size_t begin = at_;
    std::string label = take('"') ? quoted(begin) : bare();
    if (label.empty()) fail(begin, at_ > begin ? "the label is empty" : expected("a label"));
    if (!is_at_end() && kEnds.find(text_[at_]) == std::string_view::npos)
      fail(at_, expected("a blank or a bracket behind the label"));
    return label;
  }
  /// "expected '(', found 'NP)'"
  std::string expected(const char* what) const {
    return fmt::format("expected {}, found {}", what,
                       is_at_end() ? "the end" : base::excerpt(text_.substr(at_)));
  }
  [[noreturn]] static void fail(std::size_t place, const std::string& what) {
    throw std::invalid_argument(fmt::format("position {}: {}", place + 1, what));
  }

 private:
  std::string bare() {
    const std::size_t begin = at_;
    at_ = std::min(text_.find_first_of(" \t\r\n()\"", at_), text_.size());
    return std::string(text_.substr(begin, at_ - begin));
  }
  std::string quoted(std::size_t begin) {
    std::string label;
    while (!take('"')) {
      const bool is_escaped = take('\\');
      if (is_at_end()) fail(begin, "'\"' is never closed");
      if (is_escaped && text_[at_] != '"' && text_[at_] != '\\') fail(at_, expected(R"(\" or \\)"));
      label += text_[at_++];
    }
    return label;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

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
  if (label.find_first_of(" \t\r\n()\"") == std::string::npos) return label;
  std::string text = "\"";
  for (const char c : label) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + '"';
}

}  // namespace

Tree parse_tree(std::string_view text) {
  Tree tree;
  std::vector<OpenNode> open;
  Scanner scanner(text);
  for (scanner.skip_blanks(); !scanner.is_at_end(); scanner.skip_blanks()) {
    const std::size_t place = scanner.place();
    if (open.empty() && tree.size() > 0) Scanner::fail(place, scanner.expected("the end behind the tree"));
    if (scanner.take('(')) {
      scanner.skip_blanks();
      open.push_back({place, scanner.label()});
    } else if (open.empty()) {
      break;
    } else if (scanner.take(')')) {
      OpenNode node = std::move(open.back());
      open.pop_back();
      close(std::move(node), tree, open);
    } else {
      close({place, scanner.label()}, tree, open);
    }
  }
  if (!open.empty()) Scanner::fail(open.back().place, "'(' is never closed");
  if (tree.size() == 0) Scanner::fail(scanner.place(), scanner.expected("'('"));
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
