#include "preimage/losses/ranking.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "preimage/base/error.hpp"

namespace preimage::losses {

namespace {

/// Samples with the same score.
struct Block {
  double score;
  std::size_t samples, hits;
};

/// Blocks in order of falling score, each of the samples that tie with the largest score that is left.
/// errors  of each score; or empty: none
std::vector<Block> score_blocks(const arma::vec& scores, const std::vector<bool>& is_hit,
                                const arma::vec& errors = {}) {
  if (scores.n_elem != is_hit.size())
    throw NumericalError(fmt::format("a ranking: {} scores for {} samples", scores.n_elem, is_hit.size()));
  if (scores.has_nan()) throw NumericalError("a ranking: a score is NaN");
  const arma::uvec order = arma::stable_sort_index(scores, "descend");
  std::vector<Block> blocks;
  double least = 0.0;  // score of the block, but for its error
  for (const arma::uword i : order) {
    const double error = errors.is_empty() ? 0.0 : errors(i);
    if (blocks.empty() || scores(i) + error < least) {
      blocks.push_back({scores(i), 0, 0});
      least = scores(i) - error;
    }
    ++blocks.back().samples;
    if (is_hit[i]) ++blocks.back().hits;
  }
  return blocks;
}

void require_relevant(const std::vector<bool>& is_correct, std::size_t n_relevant) {
  const auto correct = static_cast<std::size_t>(std::count(is_correct.begin(), is_correct.end(), true));
  if (n_relevant < 1 || correct > n_relevant)
    throw NumericalError(fmt::format("a ranking: {} correct of {} relevant samples", correct, n_relevant));
}

}  // namespace

double roc_area(const arma::vec& scores, const std::vector<bool>& is_positive, const arma::vec& errors) {
  double positives = 0.0, negatives = 0.0, wins = 0.0;
  for (const Block& block : score_blocks(scores, is_positive, errors)) {
    const auto hits = static_cast<double>(block.hits);
    const auto misses = static_cast<double>(block.samples - block.hits);
    wins += misses * (positives + 0.5 * hits);
    positives += hits;
    negatives += misses;
  }
  if (!(positives > 0.0 && negatives > 0.0))
    throw NumericalError(
        fmt::format("ROC area of {} positive and {} negative samples", positives, negatives));
  return wins / (positives * negatives);
}

PrecisionRecall precision_recall(const arma::vec& scores, const std::vector<bool>& is_correct,
                                 std::size_t n_relevant) {
  require_relevant(is_correct, n_relevant);
  const std::vector<Block> blocks = score_blocks(scores, is_correct);
  const arma::uword n = blocks.size();
  PrecisionRecall curve{arma::vec(n), arma::vec(n), arma::vec(n)};
  double retrieved = 0.0, correct = 0.0;
  for (arma::uword k = 0; k < n; ++k) {
    retrieved += static_cast<double>(blocks[k].samples);
    correct += static_cast<double>(blocks[k].hits);
    curve.thresholds(k) = blocks[k].score;
    curve.precision(k) = correct / retrieved;
    curve.recall(k) = correct / static_cast<double>(n_relevant);
  }
  return curve;
}

double equal_error_rate(const arma::vec& scores, const std::vector<bool>& is_correct,
                        std::size_t n_relevant) {
  require_relevant(is_correct, n_relevant);
  std::size_t left = n_relevant;
  double correct = 0.0;
  for (const Block& block : score_blocks(scores, is_correct)) {
    const std::size_t taken = std::min(left, block.samples);
    correct +=
        static_cast<double>(block.hits) * static_cast<double>(taken) / static_cast<double>(block.samples);
    left -= taken;
  }
  return 1.0 - correct / static_cast<double>(n_relevant);
}

}  // namespace preimage::losses
