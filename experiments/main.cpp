#include "experiments/experiment_table.hpp"
#include "suite/cli/driver.hpp"

int main(int argc, char** argv) {
  return preimage::suite::cli::run(argc, argv, preimage::experiments::experiment_table());
}
