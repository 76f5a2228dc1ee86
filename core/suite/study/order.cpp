#include "suite/study/order.hpp"

#include <algorithm>

#include "suite/study/study.hpp"

namespace preimage::suite::study {

std::vector<samples::Split> ordered_splits(const arma::uvec& samples, std::size_t folds,
                                           const Protocol& protocol, const Times* times) {
  constexpr double kSecondsOfDay = 86400.0;
  if (times == nullptr)
    return samples::ordered_splits(
        samples, arma::conv_to<arma::vec>::from(samples), folds,
        {.samples = static_cast<std::size_t>(std::min(protocol.gap, static_cast<double>(samples.n_elem)))});
  return samples::ordered_splits(samples, times->of.elem(samples), folds,
                                 {.time = protocol.gap * (times->are_dates ? kSecondsOfDay : 1.0)});
}

}  // namespace preimage::suite::study
