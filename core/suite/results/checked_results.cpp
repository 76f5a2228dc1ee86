#include "suite/results/checked_results.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/config/config_error.hpp"
#include "suite/results/result_files.hpp"
#include "suite/results/result_set.hpp"
#include "suite/run/folder_runs.hpp"
#include "suite/run/run_notes.hpp"
#include "suite/run/selection.hpp"

namespace preimage::suite::results {

namespace fs = std::filesystem;

namespace {

/// A selection of `check` as the command line of another verb would have it.
study::StudyOptions as_study(const CheckOptions& options, const fs::path& config) {
  study::RunSpec spec;
  spec.config = config;
  spec.profile = options.profile;
  study::StudyOptions study;
  study.selected = study::selection_of(spec, options.latest);
  return study;
}

/// "points.yaml --reference ref --latest out", with the profile where it is not the default.
std::string words_of(const CheckOptions& options, const fs::path& config) {
  std::vector<std::string> words = {config.string(), "--reference",
                                    options.has_reference ? options.reference.string() : "FOLDER", "--latest",
                                    options.latest.string()};
  if (options.profile != CheckOptions().profile) words.insert(words.end(), {"--profile", options.profile});
  return study::command_text({}, words);
}

void require_cells(const run::Selection& selection, records::RecordStore& store, const CheckOptions& options,
                   const fs::path& config, bool failed_too) {
  std::size_t all = 0, missing = 0, failed = 0;
  for (const study::Cell* cell : selection.distinct_cells()) {
    const std::optional<records::ResultRecord> record = store.find(cell->key);
    ++all;
    missing += record ? 0 : 1;
    failed += record && record->status != "ok" ? 1 : 0;
  }
  const bool is_outside =
      !selection.studies.empty() && selection.studies.front().readings.front().experiment.outside.has_value();
  const std::string run = run_command(options, config, "", is_outside);
  if (missing > 0)
    throw DataError(
        fmt::format("{}: of {} cells of {} as it is now {} are missing and {} failed; `{}` computes them",
                    options.latest.string(), all, config.string(), missing, failed, run));
  if (failed > 0 && failed_too)
    throw DataError(fmt::format("{}: of {} cells of {} {} failed; `{}` says why", options.latest.string(),
                                all, config.string(), failed, run));
}

/// Of the cells as the config, its data and the program are now; nothing where its data are not here and it is not a chosen one.
std::vector<ConfigNumbers> numbers_of_records(const CheckOptions& options,
                                              const study::ExperimentTable& experiments,
                                              const fs::path& config, bool failed_too) {
  study::SelectionOptions one = as_study(options, config).selected;
  one.skip_missing = options.configs.empty();
  one = run::with_noted_data(std::move(one));
  const data::DataSource data = run::make_data_source(one);
  const run::Selection selection = run::select(one, experiments, data);
  records::RecordStore store(one.results().cells());
  ResultParts parts;
  parts.figures = false;
  const ResultSet read = read_results(selection, store, one, data, parts);
  if (read.incomplete() > 0) require_cells(selection, store, options, config, failed_too);
  return read.numbers();
}

bool has_records(const CheckOptions& options) {
  return fs::is_directory(records::ResultsFolder(options.latest).cells());
}

std::vector<fs::path> files_of(const fs::path& folder, const std::vector<ChosenTable>& chosen) {
  if (chosen.empty()) return sorted_out(table_files(folder)).plain;
  std::vector<fs::path> files;
  for (const ChosenTable& one : chosen) {
    files.push_back(folder / one.table);
    if (fs::exists(files.back())) continue;
    throw DataError(fmt::format("{}: no table of a plain run of {} is there ({})", folder.string(),
                                one.config.string(), one.table.string()));
  }
  return files;
}

/// Adds the tables of configs that `numbers` does not have.
void add_tables(const std::vector<fs::path>& files, std::vector<ConfigNumbers>& numbers) {
  std::set<std::pair<std::string, std::string>> known;
  for (const ConfigNumbers& config : numbers)
    known.emplace(config.experiment, config.config + config.variant);
  for (const fs::path& file : files) {
    if (!known.contains({file.parent_path().filename().string(), file.stem().string()}))
      numbers.push_back(read_numbers(file));
  }
}

bool is_chosen(const std::vector<ChosenTable>& chosen, const std::string& config) {
  return chosen.empty() || std::any_of(chosen.begin(), chosen.end(),
                                       [&](const ChosenTable& one) { return one.table.stem() == config; });
}

}  // namespace

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
    chosen.push_back({config, table, study.readings.front().experiment.outside.has_value()});
  }
  return chosen;
}

std::string run_command(const CheckOptions& options, const fs::path& config, const std::string& reading,
                        bool is_outside) {
  study::StudyOptions study = as_study(options, config);
  if (!reading.empty()) study.selected.reading = reading;
  study.run.allow_commands = is_outside;
  return study::command_text({"preimage", "run"}, study::typed_arguments(study, {}));
}

