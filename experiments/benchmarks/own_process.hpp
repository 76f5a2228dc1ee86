// Work that a benchmark measures in a process of its own, ours or a peer's, so that one measurement hides
// nothing of the next.
#pragma once

#include <armadillo>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace preimage::experiments::benchmarks {

struct Measured {
  double seconds = 0.0;   // of CPU, a median
  double peak_mib = 0.0;  // resident, of the process; inputs, libraries and interpreter included
  std::string software;   // of a peer, in words
  arma::mat answers;
};

/// In the child: runs the work once, and where that took less than a second three times more, of which the
/// median counts.
/// Writes its answers to FOLDER/answers.npy and prints "seconds S" and "peak_kib N".
void measure_here(const std::filesystem::path& folder, const std::function<arma::mat()>& work);

/// In the parent: `preimage-bench WORDS...`, which ends in measure_here.
/// throws  DataError where it fails or prints no measurement
Measured measured_own(const std::vector<std::string>& words, const std::filesystem::path& folder);
/// peers/<script> FOLDER, which does the same in Python (peers/measured.py).
Measured measured_peer(const std::string& script, const std::filesystem::path& folder);

/// A matrix that lies in FOLDER/<name>.npy.
arma::mat read_input(const std::filesystem::path& folder, const std::string& name);

}  // namespace preimage::experiments::benchmarks
