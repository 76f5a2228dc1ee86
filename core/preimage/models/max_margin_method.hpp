#pragma once

#include <vector>

#include "preimage/models/method.hpp"
#include "preimage/sequences/max_margin_markov_network.hpp"

namespace preimage::models {

struct MaxMarginMethodOptions {
  std::vector<double> lambdas = {0.01};  // weight of |w|^2 / 2; of equals the larger is preferred
  sequences::MaxMarginOptions training = {};
};

/// The max-margin Markov network on chains (sequences/max_margin_markov_network.hpp): what regression for
/// transductions is compared with.
MethodPtr max_margin_method(MaxMarginMethodOptions options);

}  // namespace preimage::models
