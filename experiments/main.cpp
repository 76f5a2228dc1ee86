#include "experiments/driver.hpp"

int main(int argc, char** argv) {
  return preimage::experiments::run_driver(argc, argv);
}
