#include "suite/own_data/target_warnings.hpp"

#include <cmath>
#include <map>
#include <variant>

#include <fmt/format.h>

#include "preimage/base/text.hpp"

namespace preimage::suite::own_data {

namespace {

/// Whether each number has one target, and each target one number, and there are two at least.
bool are_one_to_one(const arma::vec& input, const arma::vec& target) {
  std::map<double, double> forth, back;
  for (arma::uword i = 0; i < input.n_elem; ++i) {
    if (input(i) != input(i)) continue;  // a gap
    if (forth.emplace(input(i), target(i)).first->second != target(i)) return false;
    if (back.emplace(target(i), input(i)).first->second != input(i)) return false;
  }
  return forth.size() > 1;
}

bool are_equal(const arma::vec& input, const arma::vec& target) {
  bool varies = false;
  double first = arma::datum::nan;
  for (arma::uword i = 0; i < input.n_elem; ++i) {
    if (input(i) != input(i)) continue;
    if (input(i) != target(i)) return false;
    if (first != first) first = input(i);
    varies = varies || input(i) != first;
  }
  return varies;
}

/// How many rows the column misleads about their class: rows with a value of several have the class of most
/// of these, others that of the next value. All, where the class changes along the values more than twice for
/// each class and each row that is misled: so it does along what names rows or groups, which tells nothing of
/// new ones.
std::size_t misled_by(const arma::vec& input, const arma::vec& target) {
  std::map<double, std::map<double, std::size_t>> classes;  // counts by value
  for (arma::uword i = 0; i < input.n_elem; ++i)
    if (input(i) == input(i)) ++classes[input(i)][target(i)];
  struct Value {
    double at, commonest;
    std::size_t count, of_commonest;
  };
  std::vector<Value> values;
  for (const auto& [at, counts] : classes) {
    Value value{at, 0.0, 0, 0};
    for (const auto& [name, count] : counts) {
      value.count += count;
      if (count > value.of_commonest) {
        value.of_commonest = count;
        value.commonest = name;
      }
    }
    values.push_back(value);
  }
  std::size_t misled = input.n_elem - arma::uvec(arma::find_finite(input)).n_elem, changes = 0;
  for (std::size_t v = 0; v < values.size(); ++v) {
    const Value& value = values[v];
    changes += v > 0 && values[v - 1].commonest != value.commonest ? 1 : 0;
    misled += value.count - value.of_commonest;
    if (value.count > 1) continue;
    const double below = v > 0 ? value.at - values[v - 1].at : arma::datum::inf;
    const double above = v + 1 < values.size() ? values[v + 1].at - value.at : arma::datum::inf;
    if (std::isinf(below) && std::isinf(above)) continue;
    misled += values[below <= above ? v - 1 : v + 1].commonest == value.commonest ? 0 : 1;
  }
  const std::size_t different = arma::vec(arma::unique(target)).n_elem;
  return changes <= 2 * (different + misled) ? misled : input.n_elem;
}

/// "alone tells all but 1 of 200 rows of the target", where guessing would miss a tenth of the rows at least;
/// "" otherwise.
std::string nearly_tells(const arma::vec& input, const arma::vec& target, bool are_classes) {
  constexpr arma::uword kFewestRows = 50;
  if (input.n_elem < kFewestRows) return "";
  if (are_classes) {
    const std::size_t guessed = misled_by(arma::vec(input.n_elem, arma::fill::zeros), target);
    const std::size_t misled = misled_by(input, target);
    if (10 * guessed < input.n_elem || 50 * misled > input.n_elem) return "";
    return fmt::format("alone tells all but {} of {} rows of", misled, input.n_elem);
  }
  const arma::uvec known = arma::find_finite(input);
  if (known.n_elem < kFewestRows) return "";
  const arma::mat r = arma::cor(arma::vec(input.elem(known)), arma::vec(target.elem(known)));
  return std::abs(r(0)) >= 0.9995 && std::abs(r(0)) <= 2.0
             ? fmt::format("is nearly a line in (correlation {:.5f})", r(0))
             : "";
}

}  // namespace

std::vector<std::pair<std::string, arma::vec>> target_columns(const OwnData& data) {
  std::vector<std::pair<std::string, arma::vec>> targets;
  const auto* outputs = std::get_if<data::Outputs>(&data.outputs);
  if (outputs == nullptr) return targets;
  const std::vector<std::string>& names = data.columns.outputs;
  if (const auto* vectors = std::get_if<arma::mat>(outputs)) {
    for (arma::uword j = 0; j < vectors->n_cols; ++j) targets.emplace_back(names.at(j), vectors->col(j));
  } else if (const auto* classes = std::get_if<data::ClassOutputs>(outputs)) {
    targets.emplace_back(names.at(0), arma::conv_to<arma::vec>::from(classes->labels));
  } else if (const auto* sets = std::get_if<data::LabelSetOutputs>(outputs);
             sets != nullptr && names.size() > 1) {
    for (std::size_t j = 0; j < names.size(); ++j) {
      arma::vec column(sets->sets.size());
      for (arma::uword i = 0; i < column.n_elem; ++i)
        column(i) = sets->sets[i].contains(static_cast<int>(j)) ? 1 : 0;
      targets.emplace_back(names[j], std::move(column));
    }
  }
  return targets;
}

std::vector<std::string> target_warnings(const OwnData& data) {
  const auto* inputs = std::get_if<arma::mat>(&data.inputs);
  if (inputs == nullptr) return {};
  const auto* outputs = std::get_if<data::Outputs>(&data.outputs);
  const bool are_classes = outputs != nullptr && std::holds_alternative<data::ClassOutputs>(*outputs);
  std::vector<std::string> lines;
  for (const auto& [name, target] : target_columns(data)) {
    for (arma::uword j = 0; j < inputs->n_cols; ++j) {
      const arma::vec input = inputs->col(j);
      const bool is_category = data.levels.contains(j);
      if (is_category && !are_classes) continue;  // levels are no numbers
      const bool is_it = are_classes ? are_one_to_one(input, target) : are_equal(input, target);
      const std::string how = !is_it        ? nearly_tells(input, target, are_classes)
                              : is_category ? "has one text for each class of"
                              : are_classes ? "has one number for each class of"
                                            : "equals";
      if (how.empty()) continue;
      lines.push_back(fmt::format(
          "input column {} {} the target {}: leave it out, `except: [{}]`, unless new rows have it, too",
          base::excerpt(data.columns.inputs[j]), how, base::excerpt(name), data.columns.inputs[j]));
    }
  }
  return lines;
}

}  // namespace preimage::suite::own_data
