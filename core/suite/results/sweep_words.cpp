#include "suite/results/sweep_words.hpp"

#include <fmt/format.h>

#include "suite/records/mean_text.hpp"

namespace preimage::suite::results {

std::optional<records::Estimate> summarise(const SweepHead& head, const std::string& learner,
                                           const FoldLosses& losses) {
  return summarise(losses, records::SpreadKind::none, head.same_splits || head.of_one_draw.contains(learner));
}

std::string mean_text(const SweepHead& head, const std::string& learner, const FoldLosses& losses) {
  const std::optional<records::Estimate> ours = summarise(head, learner, losses);
  if (!ours) return "-";
  const std::string mean = records::without_sign_of_zero(fmt::format("{:.4g}", ours->mean));
  return head.has_spread() && ours->has_spread ? fmt::format("{} +- {:.2g}", mean, ours->sd) : mean;
}

std::string spread_text(const SweepHead& head) {
  if (!head.has_spread()) {
    return head.repetitions == 1
               ? "1 repetition without folds: no spread"
               : fmt::format("means over {} repetitions of one fold: no spread", head.repetitions);
  }
  return (head.repetitions == 1 ? "1 repetition, +- " : "+- ") +
         spread_words(head.repetitions, head.same_splits);
}

}  // namespace preimage::suite::results
