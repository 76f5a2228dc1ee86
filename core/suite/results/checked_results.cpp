#include "suite/results/checked_results.hpp"

#include <algorithm>
#include <deque>
#include <set>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/config/config_error.hpp"
#include "suite/results/result_files.hpp"
#include "suite/results/result_reader.hpp"
#include "suite/run/find_config.hpp"
#include "suite/run/job_folder.hpp"
#include "suite/run/plans.hpp"

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

void require_cells(const study::Plan& selection, records::RecordStore& store, const CheckOptions& options,
                   const fs::path& config, bool failed_too) {
  std::vector<records::CellKey> keys;
  for (const study::Cell* cell : selection.distinct_cells()) keys.push_back(cell->key);
  const run::CellCounts counts = run::count_cells(keys, store);
  const bool is_outside = !selection.studies().empty() &&
                          selection.studies().front().get().readings.front().experiment.outside.has_value();
  const std::string run = run_command(options, config, "", is_outside);
  if (counts.left > 0)
    throw DataError(
        fmt::format("{}: of {} cells of {} as it is now {} are missing and {} failed; `{}` computes them",
                    options.latest.string(), keys.size(), config.string(), counts.left, counts.failed, run));
  if (counts.failed > 0 && failed_too)
    throw DataError(fmt::format("{}: of {} cells of {} {} failed; `{}` says why", options.latest.string(),
                                keys.size(), config.string(), counts.failed, run));
}

/// Of the cells as the config, its data and the program are now; nothing where its data are not here and it is not a chosen one.
void add_records(const CheckOptions& options, const study::ExperimentTable& experiments,
                 const study::RunSpec& spec, bool failed_too, NumberSet& numbers) {
  study::SelectionOptions one = study::selection_of(spec, options.latest);
  one.skip_missing = options.configs.empty();
  const data::DataSource data = run::make_data_source(one);
  const study::Plan selection = run::plan_configs(one, experiments, data);
  records::RecordStore store(one.results().cells());
  ResultParts parts;
  parts.figures = false;
  const ResultSet read = read_results(selection, store, one, data, parts);
  if (read.incomplete() > 0) require_cells(selection, store, options, spec.config, failed_too);
  for (const NumberSet& config : read.numbers()) numbers.add(config);
}

bool has_records(const CheckOptions& options) {
  return fs::is_directory(records::ResultsFolder(options.latest).cells());
}

std::vector<fs::path> plain_tables(const fs::path& folder) {
  std::vector<fs::path> files = table_files(folder);
  std::erase_if(files, [](const fs::path& file) { return !variant_in(file).empty(); });
  return files;
}

/// The chosen configs as they were run into the folder, or else as they are; without one those that were run there.
std::vector<study::RunSpec> specs_of(const CheckOptions& options, const run::Manifest& manifest) {
  std::vector<study::RunSpec> run_here = run::plain_runs(manifest, options.profile);
  if (options.configs.empty()) return run_here;
  std::vector<study::RunSpec> specs;
  for (const fs::path& config : options.configs) {
    study::RunSpec& spec = specs.emplace_back();
    spec.profile = options.profile;
    for (const study::RunSpec& other : run_here) {
      if (other.config == fs::absolute(config).lexically_normal()) spec = other;
    }
    spec.config = config;
  }
  return specs;
}

