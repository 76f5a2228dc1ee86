#include "preimage/base/ties.hpp"

#include <algorithm>
#include <functional>
#include <queue>
#include <stdexcept>

#include <fmt/format.h>

namespace preimage::base {

namespace {

void require_values(std::span<const double> values, std::span<const double> errors, std::size_t count) {
  if (values.size() != errors.size() || values.size() < count)
    throw std::invalid_argument(
        fmt::format("ties: the best {} of {} values with {} errors", count, values.size(), errors.size()));
}

/// sign 1: the smallest; -1: the largest.
std::size_t first_best(std::span<const double> values, std::span<const double> errors, double sign) {
  require_values(values, errors, 1);
  double least = sign * values[0] + errors[0];
  for (std::size_t j = 1; j < values.size(); ++j) least = std::min(least, sign * values[j] + errors[j]);
  std::size_t first = 0;
  while (!(sign * values[first] - errors[first] <= least) && first + 1 < values.size()) ++first;
  return first;
}

/// The count-th smallest upper end v + e: what is picked lies at or below it.
double upper_end(std::span<const double> values, std::span<const double> errors, std::size_t count) {
  std::vector<double> ends(values.size());
  for (std::size_t j = 0; j < ends.size(); ++j) ends[j] = values[j] + errors[j];
  const auto last = ends.begin() + static_cast<std::ptrdiff_t>(count - 1);
  std::nth_element(ends.begin(), last, ends.end());
  return *last;
}

}  // namespace

std::size_t first_smallest(std::span<const double> values, std::span<const double> errors) {
  return first_best(values, errors, 1.0);
}

std::size_t first_largest(std::span<const double> values, std::span<const double> errors) {
  return first_best(values, errors, -1.0);
}

std::vector<std::size_t> equal_to_smallest(std::span<const double> values, std::span<const double> errors) {
  require_values(values, errors, 1);
  const double least = upper_end(values, errors, 1);
  std::vector<std::size_t> equal;
  for (std::size_t j = 0; j < values.size(); ++j)
    if (values[j] - errors[j] <= least) equal.push_back(j);
  return equal;
}

std::vector<std::size_t> smallest_in_order(std::span<const double> values, std::span<const double> errors,
                                           std::size_t count) {
  require_values(values, errors, count);
  std::vector<std::size_t> picked;
  if (count == 0) return picked;
  const double last = upper_end(values, errors, count);
  std::vector<std::size_t> by_lower;  // positions that may be picked
  for (std::size_t j = 0; j < values.size(); ++j)
    if (values[j] - errors[j] <= last) by_lower.push_back(j);
  std::vector<std::size_t> by_upper = by_lower;
  const auto lower = [&](std::size_t j) { return values[j] - errors[j]; };
  const auto upper = [&](std::size_t j) { return values[j] + errors[j]; };
  std::sort(by_lower.begin(), by_lower.end(),
            [&](std::size_t a, std::size_t b) { return lower(a) < lower(b); });
  std::sort(by_upper.begin(), by_upper.end(),
            [&](std::size_t a, std::size_t b) { return upper(a) < upper(b); });
  // The least upper end of those left only rises, so a position that has become equal to the best stays so.
  std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> equal;
  std::vector<bool> is_picked(values.size(), false);
  for (std::size_t u = 0, l = 0; picked.size() < count;) {
    while (is_picked[by_upper[u]]) ++u;
    for (; l < by_lower.size() && lower(by_lower[l]) <= upper(by_upper[u]); ++l) equal.push(by_lower[l]);
    picked.push_back(equal.top());
    is_picked[equal.top()] = true;
    equal.pop();
  }
  return picked;
}

}  // namespace preimage::base
