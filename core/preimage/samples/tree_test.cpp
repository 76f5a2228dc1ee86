#include "preimage/samples/tree.hpp"

#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include "preimage/samples/testing_trees.hpp"
#include "testing/thrown_message.hpp"

using preimage::samples::parse_tree;
using preimage::samples::text_of;
using preimage::samples::Tree;

namespace {

std::string refusal(const std::string& text) {
  return preimage::testing::thrown_message<std::invalid_argument>([&] { parse_tree(text); });
}

/// The text of a tree by recursion, with all labels in brackets of their own.
std::string spelled_out(const Tree& tree, std::size_t node) {
  std::string text = "(\"" + tree.labels[node] + "\"";
  for (const std::size_t child : tree.children[node]) text += spelled_out(tree, child);
  return text + ")";
}

}  // namespace

TEST_CASE("the nodes of a tree are in postorder") {
  const Tree tree = parse_tree("(S (NP (D the) (N dog)) barks)");
  CHECK(tree.labels == std::vector<std::string>{"the", "D", "dog", "N", "NP", "barks", "S"});
  CHECK(tree.children == std::vector<std::vector<std::size_t>>{{}, {0}, {}, {2}, {1, 3}, {}, {4, 5}});
}

TEST_CASE("texts of one tree are one tree, and have one shortest text") {
  for (const char* text :
       {"(S (NP a) b)", " ( S(NP (a))(b)) ", "(S\t(NP\n\"a\")b\r\n)", "(\"S\"(\"NP\" a)(b))"}) {
    CAPTURE(text);
    CHECK(parse_tree(text) == parse_tree("(S (NP a) b)"));
    CHECK(text_of(parse_tree(text)) == "(S (NP a) b)");
  }
  CHECK(text_of(parse_tree("(a)")) == "(a)");
  CHECK(text_of(parse_tree(R"x((N "a (b)" "say \"\\\"" C:\x))x")) == R"x((N "a (b)" "say \"\\\"" C:\x))x");
  CHECK(parse_tree(R"x((N "say \"\\\""))x").labels[0] == R"(say "\")");
  CHECK(parse_tree("(a (b c))") != parse_tree("(a b c)"));
  for (const Tree& tree : preimage::testing::random_trees(50, 12, 3, 1)) {
    CHECK(parse_tree(text_of(tree)) == tree);
    CHECK(parse_tree(spelled_out(tree, tree.size() - 1)) == tree);
  }
}

TEST_CASE("a text that is no tree is refused with its position") {
  CHECK(refusal("") == "position 1: expected '(', found the end");
  CHECK(refusal("  ") == "position 3: expected '(', found the end");
  CHECK(refusal("dog") == "position 1: expected '(', found 'dog'");
  CHECK(refusal(")") == "position 1: expected '(', found ')'");
  CHECK(refusal("(S (NP a) ") == "position 1: '(' is never closed");
  CHECK(refusal("(S a (NP b") == "position 6: '(' is never closed");
  CHECK(refusal("()") == "position 2: expected a label, found ')'");
  CHECK(refusal("( (S a))") == "position 3: expected a label, found '(S a))'");
  CHECK(refusal("(S \"\")") == "position 4: the label is empty");
  CHECK(refusal("(S a) (S b)") == "position 7: expected the end behind the tree, found '(S b)'");
  CHECK(refusal("(S a))") == "position 6: expected the end behind the tree, found ')'");
  CHECK(refusal("(S a) b") == "position 7: expected the end behind the tree, found 'b'");
  CHECK(refusal("(S \"a)") == "position 4: the quoted label is never closed");
  CHECK(refusal(R"x((S "a\n"))x") == R"x(position 7: expected '"' or '\' behind '\', found 'n')x");
  CHECK(refusal("(S \"a\"b)") == "position 7: expected a blank or a bracket behind the label, found 'b)'");
  CHECK(refusal("(S a\"b\")") ==
        "position 5: expected a blank or a bracket behind the label, found '\"b\")'");
}

TEST_CASE("a tree may be as deep as its text is long") {
  const std::size_t depth = 200000;
  std::string text;
  for (std::size_t i = 0; i < depth; ++i) text += i == 0 ? "(a" : " (a";
  text += " b" + std::string(depth, ')');
  const Tree tree = parse_tree(text);
  CHECK(tree.size() == depth + 1);
  CHECK(text_of(tree) == text);
}
