#include "experiments/experiment_table.hpp"
#include "suite/cli/driver.hpp"
#include "suite/own_data/draft.hpp"
#include "suite/own_data/new_paper.hpp"

int main(int argc, char** argv) {
  using namespace preimage;
  return suite::cli::run(argc, argv, experiments::experiment_table(),
                         {suite::own_data::draft_config, suite::own_data::draft_paper});
}
