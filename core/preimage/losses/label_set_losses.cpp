#include <algorithm>
#include <set>
#include <stdexcept>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/losses/loss.hpp"
#include "preimage/losses/losses.hpp"

namespace preimage::losses {

namespace {

using kernels::LabelSets;
using samples::LabelIndicators;
using Set = std::set<int>;

std::size_t shared_labels(const Set& a, const Set& b) {
  return static_cast<std::size_t>(std::count_if(a.begin(), a.end(), [&](int c) { return b.contains(c); }));
}

/// value(true set, predicted set), per sample
template <class Value>
arma::vec per_pair(const std::string& name, const LabelSets& truth, const LabelSets& predicted,
                   const Value& value) {
  require_as_many(name, truth.size(), predicted.size());
  arma::vec values(truth.size());
  for (std::size_t i = 0; i < truth.size(); ++i) values(i) = value(truth[i], predicted[i]);
  return values;
}

Loss<LabelIndicators> hamming_loss_of(std::size_t labels) {
  return {
      "hamming_loss", false, [labels](const LabelIndicators& truth, const LabelIndicators& predicted) {
        return per_pair("hamming loss", truth.sets, predicted.sets, [&](const Set& a, const Set& b) {
          const std::size_t shared = shared_labels(a, b), any = a.size() + b.size() - shared;
          if (any > labels) {
            throw NumericalError(fmt::format(
                "hamming loss: two sets of {} labels together, expected the data's {} at most", any, labels));
          }
          if (labels == 0) return 0.0;
          return static_cast<double>(any - shared) / static_cast<double>(labels);
        });
      }};
}

std::optional<arma::vec> unknown_labels(const LabelIndicators& /*truth*/,
                                        const LabelIndicators& /*predicted*/) {
  throw std::logic_error("hamming loss: the data's number of labels is not known; loss_for takes it");
}

}  // namespace

Loss<LabelIndicators> hamming_loss() {
  return {"hamming_loss", false, unknown_labels,
          [](const LabelIndicators& all) { return hamming_loss_of(all.labels); }};
}

Loss<LabelSets> exact_match_error_loss() {
  return {"exact_match_error", false, [](const LabelSets& truth, const LabelSets& predicted) {
            return per_pair("exact match error", truth, predicted,
                            [](const Set& a, const Set& b) { return a == b ? 0.0 : 1.0; });
          }};
}

Loss<LabelSets> jaccard_distance_loss() {
  return {"jaccard_distance", false, [](const LabelSets& truth, const LabelSets& predicted) {
            return per_pair("jaccard distance", truth, predicted, [](const Set& a, const Set& b) {
              const std::size_t shared = shared_labels(a, b), any = a.size() + b.size() - shared;
              if (any == 0) return 0.0;
              return 1.0 - static_cast<double>(shared) / static_cast<double>(any);
            });
          }};
}

}  // namespace preimage::losses
