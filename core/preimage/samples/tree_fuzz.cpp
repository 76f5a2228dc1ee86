// Trees in brackets: what is read is written, and read again as the same tree.
#include <stdexcept>
#include <string_view>

#include "preimage/samples/tree.hpp"
#include "testing/fuzz_target.hpp"

namespace samples = preimage::samples;
using preimage::testing::require;

namespace {

void read_input(std::string_view input) {
  samples::Tree tree;
  try {
    tree = samples::parse_tree(input);
  } catch (const std::invalid_argument& refusal) {
    preimage::testing::require_readable(refusal.what());
    return;
  }
  require(tree.size() > 0 && tree.children.size() == tree.size(),
          "a tree has a node, and each node its children");
  std::size_t below = 0;
  for (std::size_t node = 0; node < tree.size(); ++node) {
    for (const std::size_t child : tree.children[node])
      require(child < node, "children come before their parent");
    below += tree.children[node].size();
  }
  require(below + 1 == tree.size(), "each node but the root is a child");
  const std::string text = samples::text_of(tree);
  require(text.size() <= 2 * input.size() + 2, "the text of a tree is short");
  require(samples::parse_tree(text) == tree, "the text of a tree is that of the tree");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
