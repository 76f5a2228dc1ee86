#include "suite/results/reference_update.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/data/delimited.hpp"
#include "suite/results/regression.hpp"
#include "suite/results/replace_folder.hpp"
#include "suite/run/cell_times.hpp"

namespace preimage::suite::results {

namespace fs = std::filesystem;

namespace {

constexpr const char* kStandardError = "a quarter of the standard error";

/// A results folder that was made under another BLAS core type.
struct SpreadRun {
  fs::path folder;
  NumberSet numbers;
};

void require_provenance(const NumberSet& latest, const fs::path& folder) {
  for (const auto& [name, number] : latest) {
    if (!number.provenance.versions.empty()) continue;
    throw DataError(
        fmt::format("{}: no versions behind {} are known: `preimage table` writes them beside the table",
                    folder.string(), text_of(name)));
  }
}

/// A reference without values would let every number pass.
void require_values(const NumberSet& latest, const fs::path& folder) {
  for (const auto& [name, number] : latest) {
    if (number.ours || !number.applies) continue;
    throw DataError(fmt::format(
        "{}: {} has no value, for cells failed, were not run or gave numbers that are not finite: no "
        "reference is made of it",
        folder.string(), text_of(name)));
  }
}

/// The run's line for a number, where it can be measured by.
const ListedNumber& measured_by(const SpreadRun& run, const NumberName& name, const ListedNumber& ours) {
  const auto refuse = [&](const std::string& why) {
    throw DataError(fmt::format("--spread {}: {}: {}", run.folder.string(), text_of(name), why));
  };
  const ListedNumber* found = run.numbers.find(name);
  if (found == nullptr) refuse("not among its results");
  const ListedNumber& theirs = *found;
  const Provenance &mine = ours.provenance, &other = theirs.provenance;
  if (theirs.ours.has_value() != ours.ours.has_value())
    refuse(theirs.ours ? "has a value, and none here" : "has no value, and one here");
  if (other.versions != mine.versions || other.inputs != mine.inputs || theirs.data != ours.data ||
      theirs.repetitions() != ours.repetitions())
    refuse("computed by other versions, or from another config or data, than the latest results");
  return theirs;
}

void measure_tolerance(ListedNumber& number, const NumberName& name, const std::vector<SpreadRun>& runs) {
  double spread = 0.0;
  std::set<std::string> cores = {number.provenance.blas_cores};
  for (const SpreadRun& run : runs) {
    const ListedNumber& theirs = measured_by(run, name, number);
    cores.insert(theirs.provenance.blas_cores);
    if (number.ours) spread = std::max(spread, std::abs(theirs.ours->mean - number.ours->mean));
  }
  if (cores.size() < 2) {
    throw DataError(fmt::format(
        "--spread: {}: all runs were computed under the BLAS core type of the latest results, {}: expected "
        "others (set OPENBLAS_CORETYPE for a run)",
        text_of(name), number.provenance.blas_cores));
  }
  if (!number.ours) return;
  number.tolerance = tolerance_of_spread(number, spread);
  number.tolerance_of = fmt::format("{:g} x spread over {}", kSpreadFactor, fmt::join(cores, " "));
}

/// What a new reference's line takes over from the old one's.
void take_over(ListedNumber& number, const ListedNumber& before, bool is_measured) {
  if (!is_measured && before.tolerance && before.tolerance_of != kStandardError) {
    number.tolerance = before.tolerance;
    number.tolerance_of = before.tolerance_of;
  }
  const Provenance& old = before.provenance;
  const bool is_as_it_was = before.mean() == number.mean() && before.sd() == number.sd() &&
                            old.inputs == number.provenance.inputs &&
                            old.versions == number.provenance.versions;
  if (!is_as_it_was || old.program.empty()) return;
  number.provenance.program = old.program;  // since when it is so: an update's diff shows what moved
  number.provenance.blas_cores = old.blas_cores;
}

fs::path table_of(const NumberName& name, const ListedNumber& number) {
  return fs::path(number.experiment) / (name.config + ".csv");
}

/// The reference's files by where they lie in it.
std::map<fs::path, NumberSet> with_tolerances(const NumberSet& latest, const NumberSet& before,
                                              const std::vector<SpreadRun>& runs) {
  std::map<fs::path, NumberSet> tables;
  for (auto [name, number] : latest) {
    if (!runs.empty()) measure_tolerance(number, name, runs);
    if (const ListedNumber* old = before.find(name)) take_over(number, *old, !runs.empty());
    if (!number.tolerance && number.ours) {
      number.tolerance = tolerance_of_standard_error(number);
      number.tolerance_of = kStandardError;
    }
    tables[table_of(name, number)].add(name, number);
  }
  return tables;
}

/// What the reference says by now of the tables that are to be written.
NumberSet numbers_there(const fs::path& to, const NumberSet& latest, bool all) {
  if (!fs::is_directory(to)) return {};
  if (all) return plain_numbers(to, {});
  std::set<fs::path> files;
  for (const auto& [name, number] : latest) {
    if (fs::exists(to / table_of(name, number))) files.insert(to / table_of(name, number));
  }
  return read_csv(std::vector<fs::path>(files.begin(), files.end()));
}

}  // namespace

void update_reference(const CheckOptions& options, study::Plan plan, const std::vector<ChosenTable>& chosen) {
  const fs::path from = options.latest / options.profile, to = options.reference / options.profile;
  const auto [latest, remarks, data_of] = latest_numbers(options, std::move(plan), chosen);
  for (const std::string& remark : remarks) std::cerr << remark << "\n";
  require_provenance(latest, from);
  require_values(latest, from);
  std::vector<SpreadRun> runs;
  for (const fs::path& run : options.spread)
    runs.push_back({run, plain_numbers(run / options.profile, chosen)});
  restore_folder(to);
  const NumberSet before = numbers_there(to, latest, chosen.empty());
  std::map<fs::path, std::string> files;
  std::size_t measured = 0;
  for (const auto& [path, numbers] : with_tolerances(latest, before, runs)) {
    files[path] = csv_text(numbers, true);
    for (const auto& [name, number] : numbers) measured += number.tolerance_of != kStandardError ? 1 : 0;
  }
  for (const NumberChange& change : compare(before, latest)) {
    if (change.change == Change::moved)
      std::cout << fmt::format("{}: {}\n", text_of(change.name), change.what);
  }
  // What `plan` estimates from where nothing has run yet: it does not estimate a user's own configs.
  if (chosen.empty())
    files["timings.csv"] = run::summary_of_timings(data::open_quoted_csv(from / "timings.csv"));
  replace_files_at_once(to, files);
  for (const auto& [name, bytes] : files) std::cout << (to / name).string() << "\n";
  std::cerr << fmt::format("{} numbers{}\n", latest.size(),
                           measured > 0
                               ? fmt::format(", the tolerance of {} measured over BLAS core types", measured)
                               : "; each may move by a quarter of its standard error");
}

}  // namespace preimage::suite::results