std::vector<ConfigNumbers> plain_numbers(const fs::path& folder, const std::vector<ChosenTable>& chosen) {
  return read_numbers(files_of(folder, chosen));
}

std::vector<ConfigNumbers> latest_numbers(const CheckOptions& options,
                                          const study::ExperimentTable& experiments,
                                          const std::vector<ChosenTable>& chosen, bool failed_too) {
  const fs::path folder = options.latest / options.profile;
  if (!has_records(options)) return plain_numbers(folder, chosen);
  std::vector<ConfigNumbers> numbers;
  for (const fs::path& config : options.configs.empty()
                                    ? run::plainly_run_configs(options.latest, options.profile)
                                    : options.configs) {
    for (ConfigNumbers& one : numbers_of_records(options, experiments, config, failed_too))
      numbers.push_back(std::move(one));
  }
  if (chosen.empty() && fs::is_directory(folder)) add_tables(files_of(folder, chosen), numbers);
  return numbers;
}

namespace {

/// Of all that was run into the folder under the profile, in any way.
std::vector<ConfigNumbers> numbers_of_runs(const CheckOptions& options,
                                           const study::ExperimentTable& experiments,
                                           const std::vector<ChosenTable>& chosen,
                                           std::vector<std::string>& remarks, PaperClaims& claims) {
  study::SelectionOptions all = as_study(options, {}).selected;
  all.configs.clear();
  all.skip_missing = true;
  std::vector<ConfigNumbers> numbers;
  const run::FolderRuns runs = run::folder_runs(all, experiments, true, true);
  remarks.insert(remarks.end(), runs.remarks.begin(), runs.remarks.end());
  for (const run::FolderPart& part : runs.parts) {
    records::RecordStore store(part.options.results().cells());
    ResultParts parts;
    parts.figures = false;
    parts.printed_only = true;
    const ResultSet read = read_results(part.selection, store, part.options, part.data, parts);
    for (ConfigNumbers& one : read.numbers()) numbers.push_back(std::move(one));
    for (const ConfigResults& config : read.configs) {
      if (!is_chosen(chosen, config.study->config)) continue;
      for (const ReadingResults& reading : config.readings)
        count_claims(reading.table, claims[config.study->paper.key]);
    }
  }
  return numbers;
}

}  // namespace

std::vector<ConfigNumbers> published_numbers(const CheckOptions& options,
                                             const study::ExperimentTable& experiments,
                                             const std::vector<ChosenTable>& chosen,
                                             std::vector<std::string>& remarks, PaperClaims& claims) {
  std::vector<ConfigNumbers> numbers;
  if (has_records(options) && run::has_notes(options.latest)) {
    try {
      numbers = numbers_of_runs(options, experiments, chosen, remarks, claims);
    } catch (const DataError& error) {
      remarks.push_back(fmt::format("the tables are taken for what they are: {}", error.what()));
    }
  }
  const fs::path folder = options.latest / options.profile;
  if (numbers.empty() || fs::is_directory(folder)) add_tables(table_files(folder), numbers);
  std::erase_if(numbers, [&](const ConfigNumbers& one) {
    return is_modified_table(one.config + one.variant + ".csv") || !is_chosen(chosen, one.config);
  });
  return numbers;
}

std::vector<ConfigNumbers> reference_numbers(const CheckOptions& options,
                                             const std::vector<ChosenTable>& chosen) {
  const fs::path reference = options.reference / options.profile;
  for (const ChosenTable& one : chosen) {
    if (fs::exists(reference / one.table)) continue;
    throw DataError(fmt::format("{}: the reference does not have {}; `preimage check {} --update` adds it",
                                reference.string(), one.config.string(), words_of(options, one.config)));
  }
  std::vector<ConfigNumbers> numbers = plain_numbers(reference, chosen);
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (numbers[i].numbers.empty())
      throw DataError((reference / chosen[i].table).string() + ": it was cut short: there is no number");
  }
  return numbers;
}

void require_same_data(const std::vector<NumberChange>& changes, const CheckOptions& options,
                       const std::vector<ChosenTable>& chosen) {
  for (const NumberChange& change : changes) {
    if (change.data_before == change.data_now) continue;
    const std::string& config = change.reference.config;
    const auto table = std::find_if(chosen.begin(), chosen.end(),
                                    [&config](const ChosenTable& one) { return one.table.stem() == config; });
    throw DataError(fmt::format(
        "{}: made from other data ({}) than the results ({}); `preimage check{} --update` makes it anew",
        (options.reference / options.profile / (table == chosen.end() ? fs::path() : table->table)).string(),
        change.data_before, change.data_now,
        table == chosen.end() ? "" : " " + words_of(options, table->config)));
  }
}

}  // namespace preimage::suite::results
