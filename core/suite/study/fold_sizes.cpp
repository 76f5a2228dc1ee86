#include "suite/study/fold_sizes.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/config/config_error.hpp"

namespace preimage::suite::study {

namespace {

void require_given(const std::vector<int>& folds) {
  if (folds.empty()) throw DataError("protocol.outer.given: the data set has no fold column");
  if (std::adjacent_find(folds.begin(), folds.end(), std::not_equal_to<>()) == folds.end())
    throw DataError("the fold column names fewer than 2 folds");
}

/// Of the sizes of the outer folds.
struct FoldSizes {
  std::size_t first = 0, smallest = 0, largest = 0;
};

FoldSizes fold_sizes(const Protocol& protocol, const DrawSize& size) {
  const std::size_t folds = protocol.outer_folds;
  const std::size_t rounded_up = (size.samples + folds - 1) / folds;
  if (!protocol.given_folds)
    return {rounded_up, size.samples / folds, rounded_up};  // as cut_into_folds deals
  const std::map<int, std::size_t> sizes = given_fold_sizes(size.given_folds);
  const auto [smallest, largest] = std::minmax_element(
      sizes.begin(), sizes.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return {sizes.begin()->second, smallest->second, largest->second};
}

/// The smallest and the largest outer training set.
std::pair<std::size_t, std::size_t> training_sizes(const Protocol& protocol, const DrawSize& size) {
  const FoldSizes folds = fold_sizes(protocol, size);
  if (protocol.train_on == samples::TrainOn::first_fold) return {folds.first, folds.first};
  if (protocol.train_on == samples::TrainOn::one_fold) return {folds.smallest, folds.largest};
  return {size.samples - folds.largest, size.samples - folds.smallest};
}

}  // namespace

std::map<int, std::size_t> given_fold_sizes(const std::vector<int>& folds) {
  require_given(folds);
  std::map<int, std::size_t> sizes;
  for (const int name : folds) ++sizes[name];
  return sizes;
}

bool leaves_one_out(const Protocol& protocol, const DrawSize& size) {
  return !protocol.given_folds && protocol.train_on != samples::TrainOn::first_fold &&
         protocol.outer_folds == size.samples;
}

bool inner_folds_vary(const Protocol& protocol, const DrawSize& size) {
  const auto [smallest, largest] = training_sizes(protocol, size);
  const bool are_drawn_from = protocol.inner_samples && *protocol.inner_samples < largest;
  return are_drawn_from || smallest != largest || protocol.inner_folds != largest;
}

void require_enough_samples(const Study& study, const Reading& reading, const DrawSize& size) {
  const Protocol& protocol = reading.protocol;
  const auto require = [&](const char* key, std::size_t folds, std::size_t most, const char* what) {
    if (folds <= most) return;
    const std::string where = study.readings.size() > 1 ? " in reading '" + reading.name + "'" : "";
    throw ConfigError(fmt::format("{}{}: protocol.{}.folds: expected at most {}, {}, found {}", study.config,
                                  where, key, most, what, folds));
  };
  if (!protocol.given_folds) require("outer", protocol.outer_folds, size.samples, "the number of samples");
  require("inner", protocol.inner_folds, training_sizes(protocol, size).first,
          "the size of the smallest training set");
  if (protocol.inner_samples)
    require("inner", protocol.inner_folds, *protocol.inner_samples, "protocol.inner.samples");
}

}  // namespace preimage::suite::study