/// Adds the tables of configs that `numbers` does not have.
void add_tables(const std::vector<fs::path>& files, NumberSet& numbers, std::vector<std::string>& remarks) {
  std::set<fs::path> known;
  for (const auto& [name, number] : numbers) known.insert(fs::path(number.experiment) / name.config);
  for (const fs::path& file : files) {
    if (known.contains(file.parent_path().filename() / file.stem())) continue;
    numbers.add(read_csv(file));
    remarks.push_back("taken for what it is, for its records are not known: " + file.string());
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

NumberSet latest_numbers(const CheckOptions& options, const study::ExperimentTable& experiments,
                         const std::vector<ChosenTable>& chosen, bool failed_too,
                         std::vector<std::string>& remarks) {
  const fs::path folder = options.latest / options.profile;
  if (!has_records(options)) return plain_numbers(folder, chosen);
  const run::Manifest manifest = run::read_manifest(options.latest);
  for (const std::string& message : manifest.unknown) remarks.push_back("left out: " + message);
  NumberSet numbers;
  for (const study::RunSpec& spec : specs_of(options, manifest))
    add_records(options, experiments, spec, failed_too, numbers);
  if (chosen.empty() && fs::is_directory(folder)) add_tables(plain_tables(folder), numbers, remarks);
  return numbers;
}

namespace {

void add_study(const study::Study& study, PublishedNumbers& read) {
  add_paper(read.papers, study.paper);
  read.reasons.insert(read.reasons.end(), study.reasons.begin(), study.reasons.end());
}

/// Of the configs that are named, or else of all that was run into the folder under the profile, in any way.
void add_runs(const CheckOptions& options, const study::ExperimentTable& experiments,
              const std::vector<fs::path>& configs, const std::vector<ChosenTable>& chosen,
              PublishedNumbers& read) {
  study::SelectionOptions all = as_study(options, {}).selected;
  all.configs = configs;
  all.skip_missing = true;
  study::Plan plan = run::plan_folder(all, experiments, true, run::Ways::one);
  for (std::string& remark : run::remarks_of(plan, all.out)) read.remarks.push_back(std::move(remark));
  for (const std::string& why : run::lines_of(plan, {study::Why::no_data}))
    read.remarks.push_back("left out: " + why);
  read.is_whole = read.is_whole && plan.is_whole() && !plan.has(study::Why::no_data);
  for (const study::Plan& part : study::by_way(std::move(plan))) {
    const study::SelectionOptions way = study::options_of(part, all);
    records::RecordStore store(all.results().cells());
    ResultParts parts;
    parts.figures = false;
    parts.printed_only = true;
    const ResultSet set = read_results(part, store, way, run::make_data_source(way), parts);
    for (const study::Study& study : part.studies()) add_study(study, read);
    for (const ConfigResults& config : set.configs) {
      if (!is_chosen(chosen, config.study->config)) continue;
      if (!is_modified(config.variant)) read.numbers.push_back(config.numbers());
      for (const ReadingResults& reading : config.readings)
        count_claims(reading.table, read.claims[config.study->paper.key]);
    }
  }
}

/// Whether the number is of a reading and a learner of the config, and it is known what computed it.
bool is_of(const study::Study& study, const NamedNumber& number) {
  const NumberName& name = number.first;
  const auto has_learner = [&](const study::Reading& reading) {
    return std::any_of(reading.learners.begin(), reading.learners.end(),
                       [&](const registry::ParsedLearner& learner) { return learner.name == name.learner; });
  };
  return !number.second.provenance.program.empty() && name.table == table_name(study) &&
         std::any_of(study.readings.begin(), study.readings.end(), [&](const study::Reading& reading) {
           return reading.name == name.reading && has_learner(reading);
         });
}

void add_tables_alone(const CheckOptions& options, const study::ExperimentTable& experiments,
                      const std::vector<ChosenTable>& chosen, PublishedNumbers& read) {
  std::deque<study::Study> studies;
  for (const fs::path& config : options.configs.empty() ? run::own_configs() : options.configs) {
    studies.push_back(study::load_study(config, {}, experiments));
    add_study(studies.back(), read);
  }
  for (const fs::path& file : table_files(options.latest / options.profile)) {
    const NumberSet all = read_csv(file);
    NumberSet known;
    for (const NamedNumber& number : all) {
      const auto study = std::find_if(studies.begin(), studies.end(), [&](const study::Study& other) {
        return other.experiment == number.second.experiment && other.config == number.first.config;
      });
      if (study != studies.end() && is_of(*study, number)) known.add(number.first, number.second);
    }
    if (known.size() < all.size())
      read.remarks.push_back(fmt::format(
          "left out: {} of {} numbers of {}: their provenance names no reading and learner of a config that "
          "is named or comes with the program",
          all.size() - known.size(), all.size(), file.string()));
    const bool is_wanted =
        !known.empty() && !is_modified(variant_in(file)) && is_chosen(chosen, known.begin()->first.config);
    if (is_wanted) read.numbers.push_back(std::move(known));
  }
}

}  // namespace

PublishedNumbers published_numbers(const CheckOptions& options, const study::ExperimentTable& experiments,
                                   const std::vector<ChosenTable>& chosen) {
  PublishedNumbers read;
  read.is_of_tables = !has_records(options);
  if (read.is_of_tables) {
    add_tables_alone(options, experiments, chosen, read);
    return read;
  }
  std::vector<fs::path> not_noted = options.configs;
  for (const run::NotedRun& noted : run::read_manifest(options.latest).runs) {
    std::erase_if(not_noted, [&](const fs::path& config) {
      return noted.spec.config == fs::absolute(config).lexically_normal() &&
             noted.spec.profile == options.profile;
    });
  }
  if (!not_noted.empty()) add_runs(options, experiments, not_noted, chosen, read);
  if (options.configs.empty() || not_noted.size() < options.configs.size())
    add_runs(options, experiments, {}, chosen, read);
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
    const std::string& config = change.name.config;
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
