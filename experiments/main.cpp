#include "experiments/experiment_table.hpp"
#include "experiments/own_data/draft.hpp"
#include "experiments/own_data/new_paper.hpp"
#include "suite/cli/driver.hpp"

int main(int argc, char** argv) {
  using namespace preimage;
  return suite::cli::run(argc, argv, experiments::experiment_table(),
                         {experiments::own_data::draft_config, experiments::own_data::draft_paper});
}
