// Running learners on the toy problem, and comparing what they predict.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <type_traits>

#include "experiments/car_localization/detections.hpp"
#include "preimage/losses/losses.hpp"
#include "preimage/samples/folds.hpp"
#include "preimage/validation/nested_cross_validation.hpp"
#include "suite/config/reader.hpp"
#include "suite/config/value.hpp"
#include "suite/registry/learner_table.hpp"
#include "suite/registry/testing_problem.hpp"
#include "testing/is_close.hpp"

namespace preimage::testing {

/// `yaml` as a learner of that problem, with every key read.
inline std::unique_ptr<const validation::Learner> make_learner(const std::string& yaml,
                                                               const Problem& problem) {
  const suite::config::Value root = suite::config::parse_yaml(yaml, "learner.yaml");
  const suite::config::Reader reader(root);
  const suite::registry::ParsedLearner parsed = suite::registry::parse_learner("learner", reader);
  reader.finish();
  return parsed.build(problem.data());
}

/// Samples 1, 1 + stride, ... are tested.
inline samples::Split strided_split(arma::uword n, arma::uword stride) {
  samples::Split split;
  for (arma::uword i = 0; i < n; ++i) {
    arma::uvec& part = i % stride == 1 ? split.test : split.train;
    part.resize(part.n_elem + 1);
    part(part.n_elem - 1) = i;
  }
  return split;
}

/// Kernel ridge regression of the rows of T, centred with the training mean, by its textbook formula.
inline arma::mat ridge_prediction(const Problem& problem, const samples::Split& split, const arma::mat& T,
                                  double sigma, double ridge) {
  const arma::mat K = arma::exp(-problem.input_squared_distances / (2.0 * sigma * sigma));
  arma::mat regularised = K.submat(split.train, split.train);
  regularised.diag() += ridge;
  const arma::mat targets = T.rows(split.train);
  const arma::rowvec mean = arma::mean(targets, 0);
  arma::mat prediction =
      K.submat(split.test, split.train) * arma::inv(regularised) * (targets.each_row() - mean);
  prediction.each_row() += mean;
  return prediction;
}

/// The same boxes image by image, scores to `rtol`.
inline bool same_detections(const outputs::Detections& a, const outputs::Detections& b, double rtol) {
  return std::equal(a.boxes.begin(), a.boxes.end(), b.boxes.begin(), b.boxes.end(),
                    [rtol](const auto& left, const auto& right) { return same_boxes(left, right, rtol); });
}

/// The same names, values to `rtol`.
inline bool same_statistics(const std::map<std::string, double>& a, const std::map<std::string, double>& b,
                            double rtol) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [rtol](const auto& left, const auto& right) {
    return left.first == right.first && is_close(left.second, right.second, rtol);
  });
}

/// Equal kinds and values; output vectors, scores and statistics to `rtol`.
inline bool same_prediction(const outputs::Prediction& a, const outputs::Prediction& b, double rtol) {
  if (a.value.index() != b.value.index() || !same_statistics(a.statistics, b.statistics, rtol)) return false;
  return std::visit(
      [&](const auto& left) {
        using Kind = std::decay_t<decltype(left)>;
        const auto& right = std::get<Kind>(b.value);
        if constexpr (std::is_same_v<Kind, outputs::Chosen>) {
          return same_indices(left.samples, right.samples);
        } else if constexpr (std::is_same_v<Kind, outputs::Classes>) {
          return left.classes == right.classes;
        } else if constexpr (std::is_same_v<Kind, outputs::NewVectors>) {
          return is_close(left.vectors, right.vectors, rtol);
        } else if constexpr (std::is_same_v<Kind, outputs::NewStrings>) {
          return left.strings == right.strings;
        } else if constexpr (std::is_same_v<Kind, outputs::Detections>) {
          return same_detections(left, right, rtol);
        } else {
          return true;  // no answer: the statistics were all
        }
      },
      a.value);
}

/// 0 or 1 for classes, squared error for output vectors, share of wrong symbols, 0 or 1
/// for the first detection of an image, 0 for no answer.
inline validation::Criterion toy_criterion(const Problem& problem) {
  return [&problem](const outputs::Prediction& prediction, const arma::uvec& test) -> arma::vec {
    arma::vec loss(test.n_elem, arma::fill::zeros);
    const arma::mat Y = problem.output_vectors.rows(test);
    if (const auto* chosen = std::get_if<outputs::Chosen>(&prediction.value)) {
      return arma::sum(arma::square(Y - problem.output_vectors.rows(chosen->samples)), 1);
    }
    if (const auto* outputs = std::get_if<outputs::NewVectors>(&prediction.value)) {
      return arma::sum(arma::square(Y - outputs->vectors), 1);
    }
    if (const auto* classes = std::get_if<outputs::Classes>(&prediction.value)) {
      for (arma::uword i = 0; i < test.n_elem; ++i) {
        loss(i) = classes->classes[i] == problem.classes[test(i)] ? 0.0 : 1.0;
      }
    }
    if (const auto* strings = std::get_if<outputs::NewStrings>(&prediction.value)) {
      for (arma::uword i = 0; i < test.n_elem; ++i) {
        const std::string& truth = problem.output_strings[test(i)];
        const double wrong = losses::wrong_symbols({truth}, {strings->strings[i]})(0);
        loss(i) = wrong / static_cast<double>(truth.size());
      }
    }
    if (const auto* detections = std::get_if<outputs::Detections>(&prediction.value)) {
      for (arma::uword i = 0; i < test.n_elem; ++i) {
        const auto overlaps = [](const samples::Box& found, const samples::Box& truth) {
          return samples::intersection_over_union(found, truth) >= 0.5;
        };
        const std::vector<samples::Box>& objects = problem.localization.boxes[test(i)];
        loss(i) = experiments::car_localization::correct_detections({detections->boxes[i].at(0)}, objects,
                                                                    overlaps)[0]
                      ? 0.0
                      : 1.0;
      }
    }
    return loss;
  };
}

}  // namespace preimage::testing
