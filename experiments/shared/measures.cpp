#include "experiments/shared/measures.hpp"

#include <optional>

#include "preimage/losses/losses.hpp"

namespace preimage::experiments::shared {

using validation::Chosen;
using validation::Indices;
using validation::Measure;
using validation::Prediction;
using validation::Problem;

namespace {

std::vector<int> classes_of(const Problem& problem, const Indices& samples) {
  std::vector<int> classes;
  for (arma::uword sample : samples) classes.push_back(problem.classes[sample]);
  return classes;
}

/// The output strings that a prediction stands for, or nothing where it is something else.
std::optional<std::vector<std::string>> predicted_strings(const Problem& problem,
                                                          const Prediction& prediction) {
  if (const auto* chosen = std::get_if<Chosen>(&prediction.value))
    return validation::strings_of(problem.output_strings, chosen->samples);
  if (const auto* strings = std::get_if<validation::Strings>(&prediction.value)) return strings->strings;
  return std::nullopt;
}

arma::vec lengths(const std::vector<std::string>& strings) {
  arma::vec result(strings.size());
  for (std::size_t i = 0; i < strings.size(); ++i) result(i) = static_cast<double>(strings[i].size());
  return result;
}

/// Counts per sample, scaled so that their mean is the share of all units; nothing where there is no unit.
std::optional<arma::vec> shares(const arma::vec& counts, const arma::vec& units) {
  const double all = arma::accu(units);
  if (all == 0.0) return std::nullopt;
  return arma::vec(counts * (static_cast<double>(counts.n_elem) / all));
}

/// The output vectors that a prediction stands for, or nothing where it is a class.
std::optional<arma::mat> predicted_vectors(const Problem& problem, const Prediction& prediction) {
  if (const auto* chosen = std::get_if<Chosen>(&prediction.value))
    return problem.output_vectors.rows(chosen->samples);
  if (const auto* outputs = std::get_if<validation::Outputs>(&prediction.value)) return outputs->vectors;
  return std::nullopt;
}

/// l(y_i, y'_i) for pairs of rows; the kernel is asked one block at a time.
arma::vec pairwise(const kernels::Kernel<kernels::Vectors>& kernel, const arma::mat& a, const arma::mat& b) {
  arma::vec values(a.n_rows);
  for (arma::uword i = 0; i < a.n_rows; ++i) {
    values(i) = arma::as_scalar(kernel.cross_gram(arma::mat(a.row(i)), arma::mat(b.row(i))));
  }
  return values;
}

}  // namespace

Measure class_measure(const std::string& name, const Problem& problem) {
  return {name, [&problem](const Prediction& prediction, const Indices& test) -> std::optional<arma::vec> {
            const std::vector<int> truth = classes_of(problem, test);
            if (const auto* chosen = std::get_if<Chosen>(&prediction.value)) {
              return losses::zero_one(truth, classes_of(problem, chosen->samples));
            }
            if (const auto* classes = std::get_if<validation::Classes>(&prediction.value)) {
              return losses::zero_one(truth, classes->classes);
            }
            return std::nullopt;
          }};
}

Measure feature_distance_measure(const std::string& name, const Problem& problem, bool squared,
                                 std::shared_ptr<const kernels::Kernel<kernels::Vectors>> kernel) {
  return {name,
          [&problem, squared, kernel](const Prediction& prediction,
                                      const Indices& test) -> std::optional<arma::vec> {
            const arma::vec& norms = problem.output_gram.diag();
            if (const auto* chosen = std::get_if<Chosen>(&prediction.value)) {
              arma::vec inner(test.n_elem);
              for (arma::uword i = 0; i < test.n_elem; ++i) {
                inner(i) = problem.output_gram(test(i), chosen->samples(i));
              }
              return losses::feature_distance(norms.elem(test), norms.elem(chosen->samples), inner, squared);
            }
            const auto* outputs = std::get_if<validation::Outputs>(&prediction.value);
            if (outputs == nullptr || kernel == nullptr) return std::nullopt;
            return losses::feature_distance(
                norms.elem(test), kernel->diagonal(outputs->vectors),
                pairwise(*kernel, problem.output_vectors.rows(test), outputs->vectors), squared);
          }};
}

Measure squared_error_measure(const std::string& name, const Problem& problem) {
  return {name, [&problem](const Prediction& prediction, const Indices& test) -> std::optional<arma::vec> {
            const std::optional<arma::mat> vectors = predicted_vectors(problem, prediction);
            if (!vectors) return std::nullopt;
            return losses::squared_error(problem.output_vectors.rows(test), *vectors);
          }};
}

Measure symbol_error_measure(const std::string& name, const Problem& problem) {
  return {name, [&problem](const Prediction& prediction, const Indices& test) -> std::optional<arma::vec> {
            const std::optional<std::vector<std::string>> strings = predicted_strings(problem, prediction);
            if (!strings) return std::nullopt;
            const std::vector<std::string> truth = validation::strings_of(problem.output_strings, test);
            return shares(losses::wrong_symbols(truth, *strings), lengths(truth));
          }};
}

Measure edit_error_measure(const std::string& name, const Problem& problem, EditUnit unit) {
  return {name,
          [&problem, unit](const Prediction& prediction, const Indices& test) -> std::optional<arma::vec> {
            const std::optional<std::vector<std::string>> strings = predicted_strings(problem, prediction);
            if (!strings) return std::nullopt;
            const std::vector<std::string> truth = validation::strings_of(problem.output_strings, test);
            arma::vec units = lengths(truth);
            if (unit == EditUnit::longer_string) units = arma::max(units, lengths(*strings));
            return shares(losses::edits(truth, *strings), units);
          }};
}

Measure string_error_measure(const std::string& name, const Problem& problem) {
  return {name, [&problem](const Prediction& prediction, const Indices& test) -> std::optional<arma::vec> {
            const std::optional<std::vector<std::string>> strings = predicted_strings(problem, prediction);
            if (!strings) return std::nullopt;
            return arma::conv_to<arma::vec>::from(
                losses::edits(validation::strings_of(problem.output_strings, test), *strings) > 0.0);
          }};
}

Measure as_percent_correct(const std::string& name, const Measure& error) {
  return {name, [error](const Prediction& prediction, const Indices& test) -> std::optional<arma::vec> {
            const std::optional<arma::vec> values = error.values(prediction, test);
            if (!values) return std::nullopt;
            return arma::vec(100.0 * (1.0 - *values));
          }};
}

}  // namespace preimage::experiments::shared
