#include "preimage/losses/tree_losses.hpp"
#include "suite/registry/loss_table.hpp"

namespace preimage::suite::registry {

void add_trees(LossTable& table) {
  const char* const outputs = "trees in brackets";
  table.add(outputs, "1 where the tree is not the true one, else 0", losses::tree_error_loss());
  table.add(outputs, "the fewest nodes to insert, delete and relabel between the trees",
            losses::tree_edit_distance_loss());
  table.add(outputs, "1 - F1 of the labelled brackets of the trees", losses::bracket_error_loss());
}

}  // namespace preimage::suite::registry
