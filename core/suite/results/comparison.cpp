#include "suite/results/comparison.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "suite/results/result_table.hpp"
#include "suite/results/table_words.hpp"

namespace preimage::suite::results {

namespace {

using Sizes = std::vector<std::size_t>;

/// The differences that a test is made of, and the test.
struct Design {
  std::string method;
  bool over_repetitions = false;  // else over the folds of all repetitions
  double test_to_train = 0.0;     // of overlapping training sets; 0: they do not overlap
};

/// Whether all repetitions have the same splits and are several draws all the same: of what the methods draw
/// themselves.
bool repeats_own_draws(const study::Reading& reading, bool same_splits) {
  return reading.protocol.has_fixed_folds() && !reading.experiment.redraws_data && !same_splits;
}

/// Whether the repetitions of a learner differ in such draws.
bool is_random(const study::Reading& reading, const std::string& learner) {
  return std::ranges::any_of(reading.learners,
                             [&](const auto& other) { return other.name == learner && other.is_random; });
}

/// Of numbers of a program outside, by what its config says that a repetition draws; nothing where that is
/// neither data nor splits.
std::optional<Design> design_outside(const study::Experiment& experiment, std::size_t repetitions) {
  if (!experiment.train_share || repetitions < 2) return std::nullopt;
  const double ratio = (1.0 - *experiment.train_share) / *experiment.train_share;
  return Design{fmt::format("corrected resampled t-test (Nadeau and Bengio 2003) over {} repetitions, each a "
                            "new split of the same samples, n_test / n_train = {:.4g}",
                            repetitions, ratio),
                true, ratio};
}

/// Nothing where there is one split, or the sizes of folds are not known.
/// same_splits  repetitions are one draw (TableHead)
std::optional<Design> design_of(const study::Reading& reading, bool same_splits, std::size_t repetitions,
                                const Sizes& test_sizes, const Sizes& train_sizes) {
  const std::size_t folds = test_sizes.size();
  if (reading.experiment.redraws_data && repetitions >= 2) {
    return Design{
        fmt::format("paired t-test over {} repetitions, each a draw of its own of what is random in the data",
                    repetitions),
        true, 0.0};
  }
  if (reading.experiment.outside) return design_outside(reading.experiment, repetitions);
  if (repeats_own_draws(reading, same_splits) && folds == 1 && repetitions >= 2) {
    return Design{
        fmt::format("paired t-test over {} repetitions on one split, each with the methods' own random draws "
                    "drawn anew: about these draws, not about other data",
                    repetitions),
        true, 0.0};
  }
  if (folds < 2 || std::ranges::count(test_sizes, 0U) > 0) return std::nullopt;
  const double ratio =
      mean_test_to_train(test_sizes, reading.protocol.train_on == samples::TrainOn::one_fold, train_sizes);
  std::string over = fmt::format("{} x {} folds of the same samples", repetitions, folds);
  if (same_splits)
    over = fmt::format("{} {} folds", folds,
                       reading.protocol.given_folds    ? "given"
                       : reading.protocol.ordered      ? "ordered"
                       : reading.experiment.has_groups ? "leave-one-group-out"
                                                       : "leave-one-out");
  if (same_splits && repetitions > 1) over += fmt::format(", each averaged over {} repetitions", repetitions);
  return Design{fmt::format("corrected resampled t-test (Nadeau and Bengio 2003) over {}, n_test / n_train = "
                            "{:.4g}",
                            over, ratio),
                false, ratio};
}

/// Of each fold; nothing where it is missing.
FoldLosses differences(const FoldLosses& better, const FoldLosses& other) {
  if (better.size() != other.size()) return {};
  FoldLosses all(better.size());
  for (std::size_t r = 0; r < better.size(); ++r) {
    for (std::size_t f = 0; f < better[r].size(); ++f) {
      const bool are_there = better[r][f] && other[r][f];
      all[r].push_back(are_there ? std::optional(records::difference_of_losses(*other[r][f], *better[r][f]))
                                 : std::nullopt);
    }
  }
  return all;
}

/// What a test takes: a number for each draw. Nothing where a fold is missing.
std::optional<std::vector<double>> by_draw(const FoldLosses& losses, const Design& design) {
  if (!is_complete(losses)) return std::nullopt;
  return design.over_repetitions ? repetition_means(losses) : all_folds(losses);
}

records::PairedTest test_of(const std::vector<double>& values, const Design& design) {
  return design.test_to_train == 0.0 ? records::paired_t_test(values)
                                     : records::corrected_resampled_t_test(values, design.test_to_train);
}

/// A method's number in a group.
struct Entry {
  std::string title, learner;
  double mean = 0.0;
};

/// Numbers of one measure that a table has side by side.
struct Group {
  std::string title, measure;
  std::vector<Entry> entries;
};

void add_entry(Group& group, const std::string& title, const Number& number) {
  if (number.ours) group.entries.push_back({title, number.learner, number.ours->mean});
}

std::vector<Group> groups_of(const ResultTable& table) {
  std::map<std::string, std::size_t> rows_of;
  for (const TableRow& row : table.rows) ++rows_of[row.measure];
  std::vector<Group> groups;
  for (const TableRow& row : table.rows) {
    if (rows_of[row.measure] == 1) {
      Group& group = groups.emplace_back(Group{row.title, row.measure, {}});
      for (std::size_t c = 0; c < row.numbers.size(); ++c) add_entry(group, table.columns[c], row.numbers[c]);
      continue;
    }
    for (std::size_t c = 0; c < row.numbers.size(); ++c) {
      const std::string title = shown_name(row.measure) + ", " + table.columns[c];
      auto group = std::ranges::find(groups, title, &Group::title);
      if (group == groups.end()) group = groups.insert(groups.end(), Group{title, row.measure, {}});
      add_entry(*group, row.title, row.numbers[c]);
    }
  }
  // Where the columns are not shared, a row's methods are alone in theirs: nothing to compare, nothing to
  // say.
  std::erase_if(groups, [&](const Group& g) { return rows_of[g.measure] > 1 && g.entries.size() < 2; });
  return groups;
}

/// The losses as the reading's test takes them.
FoldLosses losses_for(bool same_splits, std::size_t repetitions, FoldLosses losses) {
  return same_splits ? averaged_over_repetitions(losses) : repeated(std::move(losses), repetitions);
}

constexpr const char* kOneSplit = "one split of the data: nothing says how far chance reaches";
constexpr const char* kNoDraws =
    "the config does not say that repetitions draw new data or new splits (`draws`): nothing says how far "
    "chance "
    "reaches";

/// Why there is no test.
std::string why_none(const study::Reading& reading, std::size_t repetitions, std::size_t folds) {
  if (reading.experiment.outside && repetitions > 1) return kNoDraws;
  return folds < 2 ? kOneSplit : "no record says how many samples each fold tests on";
}

RowComparison compare_group(Group group, const study::Reading& reading, bool same_splits,
                            const LossLookup& losses, const Sizes& test_sizes, const Sizes& train_sizes) {
  RowComparison result{group.title, group.measure, "", "", {}, ""};
  if (group.entries.size() < 2) {
    result.none = "fewer than two methods have this number";
    return result;
  }
  const double sign = reading.experiment.gains.contains(group.measure) ? -1.0 : 1.0;
  std::ranges::stable_sort(group.entries, {}, [&](const Entry& entry) { return sign * entry.mean; });
  const Entry& first = group.entries.front();
  const FoldLosses all_of_best = losses(group.measure, first.learner);
  std::size_t repetitions = 0;  // of a learner that draws nothing there is one, beside those of others
  for (const Entry& entry : group.entries)
    repetitions = std::max(repetitions, losses(group.measure, entry.learner).size());
  const std::optional<Design> design = design_of(reading, same_splits, repetitions, test_sizes, train_sizes);
  if (!design) {
    result.none = why_none(reading, repetitions, all_of_best.front().size());
    return result;
  }
  const FoldLosses best = losses_for(same_splits, repetitions, all_of_best);
  result.best = first.learner;
  result.method = design->method;
  std::vector<double> p;
  const bool is_of_own_draws = repeats_own_draws(reading, same_splits);
  for (auto entry = group.entries.begin() + 1; entry != group.entries.end(); ++entry) {
    // Of two that draw none, every repetition says the same: no chance to measure their difference by.
    if (is_of_own_draws && !is_random(reading, first.learner) && !is_random(reading, entry->learner))
      continue;
    auto d = by_draw(
        differences(best, losses_for(same_splits, repetitions, losses(group.measure, entry->learner))),
        *design);
    if (!d) continue;  // a mean is there, so no fold is missing
    for (double& difference : *d) difference *= sign;
    const records::PairedTest test = test_of(*d, *design);
    result.comparisons.push_back({first.title, entry->title, entry->learner, test, 1.0});
    p.push_back(test.p);
  }
  if (is_of_own_draws && p.empty()) return {group.title, group.measure, "", "", {}, kOneSplit};
  const std::vector<double> adjusted = records::holm_adjusted(p);
  for (std::size_t i = 0; i < adjusted.size(); ++i) result.comparisons[i].adjusted_p = adjusted[i];
  return result;
}

}  // namespace

double mean_test_to_train(const std::vector<std::size_t>& test_sizes, bool trains_on_one_fold,
                          const std::vector<std::size_t>& train_sizes) {
  const double folds = static_cast<double>(test_sizes.size());
  // Every sample is tested once, or, where one fold trains, by all folds but its own.
  const double tested =
      static_cast<double>(std::accumulate(test_sizes.begin(), test_sizes.end(), std::size_t{0}));
  const double samples = trains_on_one_fold ? tested / (folds - 1.0) : tested;
  double sum = 0.0;
  for (std::size_t f = 0; f < test_sizes.size(); ++f) {
    const double n_test = static_cast<double>(test_sizes[f]);
    sum += n_test / (train_sizes.empty() ? samples - n_test : static_cast<double>(train_sizes[f]));
  }
  return sum / folds;
}

std::vector<RowComparison> compare_methods(const ResultTable& table, const study::Reading& reading,
                                           const LossLookup& losses,
                                           const std::vector<std::size_t>& test_sizes,
                                           const std::vector<std::size_t>& train_sizes) {
  std::vector<RowComparison> rows;
  for (Group& group : groups_of(table)) {
    if (!reading.experiment.descriptive_measures.contains(group.measure))
      rows.push_back(
          compare_group(std::move(group), reading, table.head.same_splits, losses, test_sizes, train_sizes));
  }
  return rows;
}

void add_intervals(ResultTable& table, const study::Reading& reading, const LossLookup& losses,
                   const std::vector<std::size_t>& test_sizes, const std::vector<std::size_t>& train_sizes) {
  const bool same_splits = table.head.same_splits;
  const std::set<std::string>& descriptive = reading.experiment.descriptive_measures;
  for (TableRow& row : table.rows) {
    if (descriptive.contains(row.measure)) continue;
    for (Number& number : row.numbers) {
      if (!number.ours) continue;
      const FoldLosses all = losses(row.measure, number.learner);
      const std::optional<Design> design =
          design_of(reading, same_splits, all.size(), test_sizes, train_sizes);
      if (!design || (repeats_own_draws(reading, same_splits) && test_sizes.size() == 1)) continue;
      const auto values = by_draw(losses_for(same_splits, all.size(), all), *design);
      if (!values) continue;
      const records::PairedTest test = test_of(*values, *design);
      number.interval = Interval{test.low, test.high};
      table.interval_method = design->method;
    }
  }
}

void add_nested_intervals(ResultTable& table, const study::Reading& reading, const NestedLookup& losses) {
  const bool is_incomplete = table.head.failed + table.head.missing > 0;
  std::vector<std::string> without;
  for (TableRow& row : table.rows) {
    if (reading.experiment.descriptive_measures.contains(row.measure)) continue;
    for (Number& number : row.numbers) {
      if (!number.ours) continue;
      if (const auto cuts = losses(row.measure, number.learner)) {
        number.interval = nested_interval(*cuts);
        table.interval_method = fmt::format(
            "nested cross-validation (Bates, Hastie and Tibshirani 2023) over {} cuts into {} folds, for the "
            "model fitted to all samples",
            cuts->size(), reading.protocol.outer_folds);
        continue;
      }
      if (is_incomplete) number.interval.reset();
      if (without.empty() || without.back() != row.title) without.push_back(row.title);
    }
  }
  if (without.empty()) return;
  const std::string titles = fmt::format("{}", fmt::join(without, ", "));
  table.head.remarks.push_back(
      is_incomplete
          ? fmt::format("no 95 % interval of {}: nested cross-validation takes results of all its cells, and "
                        "measures with a value of each sample",
                        titles)
          : fmt::format(
                "95 % of {}: by the corrected resampled t-test, of the mean; nested cross-validation takes "
                "measures with a value of each sample",
                titles));
}

}  // namespace preimage::suite::results
