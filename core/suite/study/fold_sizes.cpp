#include "suite/study/fold_sizes.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"
#include "preimage/samples/folds.hpp"
#include "suite/config/config_error.hpp"
#include "suite/study/cells.hpp"
#include "suite/study/groups.hpp"
#include "suite/study/order.hpp"

namespace preimage::suite::study {

namespace {

void require_given(const std::vector<int>& folds) {
  if (folds.empty()) throw DataError("protocol.outer.given: the data set has no fold column");
  if (std::ranges::adjacent_find(folds, std::not_equal_to<>()) == folds.end())
    throw DataError("the fold column names fewer than 2 folds");
}

/// Of the sizes of the outer folds, in samples; of samples with groups in groups.
struct FoldSizes {
  std::size_t first = 0, smallest = 0, largest = 0;
};

/// How many of these each given fold has.
std::map<int, std::size_t> units_of_given_folds(const DrawSize& size) {
  if (size.groups == nullptr) return given_fold_sizes(size.given_folds);
  require_given(size.given_folds);
  std::map<int, std::set<int>> groups;
  for (std::size_t i = 0; i < size.samples; ++i) groups[size.given_folds[i]].insert(size.groups->of[i]);
  std::map<int, std::size_t> counts;
  for (const auto& [fold, of_fold] : groups) counts[fold] = of_fold.size();
  return counts;
}

FoldSizes fold_sizes(const Protocol& protocol, const DrawSize& size) {
  const std::size_t folds = protocol.outer_folds;
  const std::size_t rounded_up = (size.units() + folds - 1) / folds;
  if (!protocol.given_folds)
    return {rounded_up, size.units() / folds,
            rounded_up};  // as cut_into_folds deals; groups of one size likewise
  const std::map<int, std::size_t> sizes = units_of_given_folds(size);
  const auto [smallest, largest] =
      std::ranges::minmax_element(sizes, {}, [](const auto& fold) { return fold.second; });
  return {sizes.begin()->second, smallest->second, largest->second};
}

/// The smallest and the largest outer training set.
std::pair<std::size_t, std::size_t> training_sizes(const Protocol& protocol, const DrawSize& size) {
  const FoldSizes folds = fold_sizes(protocol, size);
  if (protocol.train_on == samples::TrainOn::first_fold) return {folds.first, folds.first};
  if (protocol.train_on == samples::TrainOn::one_fold) return {folds.smallest, folds.largest};
  const std::size_t left_out = protocol.nested_interval ? 2 : 1;  // folds
  return {size.units() - left_out * folds.largest, size.units() - folds.smallest};
}

/// throws  DataError for a group in two given folds
void require_whole_groups(const DrawSize& size) {
  require_given(size.given_folds);
  const Groups& groups = *size.groups;
  std::vector<std::optional<std::size_t>> first(groups.names.size());  // a sample of each group
  std::set<int> cut;
  std::string message;
  for (std::size_t i = 0; i < size.samples; ++i) {
    std::optional<std::size_t>& of_group = first[static_cast<std::size_t>(groups.of[i])];
    if (!of_group) of_group = i;
    if (size.given_folds[i] == size.given_folds[*of_group] || !cut.insert(groups.of[i]).second) continue;
    if (cut.size() > 1) continue;
    message = fmt::format("group {} of {} lies in two given outer folds, {} and {}",
                          base::excerpt(groups.names[static_cast<std::size_t>(groups.of[i])]), groups.column,
                          base::excerpt(size.fold_texts[*of_group]), base::excerpt(size.fold_texts[i]));
  }
  if (cut.empty()) return;
  if (cut.size() > 1)
    message += fmt::format("; so do {} of {} groups in all", cut.size(), groups.names.size());
  throw DataError(message + ": give all rows of a group one fold, or leave the folds out");
}

/// The smallest number of groups in an outer training set of these repetitions.
std::size_t fewest_training_groups(const Study& study, const Reading& reading, std::size_t repetitions,
                                   const DrawSize& size) {
  const Protocol& protocol = reading.protocol;
  if (protocol.given_folds) return training_sizes(protocol, size).first;
  const auto all = arma::regspace<arma::uvec>(0, size.samples - 1);
  const std::vector<int> strata = protocol.outer_stratified ? size.strata : std::vector<int>{};
  std::size_t fewest = size.units();
  for (std::size_t repetition = 0; repetition < repetitions; ++repetition) {
    base::Random random(seed_for(study, static_cast<int>(repetition), -1, "outer folds"));
    const auto parts = cut_into_parts(all, protocol.outer_folds, strata, size.groups.get(), random);
    for (const samples::Split& split : samples::make_splits(parts, protocol.train_on))
      fewest = std::min(fewest, group_count(*size.groups, split.train));
  }
  return fewest;
}

}  // namespace

std::size_t DrawSize::units() const {
  return groups == nullptr ? samples : groups->names.size();
}

std::map<int, std::size_t> given_fold_sizes(const std::vector<int>& folds) {
  require_given(folds);
  std::map<int, std::size_t> sizes;
  for (const int name : folds) ++sizes[name];
  return sizes;
}

std::vector<samples::Split> outer_splits_in_order(const Protocol& protocol, const DrawSize& size) {
  const auto all = arma::regspace<arma::uvec>(0, size.samples - 1);
  return ordered_splits(all, protocol.outer_folds, protocol, size.times.get());
}

bool leaves_one_out(const Protocol& protocol, const DrawSize& size) {
  return !protocol.has_fixed_folds() && protocol.train_on != samples::TrainOn::first_fold &&
         protocol.outer_folds == size.units();
}

bool inner_folds_vary(const Protocol& protocol, const DrawSize& size) {
  if (protocol.ordered) return false;
  const auto [smallest, largest] = training_sizes(protocol, size);
  const std::size_t samples = size.groups == nullptr ? largest : size.samples;  // of groups at most so many
  const bool are_drawn_from = protocol.inner_samples && *protocol.inner_samples < samples;
  return are_drawn_from || smallest != largest || protocol.inner_folds != largest;
}

void require_enough_samples(const Study& study, const Reading& reading, std::size_t repetitions,
                            const DrawSize& size) {
  const Protocol& protocol = reading.protocol;
  const auto fail = [&](const std::string& key, const std::string& message) {
    const std::string where =
        study.readings.size() > 1 && !study.point_reader ? " in reading '" + reading.name + "'" : "";
    throw ConfigError(fmt::format("{}{}: protocol.{}: {}", study.config, where, key, message));
  };
  const auto require = [&](const std::string& key, std::size_t folds, std::size_t most,
                           const std::string& what) {
    if (folds > most)
      fail(key + ".folds", fmt::format("expected at most {}, {}, found {}", most, what, folds));
  };
  if (protocol.ordered) {
    std::string key = "outer.ordered", where;
    try {
      for (const samples::Split& outer : outer_splits_in_order(protocol, size)) {
        key = "inner.folds";
        where = fmt::format(" (of an outer training set of {})", outer.train.n_elem);
        ordered_splits(outer.train, protocol.inner_folds, protocol, size.times.get());
      }
    } catch (const std::invalid_argument& error) {
      fail(key, error.what() + where);
    }
  } else if (size.groups == nullptr) {
    if (!protocol.given_folds) require("outer", protocol.outer_folds, size.samples, "the number of samples");
    if (protocol.nested_interval)
      require("outer", protocol.outer_folds, size.samples / 2,
              "as protocol.interval: nested_cv needs 2 samples in each");
    require("inner", protocol.inner_folds, training_sizes(protocol, size).first,
            "the size of the smallest training set");
  } else {
    const std::string groups = "the number of groups of " + size.groups->column;
    if (protocol.given_folds)
      require_whole_groups(size);
    else
      require("outer", protocol.outer_folds, size.units(), groups + " (which leaves one group out)");
    require("inner", protocol.inner_folds, fewest_training_groups(study, reading, repetitions, size),
            groups + " in the smallest training set");
  }
  if (protocol.inner_samples)
    require("inner", protocol.inner_folds, *protocol.inner_samples, "protocol.inner.samples");
}

}  // namespace preimage::suite::study
