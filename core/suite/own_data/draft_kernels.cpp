#include "suite/own_data/draft_kernels.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"
#include "preimage/models/column_transform.hpp"
#include "preimage/samples/table.hpp"
#include "suite/config/number.hpp"
#include "suite/config/reader.hpp"
#include "suite/registry/column_groups.hpp"
#include "suite/registry/kernel_table.hpp"

namespace preimage::suite::own_data {

namespace {

template <class Samples>
MedianDistance distance_under(const std::string& kernel, const Samples& inputs, const std::string& source) {
  const config::Value root = config::parse_yaml("input_kernel: " + kernel + "\n", "input_kernel");
  const config::Reader reader(root);
  const MedianDistance distance = median_distance<Samples>(
      registry::make_kernel<Samples>(reader.map("input_kernel")), inputs, kDraftSeed);
  if (!(distance.value > 0.0) || !(16.0 * distance.value * distance.value < arma::datum::inf))
    throw DataError(fmt::format("{}: the median distance between inputs is {}, which gives no bandwidth",
                                source, config::number_text(distance.value)));
  return distance;
}

std::size_t place_of(const std::string& input, const DraftFacts& facts) {
  return static_cast<std::size_t>(std::ranges::find(facts.inputs, input) - facts.inputs.begin());
}

std::vector<std::string> strings_of(const data::VectorData& table, std::size_t place) {
  return registry::strings_of(table.inputs.col(place), table.levels.at(place));
}

/// As the learners will see them, up to what a training set's own numbers change.
arma::mat scaled_numbers(const data::VectorData& table, const DraftFacts& facts) {
  models::ColumnOptions options{models::Scale::standard,
                                facts.gaps > 0 ? models::Missing::median : models::Missing::refuse};
  arma::mat numbers(table.inputs.n_rows, facts.numbers.size());
  if (!facts.categories.empty()) options.categories.names.resize(facts.numbers.size());
  for (std::size_t j = 0; j < facts.numbers.size(); ++j) {
    const std::size_t place = place_of(facts.numbers[j], facts);
    numbers.col(j) = table.inputs.col(place);
    if (table.levels.contains(place)) options.categories.names[j] = facts.numbers[j];
  }
  return models::ColumnTransform::fitted_to(numbers, options).apply(numbers);
}

}  // namespace

MedianDistance distance_of_strings(const std::string& kernel, const kernels::Strings& inputs,
                                   const std::string& source) {
  return distance_under(kernel, inputs, source);
}

void choose_input_kernel(const std::string& source, const data::VectorData& table, DraftFacts& facts) {
  if (facts.strings.empty()) {
    facts.input_kernel = {
        "{name: linear}",
        "its distances, the plain ones between two rows, feed the Gaussian of each learner"};
    facts.distance = distance_under(facts.input_kernel.yaml, scaled_numbers(table, facts), source);
    return;
  }
  const StringInput& first = facts.strings.front();
  if (facts.inputs.size() == 1) {
    facts.input_kernel = {
        first.kernel(first.values()),
        fmt::format("{} holds {}: {}, which the inner folds choose, as a vector of length 1",
                    base::excerpt(first.column), first.words(), first.kernel_words())};
    facts.distance_words = fmt::format(" at {} {}", first.parameter(), first.middle_value());
    facts.distance = distance_under(first.kernel(first.middle_value()), strings_of(table, 0), source);
    return;
  }
  samples::Table rows;
  if (!facts.numbers.empty()) {
    rows.columns.push_back({facts.numbers.front(), scaled_numbers(table, facts)});
    facts.distance_words = " at the middle weight";
  }
  for (const StringInput& input : facts.strings)
    rows.columns.push_back({input.column, strings_of(table, place_of(input.column, facts))});
  facts.input_kernel = {sum_text(facts.numbers, facts, true),
                        "a sum, one kernel for the numbers and one for each column of strings"};
  const std::size_t one = std::min<std::size_t>(facts.numbers.size(), 1);  // column for all of them
  facts.distance = distance_under(
      sum_text({facts.numbers.begin(), facts.numbers.begin() + static_cast<std::ptrdiff_t>(one)}, facts,
               false),
      rows, source);
}

void link_rows(const data::VectorData& table, DraftFacts& facts) {
  for (const StringInput& input : facts.strings) {
    std::optional<LinkedRows> linked =
        linked_rows(strings_of(table, place_of(input.column, facts)), input.kind);
    if (!linked) continue;
    facts.overlap = linked->overlap;
    facts.linked_words = linked->words(input.column);
    const bool fits = facts.folds.outer * linked->largest <= facts.samples;
    facts.linked = {fits ? input.column : "", std::move(linked->groups.of), linked->groups.names.size()};
    return;
  }
}

}  // namespace preimage::suite::own_data
