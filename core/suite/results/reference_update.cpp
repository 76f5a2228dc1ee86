#include "suite/results/reference_update.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>
#include <set>

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
  Numbers numbers;
};

void require_provenance(const Numbers& latest, const fs::path& folder) {
  for (const auto& [name, number] : latest) {
    if (!number.provenance.versions.empty()) continue;
    throw DataError(
        fmt::format("{}: no versions behind {} are known: `preimage table` writes them beside the table",
                    folder.string(), text_of(name)));
  }
}

/// A reference of nothing would hold whatever comes.
void require_values(const Numbers& latest, const fs::path& folder) {
  for (const auto& [name, number] : latest) {
    if (number.ours || number.repetitions == 0) continue;
    throw DataError(
        fmt::format("{}: {} has no value, for cells failed or were not run: no reference is made of it",
                    folder.string(), text_of(name)));
  }
}

/// The run's line for a number, where it can be measured by.
const Number& measured_by(const SpreadRun& run, const NumberName& name, const Number& ours) {
  const auto refuse = [&](const std::string& why) {
    throw DataError(fmt::format("--spread {}: {}: {}", run.folder.string(), text_of(name), why));
  };
  const auto found = run.numbers.find(name);
  if (found == run.numbers.end()) refuse("not among its results");
  const Number& theirs = found->second;
  const Provenance &mine = ours.provenance, &other = theirs.provenance;
  if (other.versions != mine.versions || other.inputs != mine.inputs || theirs.data != ours.data ||
      theirs.repetitions != ours.repetitions)
    refuse("computed by other versions, or from another config or data, than the latest results");
  if (theirs.ours.has_value() != ours.ours.has_value())
    refuse(theirs.ours ? "has a value, and none here" : "has no value, and one here");
  return theirs;
}

void measure_tolerance(Number& number, const NumberName& name, const std::vector<SpreadRun>& runs) {
  double spread = 0.0;
  std::set<std::string> cores = {number.provenance.blas_cores};
  for (const SpreadRun& run : runs) {
    const Number& theirs = measured_by(run, name, number);
    cores.insert(theirs.provenance.blas_cores);
    if (number.ours) spread = std::max(spread, std::abs(*theirs.ours - *number.ours));
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
void take_over(Number& number, const Number& before, bool is_measured) {
  if (!is_measured && before.tolerance && before.tolerance_of != kStandardError) {
    number.tolerance = before.tolerance;
    number.tolerance_of = before.tolerance_of;
  }
  const Provenance& old = before.provenance;
  const bool stands_as_it_was = before.ours == number.ours && before.sd == number.sd &&
                                old.inputs == number.provenance.inputs &&
                                old.versions == number.provenance.versions;
  if (!stands_as_it_was || old.program.empty()) return;
  number.provenance.program = old.program;  // since when it stands: an update's diff shows what moved
  number.provenance.blas_cores = old.blas_cores;
}

Numbers with_tolerances(Numbers latest, const Numbers& before, const std::vector<SpreadRun>& runs) {
  for (auto& [name, number] : latest) {
    if (!runs.empty()) measure_tolerance(number, name, runs);
    const auto found = before.find(name);
    if (found != before.end()) take_over(number, found->second, !runs.empty());
    if (number.tolerance || !number.ours) continue;
    number.tolerance = tolerance_of_standard_error(number);
    number.tolerance_of = kStandardError;
  }
  return latest;
}

/// The table with the columns of a reference behind its own.
std::string reference_table(const ConfigNumbers& config, const Numbers& numbers) {
  std::string text = reference_header();
  for (const auto& [name, number] : config.numbers) text += reference_line(*numbers.find(name));
  return text;
}

fs::path table_of(const ConfigNumbers& config) {
  return fs::path(config.experiment) / (config.config + ".csv");
}

/// What the reference says by now of the tables that are to be written.
Numbers numbers_there(const fs::path& to, const std::vector<ConfigNumbers>& latest, bool all) {
  if (!fs::is_directory(to)) return {};
  if (all) return by_name(plain_numbers(to, {}));
  std::vector<fs::path> files;
  for (const ConfigNumbers& one : latest) {
    if (fs::exists(to / table_of(one))) files.push_back(to / table_of(one));
  }
  return by_name(read_numbers(files));
}

}  // namespace

void update_reference(const CheckOptions& options, const study::ExperimentTable& experiments) {
  const std::vector<ChosenTable> chosen = chosen_tables(options, experiments);
  const fs::path from = options.latest / options.profile, to = options.reference / options.profile;
  std::vector<std::string> remarks;
  const std::vector<ConfigNumbers> tables = latest_numbers(options, experiments, chosen, true, remarks);
  for (const std::string& remark : remarks) std::cerr << remark << "\n";
  const Numbers latest = by_name(tables);
  require_provenance(latest, from);
  require_values(latest, from);
  std::vector<SpreadRun> runs;
  for (const fs::path& run : options.spread)
    runs.push_back({run, by_name(plain_numbers(run / options.profile, chosen))});
  results::restore_folder(to);
  const Numbers before = numbers_there(to, tables, chosen.empty());
  const Numbers numbers = with_tolerances(latest, before, runs);
  for (const NumberChange& change : hold_against(latest, before)) {
    if (change.change == Change::moved)
      std::cout << fmt::format("{}: {}\n", text_of(change.name), change.what);
  }
  std::map<fs::path, std::string> files;
  for (const ConfigNumbers& table : tables) files[table_of(table)] = reference_table(table, numbers);
  // What `plan` estimates from where nothing has run yet: it does not estimate a user's own configs.
  if (chosen.empty())
    files["timings.csv"] = run::summary_of_timings(data::open_quoted_csv(from / "timings.csv"));
  results::replace_files_at_once(to, files);
  for (const auto& [name, bytes] : files) std::cout << (to / name).string() << "\n";
  const auto measured = std::count_if(numbers.begin(), numbers.end(),
                                      [](const auto& n) { return n.second.tolerance_of != kStandardError; });
  std::cerr << fmt::format("{} numbers{}\n", numbers.size(),
                           measured > 0
                               ? fmt::format(", the tolerance of {} measured over BLAS core types", measured)
                               : "; each may move by a quarter of its standard error");
}

}  // namespace preimage::suite::results
