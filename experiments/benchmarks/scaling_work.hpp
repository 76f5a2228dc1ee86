// The pieces of work of `bench scaling` and `bench ridge-scale`: what they read, who does them, our own side
// of each, and how they are measured.
#pragma once

#include <armadillo>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <set>
#include <string>
#include <vector>

#include "experiments/benchmarks/scaling_lines.hpp"

namespace preimage::experiments::benchmarks {

/// Who does a piece of work.
struct ScalingContender {
  std::string name;
  std::string script;  // of peers/; "" of our own side
  std::string module;  // of Python, that the script needs
  /// What its largest arrays take, roughly: it is not begun where that is not there. May be empty.
  std::function<double(double n)> bytes = {};
};

/// One piece of work at several sizes. All contenders read the same files and have to agree.
struct ScalingWork {
  std::string name;   // of our own side, as own_scaling_work knows it
  std::string title;  // one line on what is computed
  std::string size;   // what n is
  std::vector<long> n;
  double tolerance = 0.0;  // of answers, relative to the largest of their row
  std::function<void(long n, const std::filesystem::path& folder)> write_inputs;
  std::vector<ScalingContender> contenders;  // ours, then the peers
};

struct ScalingOutcome {
  ScalingLines lines;
  std::set<std::string> software;  // of the peers
  bool agree = true;
};

/// The work at all its sizes, each contender in a process of its own; prints the table, or that answers
/// differ.
/// throws  DataError where a contender fails
ScalingOutcome run_scaling_work(const ScalingWork& work, std::ostream& out);

/// train.npy, test.npy, targets.npy and settings.npy, as contenders of a regression read them.
void write_regression(const std::filesystem::path& folder, const arma::mat& train, const arma::mat& test,
                      const arma::mat& targets, const arma::rowvec& settings);

/// What is drawn into one plot.
struct ScalingPanel {
  std::string title;
  std::vector<ScalingWork> works;
};

/// 250, 500, ... 32,000, 60,000: as far as `largest`.
std::vector<long> doubled_sizes(long largest);

/// Kernel ridge regression of Fashion-MNIST, or of rows drawn where it is not found: exactly, and on
/// landmarks. What was taken is said in `out`.
ScalingPanel vector_scaling(const std::vector<long>& n, std::ostream& out);
/// Two Gram matrices of drawn strings, by their length: of the first so many of 50, 100, ... 3,200 symbols.
ScalingPanel string_scaling(std::size_t sizes);

/// Our own side of the work of this name, on the files that its write_inputs wrote: a function that computes
/// the answers, its inputs read.
/// throws  std::invalid_argument for a name that is none; DataError
std::function<arma::mat()> own_scaling_work(const std::string& name, const std::filesystem::path& folder);

/// Those of each panel; nothing for a name that is none of its.
std::function<arma::mat()> own_vector_work(const std::string& name, const std::filesystem::path& folder);
std::function<arma::mat()> own_string_work(const std::string& name, const std::filesystem::path& folder);

}  // namespace preimage::experiments::benchmarks
