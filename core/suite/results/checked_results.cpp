#include "suite/results/checked_results.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/config/config_error.hpp"
#include "suite/results/fold_losses.hpp"
#include "suite/results/reading_records.hpp"
#include "suite/results/result_files.hpp"
#include "suite/results/result_reader.hpp"
#include "suite/run/find_config.hpp"
#include "suite/run/job_folder.hpp"
#include "suite/run/plans.hpp"

namespace preimage::suite::results {

namespace fs = std::filesystem;

namespace {

/// "points.yaml --reference ref --latest out", with the profile where it is not the default.
std::string words_of(const CheckOptions& options, const fs::path& config) {
  std::vector<std::string> words = {config.string(), "--reference",
                                    options.has_reference ? options.reference.string() : "FOLDER", "--latest",
                                    options.latest.string()};
  if (options.profile != CheckOptions().profile) words.insert(words.end(), {"--profile", options.profile});
  return study::command_text({}, words);
}

/// Of a config as it is now.
void require_cells(const study::Plan& part, const study::Study& study, records::RecordStore& store,
                   const CheckOptions& options) {
  study::Plan own;
  for (const study::PlannedReading& planned : part.readings) {
    if (planned.study.get() == &study) own.readings.push_back(planned);
  }
  const std::vector<records::CellKey> keys = study::keys_of(own.distinct_cells());
  const run::CellCounts counts = run::count_cells(keys, store);
  const std::string config = study.file.string(),
                    run = run_command(options, study.file, "", study::runs_programs(study));
  if (counts.left > 0)
    throw DataError(
        fmt::format("{}: of {} cells of {} as it is now {} are missing and {} failed; `{}` computes them",
                    options.latest.string(), keys.size(), config, counts.left, counts.failed, run));
  if (counts.failed > 0 && (options.bisect || options.update))
    throw DataError(fmt::format("{}: of {} cells of {} {} failed; `{}` says why", options.latest.string(),
                                keys.size(), config, counts.failed, run));
}

/// The results of what is planned in one way, from the records.
ResultSet read_part(const study::Plan& part, const CheckOptions& options, records::RecordStore& store,
                    bool printed_only) {
  const study::SelectionOptions way = study::options_of(part, selection_of(options));
  ResultParts parts;
  parts.figures = false;
  parts.printed_only = printed_only;
  parts.warnings = false;
  return read_results(part, store, way, run::make_data_source(way), parts);
}

/// What is left out or not as it was run, and what lacks its data.
std::vector<std::string> remarks_of(const study::Plan& plan, const CheckOptions& options) {
  std::vector<std::string> remarks = run::remarks_of(plan, options.latest);
  for (const std::string& why : run::lines_of(plan, {study::Why::no_data}))
    remarks.push_back("left out: " + why);
  return remarks;
}

std::vector<fs::path> plain_tables(const fs::path& folder) {
  std::vector<fs::path> files = table_files(folder);
  std::erase_if(files, [](const fs::path& file) { return !variant_in(file).empty(); });
  return files;
}

}  // namespace

study::SelectionOptions selection_of(const CheckOptions& options) {
  study::SelectionOptions selected;
  selected.profile = options.profile;
  selected.has_profile = true;
  selected.configs = options.configs;
  selected.out = options.latest;
  return selected;
}

bool has_records(const CheckOptions& options) {
  return fs::is_directory(records::ResultsFolder(options.latest).cells());
}

const ChosenTable* chosen_named(const std::vector<ChosenTable>& chosen, const std::string& config) {
  const auto found =
      std::ranges::find(chosen, config, [](const ChosenTable& one) { return one.table.stem().string(); });
  return found == chosen.end() ? nullptr : &*found;
}

std::vector<ChosenTable> chosen_tables(const CheckOptions& options,
                                       const study::ExperimentTable& experiments) {
  std::vector<ChosenTable> chosen;
  for (const fs::path& config : options.configs) {
    const study::Study study = study::load_study(config, {}, experiments);
    study.profile(options.profile);  // throws where there is none
    const fs::path table = fs::path(study.experiment) / (study.config + ".csv");
    for (const ChosenTable& other : chosen) {
      if (other.table != table) continue;
      throw ConfigError(fmt::format("{}: {} has the same name, and their tables the same place",
                                    config.string(), other.config.string()));
    }
    chosen.push_back(
        {config, table, study.readings.front().experiment.outside.has_value(), study::runs_programs(study)});
  }
  return chosen;
}

std::string run_command(const CheckOptions& options, const fs::path& config, const std::string& reading,
                        bool runs_programs) {
  study::StudyOptions study{selection_of(options), {}, {}};
  study.selected.configs = {config};
  if (!reading.empty()) study.selected.reading = reading;
  study.run.allow_commands = runs_programs;
  return study::command_text({"preimage", "run"}, study::typed_arguments(study, {}));
}

NumberSet plain_numbers(const fs::path& folder, const std::vector<ChosenTable>& chosen) {
  if (chosen.empty()) return read_csv(plain_tables(folder));
  std::vector<fs::path> files;
  for (const ChosenTable& one : chosen) {
    files.push_back(folder / one.table);
    if (fs::exists(files.back())) continue;
    throw DataError(fmt::format("{}: no table of a plain run of {} is there ({})", folder.string(),
                                one.config.string(), one.table.string()));
  }
  return read_csv(files);
}

LatestNumbers latest_numbers(const CheckOptions& options, study::Plan plan,
                             const std::vector<ChosenTable>& chosen) {
  const fs::path folder = options.latest / options.profile;
  LatestNumbers latest;
  for (const ChosenTable& one : chosen)
    if (options.same_data || !one.is_outside) latest.data_of.insert(one.table.stem().string());
  if (!has_records(options)) {
    latest.numbers = plain_numbers(folder, chosen);
    return latest;
  }
  latest.remarks = remarks_of(plan, options);
  records::RecordStore store(records::ResultsFolder(options.latest).cells());
  for (const study::Plan& part : study::by_way(std::move(plan))) {
    const ResultSet set = read_part(part, options, store, false);
    for (const study::Study& study : part.studies()) {
      if (set.incomplete() > 0) require_cells(part, study, store, options);
      if (options.same_data || !study.readings.front().experiment.outside)
        latest.data_of.insert(study.config);
    }
    for (const NumberSet& config : set.numbers()) latest.numbers.add(config);
  }
  if (!chosen.empty() || !fs::is_directory(folder)) return latest;
  std::set<fs::path> known;
  for (const auto& [name, number] : latest.numbers)
    known.insert(folder / number.experiment / (name.config + ".csv"));
  for (const fs::path& file : plain_tables(folder)) {
    if (known.contains(file)) continue;
    latest.numbers.add(read_csv(file));
    latest.remarks.push_back("taken for what it is, for its records are not known: " + file.string());
  }
  return latest;
}

namespace {

void add_study(const study::Study& study, const CheckOptions& options, PublishedNumbers& read) {
  read.commands[study.config] = run_command(options, study.file, "", study::runs_programs(study));
  add_paper(read.papers, study.paper);
  read.reasons.insert(read.reasons.end(), study.reasons.begin(), study.reasons.end());
}

void add_records(const CheckOptions& options, study::Plan plan, PublishedNumbers& read) {
  read.remarks = remarks_of(plan, options);
  read.is_whole = plan.is_whole() && !plan.has(study::Why::no_data);
  records::RecordStore store(records::ResultsFolder(options.latest).cells());
  for (const study::Plan& part : study::by_way(std::move(plan))) {
    const ResultSet set = read_part(part, options, store, true);
    for (const study::Study& study : part.studies()) add_study(study, options, read);
    for (const ConfigResults& config : set.configs) {
      if (!is_modified(config.variant)) read.numbers.push_back(config.numbers());
      for (const ReadingResults& reading : config.readings)
        count_claims(reading.table, read.claims[config.study->paper.key]);
    }
  }
}

/// The printed number as it is now, and its verdict by what the table and the reading say of ours. How many
/// given folds there were, and whether a single repetition had chance, only the verdict in the table tells.
/// False where the number is of no reading and learner of the config, or it is not known what computed it.
bool judge_anew(const study::Study& study, const NumberName& name, ListedNumber& number) {
  const auto reading = std::ranges::find(study.readings, name.reading, &study::Reading::name);
  if (number.experiment != study.experiment || name.config != study.config ||
      name.table != table_name(study) || number.provenance.program.empty() ||
      reading == study.readings.end() || std::ranges::count(reading->learner_names(), name.learner) == 0)
    return false;
  const std::optional<records::Verdict> before = std::exchange(number.verdict, std::nullopt);
  const std::vector<records::LedgerEntry> ledger = records::entries_of(study.ledger, study.reproduces);
  number.published.reset();
  for (const records::LedgerEntry& entry : ledger)
    if (entry.measure == name.measure && entry.learner == name.learner) number.published = entry.published;
  if (!number.published || !number.ours || number.data != "real") return true;
  records::Estimate& ours = *number.ours;
  ours.same_splits = ours.repetitions > 1 &&
                     (!ours.has_spread || number.spread_of_ours == spread_words(ours.repetitions, true));
  ours.has_chance = ours.repetitions > 1 || !before || before->provisional;
  ours.draw = ours.same_splits || !ours.has_chance ? records::RunsDraw::seeds : draw_of(*reading);
  double folds = ours.has_spread ? static_cast<double>(reading->protocol.outer_folds) : 1.0;
  if (reading->protocol.given_folds && before && before->is_approximate)
    folds = std::clamp(before->degrees, 0.0, 1e6) + 1.0;
  ours.folds = static_cast<int>(folds);
  ours.fold_sd = ours.sd * std::sqrt(folds);
  if (reading->protocol.train_on == samples::TrainOn::one_fold) ours.test_to_train = 0.0;
  number.verdict = records::judge_fully(ours, *number.published, largest_difference(ledger, name.measure));
  return true;
}

/// The printed numbers of the config without ours: those that no table has were not run.
NumberSet without_ours(const study::Study& study) {
  NumberSet numbers;
  for (const records::LedgerEntry& entry : records::entries_of(study.ledger, study.reproduces))
    if (!entry.learner.empty())
      numbers.add({entry.table, "", "", entry.measure, entry.learner, study.config},
                  {{entry.learner, false, entry.published, {}, {}}, study.experiment});
  return numbers;
}

void add_tables_alone(const CheckOptions& options, const study::ExperimentTable& experiments,
                      PublishedNumbers& read) {
  std::deque<study::Study> studies;
  for (const fs::path& config : options.configs.empty() ? run::own_configs() : options.configs) {
    studies.push_back(study::load_study(config, {}, experiments));
    add_study(studies.back(), options, read);
  }
  for (const fs::path& file : table_files(options.latest / options.profile)) {
    const NumberSet all = read_csv(file);
    NumberSet known;
    const study::Study* of = nullptr;
    for (auto [name, number] : all) {
      for (const study::Study& study : studies) {
        if (!judge_anew(study, name, number)) continue;
        known.add(name, number);
        of = &study;
      }
    }
    if (known.size() < all.size())
      read.remarks.push_back(fmt::format(
          "left out: {} of {} numbers of {}: their provenance names no reading and learner of a config that "
          "is named or comes with the program",
          all.size() - known.size(), all.size(), file.string()));
    if (of == nullptr || is_modified(variant_in(file))) continue;
    read.numbers.push_back(std::move(known));
    read.numbers.push_back(without_ours(*of));
  }
}

}  // namespace

PublishedNumbers published_numbers(const CheckOptions& options, study::Plan plan,
                                   const study::ExperimentTable& experiments) {
  PublishedNumbers read;
  read.is_of_tables = !has_records(options);
  read.is_of_tables ? add_tables_alone(options, experiments, read)
                    : add_records(options, std::move(plan), read);
  return read;
}

NumberSet reference_numbers(const CheckOptions& options, const std::vector<ChosenTable>& chosen) {
  const fs::path folder = options.reference / options.profile;
  for (const ChosenTable& one : chosen) {
    if (!fs::exists(folder / one.table))
      throw DataError(fmt::format("{}: the reference does not have {}; `preimage check {} --update` adds it",
                                  folder.string(), one.config.string(), words_of(options, one.config)));
    if (read_csv(folder / one.table).empty())
      throw DataError((folder / one.table).string() + ": it was cut short: there is no number");
  }
  return plain_numbers(folder, chosen);
}

void require_same_data(const std::vector<NumberChange>& changes, const CheckOptions& options,
                       const std::vector<ChosenTable>& chosen) {
  for (const NumberChange& change : changes) {
    if (change.data_before == change.data_now) continue;
    const ChosenTable* table = chosen_named(chosen, change.name.config);
    throw DataError(fmt::format(
        "{}: made from other data ({}) than the results ({}); `preimage check{} --update` makes it anew",
        (options.reference / options.profile / (table == nullptr ? fs::path() : table->table)).string(),
        change.data_before, change.data_now, table == nullptr ? "" : " " + words_of(options, table->config)));
  }
}

}  // namespace preimage::suite::results
