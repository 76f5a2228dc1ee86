// A toy problem that has everything a learner may ask for, and helpers to run learners on it.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <type_traits>

#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/linalg/distances.hpp"
#include "preimage/losses/losses.hpp"
#include "preimage/samples/ngrams.hpp"
#include "preimage/validation/nested_cross_validation.hpp"
#include "suite/config/reader.hpp"
#include "suite/config/value.hpp"
#include "suite/registry/learner_table.hpp"
#include "testing/is_close.hpp"
#include "testing/toy_data.hpp"

namespace preimage::testing {

/// Squared distances between the rows of X, one pair at a time.
inline arma::mat squared_distances_of_rows(const arma::mat& X) {
  arma::mat D(X.n_rows, X.n_rows);
  for (arma::uword i = 0; i < X.n_rows; ++i) {
    for (arma::uword j = 0; j < X.n_rows; ++j) D(i, j) = arma::accu(arma::square(X.row(i) - X.row(j)));
  }
  return D;
}

/// Strings of 4 to 9 symbols: the output symbol tells "a" from "c", and for "b" whether an "a" stands before.
inline void add_strings(validation::Problem& problem) {
  base::Random random(93);
  for (arma::uword i = 0; i < problem.size(); ++i) {
    std::string input;
    std::string output;
    const std::size_t length = 4 + random.below(6);
    for (std::size_t p = 0; p < length; ++p) {
      input += static_cast<char>('a' + random.below(3));
      const char deciding = input[p] == 'b' && p > 0 ? input[p - 1] : input[p];
      output += deciding == 'a' ? '1' : '2';
    }
    problem.input_strings.push_back(input);
    problem.output_strings.push_back(output);
  }
}

/// The input strings as sequences of elements: noisy vectors that tell a symbol and the one before it. Each
/// is a little more like itself than its vector says, so that no element is in the span of others.
inline void add_elements(validation::Problem& problem) {
  samples::Offsets offsets;
  for (const std::string& input : problem.input_strings) offsets.append(input.size());
  arma::mat X = 0.1 * gaussian_matrix(offsets.total(), 6, 94);
  arma::uword e = 0;
  for (const std::string& input : problem.input_strings) {
    for (std::size_t p = 0; p < input.size(); ++p, ++e) {
      X(e, static_cast<arma::uword>(input[p] - 'a')) += 1.0;
      if (p > 0) X(e, 3 + static_cast<arma::uword>(input[p - 1] - 'a')) += 0.5;
    }
  }
  arma::mat K = arma::square(X * X.t() + 1.0);
  K.diag() += 0.1;
  problem.elements = validation::Elements{std::move(offsets), K};
}

/// Words of a grid in which the points of `object` are mostly word 0 in its left half and 1 in its right
/// half, and all others one of 6 at random.
inline detection::WordMap object_words(const samples::GreyImage& image,
                                       const std::vector<samples::Box>& objects, base::Random& random) {
  constexpr int kStride = 4;
  detection::WordMap map{{2, kStride, image.width / kStride, image.height / kStride}, 6, {}};
  for (std::size_t i = 0; i < map.grid.columns * map.grid.rows; ++i) {
    const int x = 2 + kStride * static_cast<int>(i % map.grid.columns);
    const int y = 2 + kStride * static_cast<int>(i / map.grid.columns);
    std::size_t word = random.below(6);
    for (const samples::Box& box : objects) {
      if (samples::overlap_area({x, y, 1, 1}, box) > 0 && random.below(10) < 9)
        word = 2 * (x - box.left) < box.width ? 0 : 1;
    }
    map.words.push_back(static_cast<std::uint16_t>(word));
  }
  return map;
}

/// An object of 24 x 12 pixels in each of n images of 72 x 36, a second one in every fifth; crops of both
/// kinds.
inline validation::Localization toy_localization(arma::uword n) {
  base::Random random(95);
  auto images = std::make_shared<validation::LocalizationImages>();
  images->window = {0, 0, 24, 12};
  images->stride = 4;
  for (arma::uword i = 0; i < n; ++i) {
    const samples::GreyImage image{72, 36, {}};
    std::vector<samples::Box> boxes = {
        {static_cast<int>(4 * random.below(3)), static_cast<int>(4 * random.below(7)), 24, 12}};
    if (i % 5 == 0) boxes.push_back({boxes[0].left + 36, boxes[0].top, 24, 12});
    images->samples.push_back({image, object_words(image, boxes, random), boxes});
  }
  for (int i = 0; i < 80; ++i) {
    images->is_object.push_back(i % 2 == 0);
    const std::vector<samples::Box> boxes(i % 2 == 0 ? 1 : 0, images->window);
    images->crops.push_back(object_words({24, 12, {}}, boxes, random));
  }
  return {images, 1};
}

inline arma::mat box_histograms(const validation::LocalizationImages& images,
                                const std::vector<validation::BoxPair>& pairs,
                                detection::BoxHistogram histogram) {
  return detection::box_histograms(validation::regions_of(images, pairs), histogram);
}

/// n samples of three overlapping classes (0, 1, 2, 0, ...) in the plane; outputs are vectors in three
/// dimensions that follow the input and the class, under a Gaussian kernel with sigma 1.5; patterns are
/// (input | output) squashed into [-1, 1].
inline validation::Problem toy_problem(arma::uword n = 45) {
  validation::Problem problem;
  arma::mat X = gaussian_matrix(n, 2, 91);
  arma::mat Y = 0.3 * gaussian_matrix(n, 3, 92);
  for (arma::uword i = 0; i < n; ++i) {
    const int c = static_cast<int>(i) % 3;
    problem.classes.push_back(c);
    X(i, 0) += 1.5 * c;
    X(i, 1) += c == 1 ? 1.5 : 0.0;
    Y(i, static_cast<arma::uword>(c)) += 2.0;
    Y(i, 0) += std::sin(X(i, 1));
  }
  // A time that runs through one class after the other: neighbours in time have similar outputs.
  problem.input_vectors.set_size(n, 1);
  for (arma::uword i = 0; i < n; ++i) problem.input_vectors(i, 0) = static_cast<double>(i % 3 * n + i / 3);
  problem.input_gram = X * X.t() + 1.0;
  problem.input_squared_distances = squared_distances_of_rows(X);
  problem.output_vectors = Y;
  problem.output_kernel = std::make_shared<kernels::GaussianKernel>(1.5);
  problem.output_gram = arma::exp(-squared_distances_of_rows(Y) / (2.0 * 1.5 * 1.5));
  problem.observed_outputs = Y + 0.3 * gaussian_matrix(n, 3, 93);
  problem.observed_gram =
      arma::exp(-linalg::squared_distances_by_product(problem.observed_outputs, Y) / (2.0 * 1.5 * 1.5));
  problem.is_candidate.ones(n);
  problem.complete_patterns = arma::tanh(arma::join_rows(X, Y));
  problem.partial_patterns = problem.complete_patterns;
  problem.partial_patterns.tail_cols(3).zeros();
  add_strings(problem);
  add_elements(problem);
  problem.localization = toy_localization(n);
  return problem;
}

/// The same with the linear output kernel, with or without its explicit features.
inline validation::Problem linear_output_problem(bool with_features) {
  validation::Problem problem = toy_problem();
  problem.output_gram = problem.output_vectors * problem.output_vectors.t();
  problem.output_kernel = std::make_shared<kernels::LinearKernel>();
  problem.observed_gram = problem.observed_outputs * problem.output_vectors.t();
  if (with_features) problem.output_features = problem.output_vectors;
  return problem;
}

/// The same inputs with a word per class as output, described by the counts of its bigrams.
inline validation::Problem ngram_problem() {
  validation::Problem problem = toy_problem();
  const std::string words[] = {"112", "2212", "1222"};
  const std::string inputs[] = {"aac", "ccac", "accc"};
  std::map<std::string, arma::uword> column;
  const auto bigrams = [](const std::string& word) {
    return samples::count_ngrams(samples::with_boundary(word, 2, '#'), 2);
  };
  for (const std::string& word : words) {
    for (const auto& [ngram, count] : bigrams(word)) column.emplace(ngram, column.size());
  }
  problem.output_ngrams = validation::NgramFeatures{std::vector<std::string>(column.size()), '#'};
  for (const auto& [ngram, number] : column) problem.output_ngrams->ngrams[number] = ngram;
  arma::mat F(problem.size(), column.size(), arma::fill::zeros);
  for (arma::uword i = 0; i < problem.size(); ++i) {
    const auto c = static_cast<std::size_t>(problem.classes[i]);
    problem.output_strings[i] = words[c];
    problem.input_strings[i] = inputs[c];
    for (const auto& [ngram, count] : bigrams(words[c])) F(i, column.at(ngram)) = count;
  }
  add_elements(problem);
  problem.output_features = F;
  problem.output_gram = F * F.t();
  problem.observed_gram = problem.output_gram.all();
  problem.output_vectors = F;
  problem.observed_outputs = F;
  problem.output_kernel = std::make_shared<kernels::LinearKernel>();
  problem.complete_patterns.reset();
  problem.partial_patterns.reset();
  return problem;
}

/// `yaml` as a learner of that problem, with every key read.
inline std::unique_ptr<const validation::Learner> make_learner(const std::string& yaml,
                                                               const validation::Problem& problem) {
  const suite::config::Value root = suite::config::parse_yaml(yaml, "learner.yaml");
  const suite::config::Reader reader(root);
  const suite::registry::ParsedLearner parsed = suite::registry::parse_learner("learner", reader);
  reader.finish();
  return parsed.build(problem);
}

/// Samples 1, 1 + stride, ... are tested.
inline validation::Split strided_split(arma::uword n, arma::uword stride) {
  validation::Split split;
  for (arma::uword i = 0; i < n; ++i) {
    validation::Indices& part = i % stride == 1 ? split.test : split.train;
    part.resize(part.n_elem + 1);
    part(part.n_elem - 1) = i;
  }
  return split;
}

inline bool same_indices(const arma::uvec& a, const arma::uvec& b) {
  return a.n_elem == b.n_elem && arma::all(a == b);
}

/// The same boxes, scores to `rtol`.
inline bool same_detections(const validation::Detections& a, const validation::Detections& b, double rtol) {
  const auto same = [rtol](const detection::ScoredBox& left, const detection::ScoredBox& right) {
    return left.box == right.box && is_close(left.score, right.score, rtol);
  };
  return std::equal(a.boxes.begin(), a.boxes.end(), b.boxes.begin(), b.boxes.end(),
                    [&](const auto& left, const auto& right) {
                      return std::equal(left.begin(), left.end(), right.begin(), right.end(), same);
                    });
}

/// The same names, values to `rtol`.
inline bool same_statistics(const std::map<std::string, double>& a, const std::map<std::string, double>& b,
                            double rtol) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [rtol](const auto& left, const auto& right) {
    return left.first == right.first && is_close(left.second, right.second, rtol);
  });
}

