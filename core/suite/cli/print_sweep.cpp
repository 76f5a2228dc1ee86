#include "suite/cli/print_sweep.hpp"

#include <iostream>

namespace preimage::suite::cli {

void print_sweep(const sweep::WrittenSweep& written, bool quiet) {
  std::cout << written.text;
  if (!quiet) std::cerr << "points, best and axes: " << written.folder.string() << "\n";
}

}  // namespace preimage::suite::cli
