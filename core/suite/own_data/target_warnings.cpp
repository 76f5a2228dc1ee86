#include "suite/own_data/target_warnings.hpp"

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

/// A column of numbers for each output column, by its name.
std::vector<std::pair<std::string, arma::vec>> targets_of(const OwnData& data) {
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

}  // namespace

std::vector<std::string> target_warnings(const OwnData& data) {
  const auto* inputs = std::get_if<arma::mat>(&data.inputs);
  if (inputs == nullptr) return {};
  const auto* outputs = std::get_if<data::Outputs>(&data.outputs);
  const bool are_classes = outputs != nullptr && std::holds_alternative<data::ClassOutputs>(*outputs);
  std::vector<std::string> lines;
  for (const auto& [name, target] : targets_of(data)) {
    for (arma::uword j = 0; j < inputs->n_cols; ++j) {
      const arma::vec input = inputs->col(j);
      const bool is_category = data.levels.contains(j);
      if (is_category && !are_classes) continue;  // levels are no numbers
      if (!(are_classes ? are_one_to_one(input, target) : are_equal(input, target))) continue;
      lines.push_back(
          fmt::format("input column {} {} {}: leave it out, `except: [{}]`, unless new rows have it, too",
                      base::excerpt(data.columns.inputs[j]),
                      is_category   ? "has one text for each class of the target"
                      : are_classes ? "has one number for each class of the target"
                                    : "equals the target",
                      base::excerpt(name), data.columns.inputs[j]));
    }
  }
  return lines;
}

}  // namespace preimage::suite::own_data