/// Equal kinds and values; output vectors, scores and statistics to `rtol`.
inline bool same_prediction(const validation::Prediction& a, const validation::Prediction& b, double rtol) {
  if (a.value.index() != b.value.index() || !same_statistics(a.statistics, b.statistics, rtol)) return false;
  return std::visit(
      [&](const auto& left) {
        using Kind = std::decay_t<decltype(left)>;
        const auto& right = std::get<Kind>(b.value);
        if constexpr (std::is_same_v<Kind, validation::Chosen>) {
          return same_indices(left.samples, right.samples);
        } else if constexpr (std::is_same_v<Kind, validation::Classes>) {
          return left.classes == right.classes;
        } else if constexpr (std::is_same_v<Kind, validation::Outputs>) {
          return is_close(left.vectors, right.vectors, rtol);
        } else if constexpr (std::is_same_v<Kind, validation::Strings>) {
          return left.strings == right.strings;
        } else if constexpr (std::is_same_v<Kind, validation::Detections>) {
          return same_detections(left, right, rtol);
        } else {
          return true;  // no answer: the statistics were all
        }
      },
      a.value);
}

/// 0 or 1 for classes, squared error for output vectors, share of wrong symbols, 0 or 1
/// for the first detection of an image, 0 for no answer.
inline validation::Criterion toy_criterion(const validation::Problem& problem) {
  return [&problem](const validation::Prediction& prediction, const validation::Indices& test) -> arma::vec {
    arma::vec loss(test.n_elem, arma::fill::zeros);
    const arma::mat Y = problem.output_vectors.rows(test);
    if (const auto* chosen = std::get_if<validation::Chosen>(&prediction.value)) {
      return arma::sum(arma::square(Y - problem.output_vectors.rows(chosen->samples)), 1);
    }
    if (const auto* outputs = std::get_if<validation::Outputs>(&prediction.value)) {
      return arma::sum(arma::square(Y - outputs->vectors), 1);
    }
    if (const auto* classes = std::get_if<validation::Classes>(&prediction.value)) {
      for (arma::uword i = 0; i < test.n_elem; ++i) {
        loss(i) = classes->classes[i] == problem.classes[test(i)] ? 0.0 : 1.0;
      }
    }
    if (const auto* strings = std::get_if<validation::Strings>(&prediction.value)) {
      for (arma::uword i = 0; i < test.n_elem; ++i) {
        const std::string& truth = problem.output_strings[test(i)];
        const double wrong = losses::wrong_symbols({truth}, {strings->strings[i]})(0);
        loss(i) = wrong / static_cast<double>(truth.size());
      }
    }
    if (const auto* detections = std::get_if<validation::Detections>(&prediction.value)) {
      for (arma::uword i = 0; i < test.n_elem; ++i) {
        const auto overlaps = [](const samples::Box& found, const samples::Box& truth) {
          return samples::intersection_over_union(found, truth) >= 0.5;
        };
        const std::vector<samples::Box>& objects = problem.localization->images->samples[test(i)].boxes;
        loss(i) =
            detection::correct_detections({detections->boxes[i].at(0)}, objects, overlaps)[0] ? 0.0 : 1.0;
      }
    }
    return loss;
  };
}

}  // namespace preimage::testing
