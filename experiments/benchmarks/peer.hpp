// Running the same work in other software (peers/), for benchmarks.
#pragma once

#include <armadillo>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace preimage::experiments::benchmarks {

/// Whether the system's Python has the module ("numpy", "sklearn"); a benchmark without its peer says so and
/// skips it.
bool has_python_module(const std::string& module);
/// "skipped: ... has no sklearn (Debian: python3-sklearn)"
std::string no_python_module_text(const std::string& module);

/// Runs peers/<script> FOLDER and hands every line that it prints to `on_line`.
/// throws  DataError where the script fails
void run_peer_script(const std::string& script, const std::filesystem::path& folder,
                     const std::function<void(const std::string& line)>& on_line);

/// A matrix that a peer wrote.
/// throws  DataError
arma::mat read_peer_matrix(const std::filesystem::path& csv);

/// max over rows of max_c |a_c - b_c| / max_c |b_c|; NaN where any is NaN, which max() would pass over, or
/// where the sizes differ.
double largest_relative_difference(const arma::mat& a, const arma::mat& b);

}  // namespace preimage::experiments::benchmarks
