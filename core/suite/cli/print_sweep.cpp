#include "suite/cli/print_sweep.hpp"

#include <iostream>

#include "suite/sweep/sweep_text.hpp"

namespace preimage::suite::cli {

void print_sweep(const sweep::WrittenSweep& written, bool quiet) {
  std::cout << written.text;
  for (const std::string& warning : sweep::edge_warnings(written.head, written.learners))
    std::cerr << "warning: " << warning << "\n";
  if (!quiet) std::cerr << "points, best and axes: " << written.folder.string() << "\n";
}

}  // namespace preimage::suite::cli
