// What each mistake costs, where mistakes differ: a matrix over true and predicted classes.
#pragma once

#include <armadillo>
#include <string>
#include <vector>

#include "preimage/losses/loss.hpp"
#include "preimage/samples/label_indicators.hpp"

namespace preimage::losses {

struct ClassCosts {
  std::vector<std::string> classes;  // c names, each once
  arma::mat costs;                   // c x c, rows true, columns predicted classes; finite, >= 0
  std::string source;                // for messages: "costs.csv"
};

/// cost(y, y') of true class y and predicted class y', looked up by their names.  [Elkan, IJCAI 2001, sec. 1]
/// of_data finds the data's classes in the matrix; it may hold further ones.
/// throws  std::invalid_argument where the matrix is not c x c, not finite or negative; of_data: DataError
///         naming a class of the data that it lacks
Loss<samples::NamedClasses> cost_loss(ClassCosts costs);

/// |i - j| of true class i and predicted class j, which are levels in an order: by how many levels the
/// prediction is off.   [the absolute error of ordinal classification: Gaudette and Japkowicz 2009]
/// throws  of_data: std::invalid_argument where the classes have no order (NamedClasses::are_levels)
Loss<samples::NamedClasses> level_error_loss();

}  // namespace preimage::losses
