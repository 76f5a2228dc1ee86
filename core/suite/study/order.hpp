// Samples in the order of time, and splits that train on the past.
#pragma once

#include <armadillo>
#include <cstddef>
#include <string>
#include <vector>

#include "preimage/samples/folds.hpp"

namespace preimage::suite::study {

struct Protocol;  // study.hpp

/// When each sample was, where the data say it.
struct Times {
  std::string column;  // what the user calls them: "column 'date'"
  arma::vec of;        // of each sample, finite
  bool are_dates =
      false;  // seconds, and the gap of a protocol counts days; else both are in the column's unit
};

/// samples::ordered_splits of some samples of a draw, in the order of their times or, without them, of their
/// numbers, with the protocol's gap.
/// times   of all samples; or nullptr
/// throws  std::invalid_argument, as that
std::vector<samples::Split> ordered_splits(const arma::uvec& samples, std::size_t folds,
                                           const Protocol& protocol, const Times* times);

}  // namespace preimage::suite::study
