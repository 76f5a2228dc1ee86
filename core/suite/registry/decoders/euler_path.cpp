// From predicted n-gram counts to strings.     [Cortes, Mohri and Weston 2005, sec. 4, 6.3 and 4.10]
#include "preimage/decoders/euler_path.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/symmetric.hpp"
#include "preimage/sequences/ngram_language_model.hpp"
#include "suite/registry/decoder_table.hpp"

namespace preimage::suite::registry {

namespace {

struct Options {
  std::size_t order = 2;          // of the graph
  std::vector<std::size_t> pool;  // orders whose counts are put together
  bool chooses_by_model = false;
  std::size_t limit = 1;  // of pre-images that are looked at
};

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
  std::sort(steps.begin(), steps.end(), std::greater<>());
  if (wanted >= steps.size()) return steps.back();
  return 0.5 * (steps[wanted - 1] + steps[wanted]);
}

double count_above(double prediction, double theta) {
  return prediction >= theta ? std::floor(prediction - theta) + 1.0 : 0.0;
}

class EulerPathDecoder final : public Decoder {
 public:
  EulerPathDecoder(std::shared_ptr<const validation::TrainingOutputs> outputs, Options options)
      : outputs_(std::move(outputs)), options_(std::move(options)) {
    if (!options_.chooses_by_model) return;
    const auto words = validation::strings_of(outputs_->problem().output_strings, outputs_->train());
    // Pre-images have the same n-grams, so a model of the graph's own order cannot tell them apart.
    model_.emplace(words, validation::symbols_of(fmt::format("{}", fmt::join(words, ""))),
                   options_.order + 1);
  }

  validation::Prediction decode(const validation::FeaturePrediction& prediction,
                                const validation::Indices& /*test*/) const override {
    const arma::mat& F = *outputs_->features();
    const arma::mat fitted = outputs_->features_of(prediction.fitted.value());
    arma::mat counts = outputs_->features_of(prediction.points);
    linalg::require_finite(fitted, "predicted counts of the training samples");
    linalg::require_finite(counts, "predicted counts");
    for (arma::uword u = 0; u < F.n_cols; ++u) {
      const double theta = threshold(fitted.col(u), arma::accu(F.col(u)));
      counts.col(u).transform([&](double p) { return count_above(p, theta); });
    }
    validation::Strings result;
    for (arma::uword i = 0; i < counts.n_rows; ++i) result.strings.push_back(decode_one(counts.row(i)));
    return {std::move(result), {}, {}};
  }

 private:
  std::string decode_one(const arma::rowvec& counts) const;
  /// The counts of the graph's n-grams: the mean over the pooled orders, rounded, halves up.
  samples::NgramCounts pooled(const arma::rowvec& counts) const;

  std::shared_ptr<const validation::TrainingOutputs> outputs_;
  Options options_;
  std::optional<sequences::NgramLanguageModel> model_;
};

samples::NgramCounts EulerPathDecoder::pooled(const arma::rowvec& counts) const {
  const validation::NgramFeatures& features = *outputs_->problem().output_ngrams;
  const std::string padding(options_.order, features.boundary);
  std::map<std::string, double> sums;
  for (arma::uword u = 0; u < counts.n_elem; ++u) {
    const std::string& ngram = features.ngrams[u];
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
  const char boundary = outputs_->problem().output_ngrams->boundary;
  const std::string ends(options_.order - 1, boundary);
  const decoders::DeBruijnGraph graph(pooled(counts), options_.order, ends, ends);
  if (!options_.chooses_by_model) return samples::without_boundary(decoders::euler_string(graph), boundary);
  std::vector<std::string> words;
  for (const std::string& text : decoders::preimages(graph, options_.limit).strings) {
    words.push_back(samples::without_boundary(text, boundary));
  }
  return decoders::ranked(std::move(words),
                          [&](std::string_view word) { return model_->log_probability(word); })
      .front()
      .string;
}

constexpr Integer kOrder{"order", 2, 4, "of the n-grams that become edges"};
constexpr Integers kPool{
    "pool", 2, 5, "orders of the n-grams that are predicted, from `order` on; without it `order` alone"};
constexpr Choice kThresholds{
    "thresholds", "training | leave_one_out",
    "from predictions for the training samples by the model fitted to all, or to the others", "training"};
constexpr Choice kChoice{"choice", "first_path | language_model", "among the strings of a graph",
                         "first_path"};
constexpr Integer kLimit{"limit", 1, 100000, "strings that are looked at; only with language_model", 100};

Options parse_options(const config::Reader& reader) {
  Options options;
  options.order = kOrder.read_as<std::size_t>(reader);
  options.pool = {options.order};
  if (reader.has(kPool.name)) {
    options.pool.clear();
    for (const long order : reader.integers(kPool.name, static_cast<long>(options.order), kPool.max)) {
      options.pool.push_back(static_cast<std::size_t>(order));
    }
  }
  options.chooses_by_model = kChoice.is(reader, "language_model");
  if (options.chooses_by_model) options.limit = kLimit.read_as<std::size_t>(reader);
  return options;
}

DecoderFactory parse(const config::Reader& reader) {
  const Options options = parse_options(reader);
  const bool to_others = kThresholds.is(reader, "leave_one_out");
  return {
      [options](const validation::Problem& problem) {
        if (!problem.output_ngrams || !problem.output_features) {
          throw ConfigError("decoder euler_path needs outputs described by n-gram counts");
        }
        for (const std::size_t order : options.pool) {
          const std::vector<std::string>& ngrams = problem.output_ngrams->ngrams;
          if (std::any_of(ngrams.begin(), ngrams.end(), [&](const auto& u) { return u.size() == order; }))
            continue;
          throw ConfigError(fmt::format("decoder euler_path: the outputs have no counts of {}-grams", order));
        }
      },
      [options](std::shared_ptr<const validation::TrainingOutputs> outputs) {
        return std::make_unique<const EulerPathDecoder>(std::move(outputs), options);
      },
      to_others ? Fitted::to_others : Fitted::to_all, true};
}

}  // namespace

DecoderRow make_euler_path_row() {
  return {"euler_path",
          1,
          "a string by an Euler path through predicted n-gram counts",
          facts_of(kOrder, optional(kPool), kThresholds, kChoice, kLimit),
          "{name: euler_path, order: 2, thresholds: training, choice: first_path}",
          parse};
}

}  // namespace preimage::suite::registry
