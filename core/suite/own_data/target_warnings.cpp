#include "suite/own_data/target_warnings.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <variant>

#include <fmt/format.h>

#include "preimage/base/text.hpp"
#include "suite/own_data/group_columns.hpp"

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
  const arma::uvec known = arma::find(input == input);
  const arma::vec values = input.elem(known);
  return !values.is_empty() && values.min() < values.max() && arma::all(values == target.elem(known));
}

/// How many rows the column misleads about their class: rows with a value of several have the class of most
/// of these, others that of the next value. All, where the class changes along the values more than twice for
/// each class and each row that is misled: so it does along what names rows or groups, which tells nothing of
/// new ones.
std::size_t misled_by(const arma::vec& input, const arma::vec& target) {
  std::map<double, std::map<double, std::size_t>> classes;  // counts by value
  for (arma::uword i = 0; i < input.n_elem; ++i) ++classes[input(i)][target(i)];
  struct Value {
    double at, commonest;
    std::size_t count, of_commonest;
  };
  std::vector<Value> values;
  for (const auto& [at, counts] : classes) {
    std::size_t count = 0;
    for (const auto& [name, of_name] : counts) count += of_name;
    const auto commonest = std::ranges::max_element(counts, {}, [](const auto& one) { return one.second; });
    values.push_back({at, commonest->first, count, commonest->second});
  }
  std::size_t misled = 0, changes = 0;
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
/// "" otherwise. Of rows with a value.
std::string nearly_tells(const arma::vec& with_gaps, const arma::vec& of_all, bool are_classes) {
  constexpr arma::uword kFewestRows = 50;
  const arma::uvec known = arma::find_finite(with_gaps);
  if (known.n_elem < kFewestRows) return "";
  const arma::vec input = with_gaps.elem(known), target = of_all.elem(known);
  if (are_classes) {
    const std::size_t guessed = misled_by(arma::vec(input.n_elem, arma::fill::zeros), target);
    const std::size_t misled = misled_by(input, target);
    if (10 * guessed < input.n_elem || 50 * misled > input.n_elem) return "";
    return fmt::format("alone tells all but {} of {} rows{} of", misled, input.n_elem,
                       input.n_elem < with_gaps.n_elem ? " with a value" : "");
  }
  const auto is_near = [](double r) { return std::abs(r) >= 0.9995 && std::abs(r) <= 2.0; };
  const double r = arma::as_scalar(arma::cor(input, target));
  if (is_near(r)) return fmt::format("is nearly a line in (correlation {:.5f})", r);
  const auto of_ranks = [&](arma::uword n) {
    return arma::as_scalar(
        arma::cor(ranks_of(arma::vec(input.head(n))), ranks_of(arma::vec(target.head(n)))));
  };
  // Many equal values are in one order by chance; few rows are looked at first, for all are costly.
  const bool differ = 2 * arma::vec(arma::unique(input.head(kFewestRows))).n_elem >= kFewestRows;
  if (!differ || !(std::abs(of_ranks(kFewestRows)) > 0.9)) return "";
  const double all = of_ranks(input.n_elem);
  return is_near(all) ? fmt::format("has nearly the order of (rank correlation {:.5f})", all) : "";
}

}  // namespace

std::vector<std::string> target_warnings(const OwnData& data) {
  const auto* inputs = std::get_if<arma::mat>(&data.inputs);
  const std::optional<arma::mat> targets = output_numbers(data);
  if (inputs == nullptr || !targets) return {};
  const bool are_classes = data.columns.output_kind == data::OutputKind::class_label;
  std::vector<std::string> lines;
  for (arma::uword t = 0; t < targets->n_cols; ++t) {
    const arma::vec target = targets->col(t);
    for (arma::uword j = 0; j < inputs->n_cols; ++j) {
      const arma::vec input = inputs->col(j);
      const bool is_category = data.levels.contains(j);
      if (is_category && !are_classes) continue;  // levels are no numbers
      const bool is_it = are_classes ? are_one_to_one(input, target) : are_equal(input, target);
      const bool is_string = data.columns.is_string(data.columns.inputs[j]);  // numbered by its rows
      const std::string how = !is_it        ? is_string ? "" : nearly_tells(input, target, are_classes)
                                     : is_category ? "has one text for each class of"
                              : are_classes ? "has one number for each class of"
                                            : "equals";
      if (how.empty()) continue;
      lines.push_back(
          fmt::format("input column {} {} the target {}: leave it out (`{}` below `except`), unless new rows "
                      "have it, too",
                      base::excerpt(data.columns.inputs[j]), how, base::excerpt(data.columns.outputs.at(t)),
                      data.columns.inputs[j]));
    }
  }
  return lines;
}

}  // namespace preimage::suite::own_data
