#include "preimage/sequences/euler_path_decoder.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "preimage/linalg/symmetric.hpp"
#include "preimage/outputs/forms.hpp"
#include "preimage/samples/ngrams.hpp"
#include "preimage/sequences/elements.hpp"
#include "preimage/sequences/euler_path.hpp"
#include "preimage/sequences/ngram_language_model.hpp"

namespace preimage::sequences {

namespace {

/// "the output of the ridge regression is discretized so that, averaged over all the training data, the
/// correct number of n-grams is predicted" (sec. 6.3): a prediction p counts once for each k = 0, 1, ... with
/// p - k >= theta, and theta is such that the training predictions count as often as the n-gram occurs.
double threshold(const arma::vec& predictions, double total) {
  if (total == 0.0) return arma::datum::inf;
  const auto wanted = static_cast<std::size_t>(std::llround(total));
  std::vector<double> steps;  // p - k, but for those that `wanted` others exceed
  for (const double p : predictions) {
    for (double k = 0.0; k == 0.0 || (p - k >= 0.0 && k <= total); k += 1.0) steps.push_back(p - k);
  }
  if (wanted >= steps.size()) return *std::min_element(steps.begin(), steps.end());
  const auto next = steps.begin() + static_cast<std::ptrdiff_t>(wanted);
  std::nth_element(steps.begin(), next, steps.end(),
                   std::greater<>());  // sorting them all took ten times as long
  return 0.5 * (*std::min_element(steps.begin(), next) + *next);
}

double count_above(double prediction, double theta) {
  return prediction >= theta ? std::floor(prediction - theta) + 1.0 : 0.0;
}

class EulerPathDecoder final : public decoders::Decoder {
 public:
  EulerPathDecoder(std::shared_ptr<const outputs::TrainingOutputs> outputs, EulerPathOptions options)
      : outputs_(std::move(outputs)),
        columns_(outputs_->samples().get<outputs::ExplicitFeatures>()),
        options_(std::move(options)) {
    if (!options_.chooses_by_model) return;
    auto words = outputs_->samples().get<kernels::Strings>();
    if (columns_.alphabet) words = columns_.alphabet->packed(words);
    // Pre-images have the same n-grams, so a model of the graph's own order cannot tell them apart.
    model_.emplace(words, symbols_of(fmt::format("{}", fmt::join(words, ""))), options_.order + 1);
  }

  outputs::Prediction decode(const decoders::FeaturePrediction& prediction,
                             const samples::SampleSet& /*inputs*/) const override {
    const arma::mat& F = columns_.values;
    const arma::mat fitted = outputs_->features_of(prediction.fitted.value());
    arma::mat counts = outputs_->features_of(prediction.points);
    linalg::require_finite(fitted, "predicted counts of the training samples");
    linalg::require_finite(counts, "predicted counts");
    for (arma::uword u = 0; u < F.n_cols; ++u) {
      const double theta = threshold(fitted.col(u), arma::accu(F.col(u)));
      counts.col(u).transform([&](double p) { return count_above(p, theta); });
    }
    outputs::NewStrings result;
    for (arma::uword i = 0; i < counts.n_rows; ++i) {
      const std::string word = decode_one(counts.row(i));
      result.strings.push_back(columns_.alphabet ? columns_.alphabet->unpacked(word) : word);
    }
    return {std::move(result)};
  }

 private:
  std::string decode_one(const arma::rowvec& counts) const;
  /// The counts of the graph's n-grams: the mean over the pooled orders, rounded, halves up.
  samples::NgramCounts pooled(const arma::rowvec& counts) const;

  std::shared_ptr<const outputs::TrainingOutputs> outputs_;
  outputs::ExplicitFeatures columns_;
  EulerPathOptions options_;
  std::optional<NgramLanguageModel> model_;
};

samples::NgramCounts EulerPathDecoder::pooled(const arma::rowvec& counts) const {
  const std::string padding(options_.order, columns_.boundary);
  std::map<std::string, double> sums;
  for (arma::uword u = 0; u < counts.n_elem; ++u) {
    const std::string& ngram = columns_.ngrams[u];
    if (counts(u) == 0.0 || std::count(options_.pool.begin(), options_.pool.end(), ngram.size()) == 0)
      continue;
    // Where a longer n-gram ends, a shorter one ends too; those of boundary symbols alone come from the
    // longer boundary.
    const std::string shorter = ngram.substr(ngram.size() - options_.order);
    if (shorter != padding) sums[shorter] += counts(u);
  }
  samples::NgramCounts result;
  for (const auto& [ngram, sum] : sums) {
    const double rounded = std::floor(sum / static_cast<double>(options_.pool.size()) + 0.5);
    if (rounded > 0.0) result.push_back({ngram, rounded});
  }
  return result;
}

std::string EulerPathDecoder::decode_one(const arma::rowvec& counts) const {
  const char boundary = columns_.boundary;
  const std::string ends(options_.order - 1, boundary);
  const DeBruijnGraph graph(pooled(counts), options_.order, ends, ends);
  if (!options_.chooses_by_model) return samples::without_boundary(euler_string(graph), boundary);
  std::vector<std::string> words;
  for (const std::string& text : preimages(graph, options_.limit).strings) {
    words.push_back(samples::without_boundary(text, boundary));
  }
  return ranked(std::move(words), [&](std::string_view word) { return model_->log_probability(word); })
      .front()
      .string;
}

}  // namespace

decoders::DecoderRecipe euler_path_decoder(const EulerPathOptions& options) {
  if (options.order < 2 || options.pool.empty() ||
      *std::min_element(options.pool.begin(), options.pool.end()) < options.order)
    throw std::invalid_argument(fmt::format(
        "decoder euler_path: n-grams of order {} from counts of orders {}, expected 2 or more from orders "
        "that are no lower",
        options.order, fmt::join(options.pool, " ")));
  return {
      [pool = options.pool](const samples::DataSet& data) {
        const auto columns = data.outputs.has<outputs::ExplicitFeatures>()
                                 ? data.outputs.get<outputs::ExplicitFeatures>().ngrams
                                 : std::vector<std::string>();
        if (columns.empty())
          throw std::invalid_argument(
              std::string("decoder euler_path needs outputs described by n-gram counts") +
              outputs::kHowStringsAreCounted);
        for (const std::size_t order : pool) {
          if (std::any_of(columns.begin(), columns.end(), [&](const auto& u) { return u.size() == order; }))
            continue;
          throw std::invalid_argument(
              fmt::format("decoder euler_path: the outputs have no counts of {}-grams", order));
        }
      },
      [options](const samples::SampleSet& /*inputs*/,
                std::shared_ptr<const outputs::TrainingOutputs> outputs) {
        return std::make_unique<const EulerPathDecoder>(std::move(outputs), options);
      },
      options.leave_one_out_thresholds ? decoders::TrainingPredictions::leave_one_out
                                       : decoders::TrainingPredictions::in_sample,
      true,
      fmt::format("euler_path(order = {}, pool = {}, thresholds = {}, choice = {}, limit = {})",
                  options.order, fmt::join(options.pool, " "),
                  options.leave_one_out_thresholds ? "leave_one_out" : "training",
                  options.chooses_by_model ? "language_model" : "first_path", options.limit)};
}

}  // namespace preimage::sequences
