// YAML: a text that is accepted is a tree within the limits, of valid text, without a key twice.
#include <set>
#include <string>
#include <string_view>

#include "preimage/base/text.hpp"
#include "suite/config/loops.hpp"
#include "suite/config/value.hpp"
#include "testing/fuzz_target.hpp"

namespace base = preimage::base;
namespace config = preimage::suite::config;
using preimage::testing::require;

namespace {

struct Count {
  std::size_t values = 0;
};

void check_tree(const config::Value& value, std::size_t depth, Count& count) {
  require(++count.values <= config::kMaxNodes, "no more values than the limit");
  require(depth <= static_cast<std::size_t>(config::kMaxDepth), "no deeper than the limit");
  require(!base::find_unshowable(value.scalar), "a scalar is text");
  for (const config::Value& item : value.items) check_tree(item, depth + 1, count);
  std::set<std::string> keys;
  for (const auto& [key, entry] : value.entries) {
    require(keys.insert(key).second, "no key twice");
    require(key.size() <= config::kMaxKeyBytes && !base::find_unshowable(key), "a key is a short text");
    check_tree(entry, depth + 1, count);
  }
}

void read_input(std::string_view input) {
  const config::Value root = config::parse_yaml(std::string(input), "x.yaml");
  Count count;
  check_tree(root, 0, count);
  Count expanded;
  check_tree(config::expand_loops(root), 0, expanded);
  require(config::to_text(root).find('\n') == std::string::npos, "a tree's text is one line");
  require(!config::describe(root).empty(), "every value can be described");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
