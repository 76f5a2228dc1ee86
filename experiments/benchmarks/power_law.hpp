// How a cost grows: y = factor n^exponent, fitted to measurements.
#pragma once

#include <string>
#include <vector>

namespace preimage::experiments::benchmarks {

struct PowerLaw {
  double exponent = 0.0, factor = 0.0;
  double from = 0.0, to = 0.0;  // the smallest and the largest n that it was fitted to
  /// "n^1.94"
  std::string growth() const;
  /// "n^1.94 over 1000 to 8000"
  std::string text() const;
};

/// Least squares of log y on log n over the upper half of the sizes (of k sizes the last k / 2, rounded up,
/// and at least two):
/// what is small is mostly start-up.
/// n  ascending;  y  as many
/// throws  std::invalid_argument unless there are two sizes or more, ascending, and all n and y are above 0
PowerLaw fitted_power_law(const std::vector<double>& n, const std::vector<double>& y);

}  // namespace preimage::experiments::benchmarks
