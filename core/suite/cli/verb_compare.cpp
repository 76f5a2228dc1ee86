#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>
#include <set>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/cli/standard_streams.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/config/number.hpp"
#include "suite/records/record_store.hpp"
#include "suite/records/result_differences.hpp"
#include "suite/records/results_folder.hpp"
#include "suite/results/regression.hpp"

namespace preimage::suite::cli {

namespace fs = std::filesystem;
using records::ResultRecord;

namespace {

std::string text_of(const records::ResultDifferences& differences) {
  std::vector<std::string> words;
  for (const auto& [field, difference] : differences) {
    std::string word =
        fmt::format("{}: {} value{}", field, difference.values, difference.values == 1 ? "" : "s");
    if (difference.largest > 0.0 || difference.example.empty())
      word += fmt::format(", by up to {:.2g}", difference.largest);
    if (!difference.example.empty()) word += ", " + difference.example;
    words.push_back(word);
  }
  return fmt::format("{}", fmt::join(words, "; "));
}

struct Side {
  fs::path folder;
  const char* name;  // "A", "B"
  records::RecordStore store;
  std::set<std::string> keys;
};

Side side(const fs::path& folder, const char* name) {
  if (!fs::is_directory(folder)) throw DataError(folder.string() + ": no such folder");
  Side result{folder, name, records::RecordStore(records::ResultsFolder(folder).cells()), {}};
  const std::vector<std::string> keys = result.store.keys();
  result.keys.insert(keys.begin(), keys.end());
  return result;
}

/// Prints, by learner, the cells that the other side does not have. Returns how many.
std::size_t print_lone_cells(Side& mine, const Side& other) {
  std::map<std::string, std::size_t> counts;
  std::size_t all = 0;
  for (const std::string& key : mine.keys) {
    if (other.keys.contains(key)) continue;
    const std::optional<ResultRecord> record = mine.store.find(key);
    ++counts[record ? fmt::format("{} / {} / {}", record->config, record->reading, record->learner)
                    : "damaged records"];
    ++all;
  }
  for (const auto& [name, count] : counts)
    std::cout << fmt::format("only in {}: {}: {} cell{}\n", mine.name, name, count, count == 1 ? "" : "s");
  return all;
}

/// Prints the cells that both have and that differ. Returns (how many both have, how many of them differ).
std::pair<std::size_t, std::size_t> print_different_cells(Side& a, Side& b) {
  std::size_t both = 0, different = 0;
  for (const std::string& key : a.keys) {
    if (!b.keys.contains(key)) continue;
    ++both;
    const std::optional<ResultRecord> first = a.store.find(key), second = b.store.find(key);
    if (!first && !second) continue;
    if (!first || !second) {
      ++different;
      std::cout << fmt::format("cell {}: damaged in {}\n", key.substr(0, 12), first ? b.name : a.name);
      continue;
    }
    const records::ResultDifferences fields = records::result_differences(*first, *second);
    if (fields.empty()) continue;
    ++different;
    std::cout << fmt::format("cell {} {} / {} / {} repetition {} fold {}: {}\n", key.substr(0, 12),
                             first->config, first->reading, first->learner, first->repetition,
                             first->outer_fold, text_of(fields));
  }
  return {both, different};
}

/// How a number differs.
std::string text_of(const results::NumberChange& change) {
  if (change.change == results::Change::missing) return "only in A";
  if (change.change == results::Change::added) return "only in B";
  const results::ListedNumber &a = change.reference, &b = change.latest;
  std::vector<std::string> words;
  const auto add = [&](const char* what, const std::optional<double>& x, const std::optional<double>& y) {
    const auto text = [](const std::optional<double>& value) {
      return value ? config::number_text(*value) : "";
    };
    if (x == y) return;
    words.push_back(x && y
                        ? fmt::format("{}{:.6g} against {:.6g}, by {:.2g}", what, *x, *y, std::abs(*x - *y))
                        : fmt::format("{}'{}' against '{}'", what, text(x), text(y)));
  };
  const auto count = [](int repetitions) {
    return repetitions > 0 ? std::optional<double>(repetitions) : std::nullopt;
  };
  add("", a.mean(), b.mean());
  add("SD ", a.sd(), b.sd());
  add("repetitions ", count(a.repetitions()), count(b.repetitions()));
  if (a.data != b.data) words.push_back(fmt::format("data '{}' against '{}'", a.data, b.data));
  return fmt::format("{}", fmt::join(words, "; "));
}

results::NumberSet numbers_in(const fs::path& folder) {
  return fs::is_directory(folder) ? results::read_csv(results::table_files(folder)) : results::NumberSet();
}

/// Prints the numbers of a profile's tables that differ or are only on one side. Returns (both, different).
std::pair<std::size_t, std::size_t> print_different_numbers(const Side& a, const Side& b,
                                                            const std::string& profile) {
  std::vector<results::NumberChange> changes =
      results::compare(numbers_in(a.folder / profile), numbers_in(b.folder / profile), {true});
  // What A has comes first.
  std::stable_partition(changes.begin(), changes.end(),
                        [](const auto& one) { return one.change != results::Change::added; });
  std::size_t both = 0, different = 0;
  for (const results::NumberChange& change : changes) {
    if (change.change != results::Change::missing && change.change != results::Change::added) ++both;
    if (change.change == results::Change::same) continue;
    ++different;
    std::cout << fmt::format("{}: {}: {}\n", profile, results::text_of(change.name), text_of(change));
  }
  return {both, different};
}

}  // namespace

int verb_compare(const fs::path& run_a, const fs::path& run_b) {
  Side a = side(run_a, "A"), b = side(run_b, "B");
  std::set<std::string> profiles;
  for (const fs::path& run : {run_a, run_b}) {
    const std::vector<std::string> names = records::ResultsFolder(run).profiles();
    profiles.insert(names.begin(), names.end());
  }
  for (const Side* one : {&a, &b}) {
    if (one->keys.empty() && records::ResultsFolder(one->folder).profiles().empty())
      throw DataError(fmt::format("{}: no results of a run: expected a folder 'cells' or that of a profile",
                                  one->folder.string()));
  }
  const std::size_t only_a = print_lone_cells(a, b), only_b = print_lone_cells(b, a);
  const auto [cells, different_cells] = print_different_cells(a, b);
  std::size_t numbers = 0, different_numbers = 0;
  for (const std::string& profile : profiles) {
    const auto [both, different] = print_different_numbers(a, b, profile);
    numbers += both;
    different_numbers += different;
  }
  for (const Side* one : {&a, &b}) print_lines(one->store.warnings());
  std::cout << fmt::format("{} cells in both, {} of them differ; {} only in A, {} only in B\n", cells,
                           different_cells, only_a, only_b);
  std::cout << fmt::format("{} numbers of tables in both; {} differ or are in one only\n", numbers,
                           different_numbers);
  return only_a + only_b + different_cells + different_numbers > 0 ? kRegression : kOk;
}

}  // namespace preimage::suite::cli
