#include <memory>

#include "preimage/kernels/parsed_kernel.hpp"
#include "preimage/kernels/tree_kernels.hpp"
#include "suite/registry/kernel_table.hpp"
#include "suite/registry/parameter.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Number kDecay{
    "decay", {config::kPositive.min, 1.0}, "lambda, per node with children of what is counted"};

template <class TreeKernel>
kernels::KernelPtr<kernels::Strings> make(const config::Reader& reader) {
  return std::make_unique<kernels::ParsedKernel<samples::Tree>>(
      std::make_shared<const TreeKernel>(kDecay.read(reader)), samples::parse_tree);
}

}  // namespace

void add_trees(KernelTable& table) {
  const auto add = [&](const std::string& name, const char* summary, auto* make) {
    table.rows<kernels::Strings>().push_back({name, 1, summary, facts_of(kDecay),
                                              "{name: " + name + ", decay: 0.5}", make, false,
                                              "trees in brackets"});
  };
  add("subset_tree", "common fragments of trees: nodes with all or none of their children",
      make<kernels::SubsetTreeKernel>);
  add("subtree", "common subtrees: nodes with all that is below them", make<kernels::SubtreeKernel>);
}

}  // namespace preimage::suite::registry
