#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/file.hpp"
#include "config/number.hpp"
#include "data/delimited.hpp"
#include "experiments/timings.hpp"
#include "experiments/verbs.hpp"

namespace preimage::experiments {

namespace fs = std::filesystem;

namespace {

/// One line of a result CSV.
struct Number {
  std::string ours, sd, repetitions, published, verdict, data;
};
/// (table, reading, measure, learner)
using Name = std::vector<std::string>;
using Numbers = std::map<Name, Number>;

std::string text_of(const Name& name) {
  return fmt::format("{}", fmt::join(name, " / "));
}

/// All result CSVs below `<folder>/<profile>`; the timings are no results.
std::vector<fs::path> result_files(const fs::path& folder) {
  std::vector<fs::path> files;
  if (!fs::is_directory(folder)) throw DataError(folder.string() + ": no such folder");
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".csv" && entry.path().filename() != "timings.csv")
      files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

Numbers read_numbers(const fs::path& folder) {
  Numbers numbers;
  for (const fs::path& path : result_files(folder)) {
    data::CsvReader csv = data::open_csv(path);
    const auto column = [&](const std::string& name) { return csv.column(name); };
    const std::size_t table = column("reproduces"), reading = column("reading"), measure = column("measure"),
                      learner = column("learner"), ours = column("ours"), sd = column("sd_over_repetitions"),
                      repetitions = column("repetitions"), published = column("published"),
                      verdict = column("verdict"), data = column("data");
    std::vector<std::string> f;
    while (csv.next(f)) {
      numbers[{f[table], f[reading], f[measure], f[learner]}] = {f[ours],      f[sd],      f[repetitions],
                                                                 f[published], f[verdict], f[data]};
    }
  }
  return numbers;
}

/// Below this a number has not moved. BLAS core types change last bits, and a last bit can tip a choice
/// between two grid points of nearly equal inner loss in some fold; see results/README.md for the measurement
/// behind the factor.
double tolerance(const Number& reference) {
  const double sd = config::parse_decimal(reference.sd).value_or(0.0);
  const double count = config::parse_decimal(reference.repetitions).value_or(1.0);
  return 1e-9 + 0.25 * sd / std::sqrt(count);
}

/// What is wrong with `latest` as seen from `reference`, or "".
std::string difference(const Number& latest, const Number& reference) {
  if (latest.data != reference.data) return fmt::format("data {}, reference {}", latest.data, reference.data);
  if (latest.repetitions != reference.repetitions) {
    return fmt::format("{} repetitions, reference {}", latest.repetitions, reference.repetitions);
  }
  const auto ours = config::parse_decimal(latest.ours);
  const auto expected = config::parse_decimal(reference.ours);
  if (ours.has_value() != expected.has_value())
    return fmt::format("'{}', reference '{}'", latest.ours, reference.ours);
  if (!ours) return "";
  const double moved = std::abs(*ours - *expected);
  if (moved <= tolerance(reference)) return "";
  return fmt::format("{:.6g}, reference {:.6g}: moved by {:.2g}, tolerance {:.2g}", *ours, *expected, moved,
                     tolerance(reference));
}

int check_reference(const CheckOptions& options) {
  const Numbers latest = read_numbers(options.latest / options.profile);
  const Numbers reference = read_numbers(options.reference / options.profile);
  std::size_t moved = 0;
  for (const auto& [name, expected] : reference) {
    const auto found = latest.find(name);
    const std::string what =
        found == latest.end() ? "not among the latest results" : difference(found->second, expected);
    if (what.empty()) continue;
    ++moved;
    std::cout << fmt::format("{}: {}\n", text_of(name), what);
  }
  std::size_t added = 0;
  for (const auto& [name, number] : latest) added += reference.contains(name) ? 0 : 1;
  std::cout << fmt::format("{} numbers held against {}: {} moved, {} new\n", reference.size(),
                           (options.reference / options.profile).string(), moved, added);
  return moved > 0 ? kRegression : kOk;
}

int update_reference(const CheckOptions& options) {
  const fs::path from = options.latest / options.profile;
  const auto write = [&](const fs::path& file, const std::string& bytes) {
    const fs::path to = options.reference / options.profile / file.lexically_relative(from);
    base::write_file_durably(to, bytes);
    std::cout << to.string() << "\n";
  };
  for (const fs::path& file : result_files(from)) write(file, base::read_file(file, data::kMaxTextBytes));
  const fs::path timings = from / "timings.csv";  // what `plan` estimates from where nothing has run yet
  write(timings, summary_of_timings(data::open_csv(timings)));
  return kOk;
}

/// Every published number must agree under at least one reading that ran.
int check_published(const CheckOptions& options) {
  std::map<Name, std::string> best;  // (table, measure, learner) -> best verdict
  const std::vector<std::string> order = {"reproduced", "marginal", "inconclusive", "not reproduced"};
  const auto rank = [&](const std::string& verdict) {
    const std::string word = verdict.substr(0, verdict.find(" ("));
    return std::find(order.begin(), order.end(), word) - order.begin();
  };
  for (const auto& [name, number] : read_numbers(options.latest / options.profile)) {
    if (number.published.empty()) continue;
    std::string& verdict = best.try_emplace({name[0], name[2], name[3]}, "").first->second;
    if (number.verdict.empty()) continue;
    if (verdict.empty() || rank(number.verdict) < rank(verdict)) verdict = number.verdict;
  }
  std::size_t unexplained = 0;
  for (const auto& [name, verdict] : best) {
    const bool fine = !verdict.empty() && rank(verdict) <= 1;
    unexplained += fine ? 0 : 1;
    std::cout << fmt::format("{:<70} {}\n", text_of(name), verdict.empty() ? "no verdict" : verdict);
  }
  std::cout << fmt::format("{} published numbers, {} that no reading explains\n", best.size(), unexplained);
  return unexplained > 0 ? kPublished : kOk;
}

}  // namespace

int verb_check(const CheckOptions& options) {
  if (options.update) return update_reference(options);
  return options.published ? check_published(options) : check_reference(options);
}

}  // namespace preimage::experiments
