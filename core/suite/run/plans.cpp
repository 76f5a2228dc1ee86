#include "suite/run/plans.hpp"

#include <algorithm>
#include <iostream>
#include <limits>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "preimage/base/collect.hpp"
#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/config_error.hpp"
#include "suite/data/text_file.hpp"
#include "suite/records/results_folder.hpp"
#include "suite/run/environment.hpp"
#include "suite/run/find_config.hpp"
#include "suite/study/grid_points.hpp"

namespace preimage::suite::run {

namespace fs = std::filesystem;
using study::NotPlanned;
using study::Plan;
using study::PlannedReading;
using study::SelectionOptions;
using study::Why;

namespace {

std::vector<const study::Reading*> chosen_readings(const study::Study& study,
                                                   const SelectionOptions& options) {
  std::vector<const study::Reading*> readings;
  if (study.point_reader) {
    for (const study::Reading& point : study.readings) readings.push_back(&point);
  } else if (options.reading) {
    readings.push_back(&study.reading(*options.reading));
  } else {
    for (const std::string& name : study.profile(options.profile).readings)
      readings.push_back(&study.reading(name));
  }
  return readings;
}

/// Where one point of a sweep has chance all have its repetitions: points are compared repetition by
/// repetition.
std::vector<PlannedReading> readings_of(const std::shared_ptr<const study::Study>& study,
                                        const SelectionOptions& options, const data::DataSource& data) {
  const int repetitions = options.repetitions.value_or(study->profile(options.profile).repetitions);
  std::vector<PlannedReading> readings;
  bool any_chance = false;
  for (const study::Reading* reading : chosen_readings(*study, options)) {
    PlannedReading planned = study::plan_reading(study, *reading, repetitions, data);
    planned.spec.way() = options.way();
    // The identities of data are long, and points mostly have the same.
    if (!readings.empty() && *readings.back().data == *planned.data) planned.data = readings.back().data;
    any_chance = any_chance || planned.has_chance();
    readings.push_back(std::move(planned));
  }
  for (PlannedReading& planned : readings) {
    if (!(study->point_reader ? any_chance : planned.has_chance())) planned.repetitions = 1;
  }
  return readings;
}

/// "10,000,000"
std::string with_commas(std::size_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

void require_few(const Plan& plan, const SelectionOptions& options) {
  const std::size_t most = options.max_cells.value_or(study::kMaxCells);
  std::size_t count = 0;
  for (const PlannedReading& planned : plan.readings)
    count += std::min(std::numeric_limits<std::size_t>::max() - count, planned.size());
  if (count <= most) return;
  throw ConfigError(
      fmt::format("{} cells, more than {}: choose fewer repetitions, folds or readings, or allow them by "
                  "--max-cells {}",
                  with_commas(count), with_commas(most), count));
}

std::string stand_in_hint(const study::Study& study) {
  const bool has_one =
      std::ranges::any_of(study.readings, &study::Experiment::has_stand_in, &study::Reading::experiment);
  return has_one ? ", or run with `--stand-in`" : "";
}

void add_config(Plan& plan, const fs::path& config, const SelectionOptions& options,
                const study::ExperimentTable& experiments, const data::DataSource& data) {
  const auto study = std::make_shared<const study::Study>(
      options.sweep.is_on() ? study::load_sweep(config, options, experiments)
                            : study::load_study(config, options.overrides, experiments));
  for (const study::Study& other : plan.studies()) {
    if (other.config == study->config)
      throw ConfigError(config.string() + ": another config of this run is named '" + study->config +
                        "', too, and their tables would overwrite each other");
  }
  try {
    plan.add({readings_of(study, options, data), {}});
  } catch (const data::MissingDataError& error) {
    if (!options.skip_missing) throw data::MissingDataError(error.what() + stand_in_hint(*study));
    plan.rest.push_back({Why::no_data, {options.way(), study->file}, error.what(), study});
  }
}

/// Plans what was run into a folder, and says why not.
class FolderPlanner {
 public:
  FolderPlanner(const SelectionOptions& given, const study::ExperimentTable& experiments, Ways ways)
      : given_(given), experiments_(experiments), ways_(ways) {}

  Plan plan(const Manifest& manifest) {
    plan_.rest = manifest.rest;
    std::vector<Note> runs = ways_ == Ways::plain ? plain_runs(manifest.runs) : manifest.runs;
    if (!given_.configs.empty()) runs = named_of(runs);
    std::vector<Note> asked = ways_ == Ways::plain ? runs : asked_for(runs);
    std::stable_partition(asked.begin(), asked.end(), [](const Note& run) { return run.spec.is_plain(); });
    if (ways_ == Ways::shown || ways_ == Ways::printed) keep_one_way(asked);
    for (const Note& run : asked) add(run);
    return std::move(plan_);
  }

 private:
  void leave_out(const Note& noted, Why why, const std::string& detail = "") {
    plan_.rest.push_back({why, noted.spec, detail, nullptr, noted.files});
  }

  /// Whether the config that was run is there, or need not be; else it is left out.
  bool is_found(const Note& noted) {
    const std::string foreign = foreign_file_error(noted.spec.config);
    const bool is_gone = ways_ != Ways::kept && !fs::exists(noted.spec.config);
    if (!is_gone && foreign.empty()) return true;
    leave_out(noted, is_gone ? Why::gone : Why::foreign, foreign);
    return false;
  }

  /// Of what was run as it is written, under this profile, each config once: with the folder of data, where
  /// that is there, and with stand-ins where it was run with nothing else.
  std::vector<Note> plain_runs(const std::vector<Note>& runs) {
    std::vector<Note> plain;
    for (Note run : runs) {
      study::RunSpec& spec = run.spec;
      const bool is_asked_for = spec.is_plain() && spec.profile == given_.profile;
      if (!is_asked_for || (given_.configs.empty() && !is_found(run))) continue;
      if (spec.data && !fs::exists(*spec.data)) spec.data.reset();
      const auto same =
          std::ranges::find(plain, spec.config, [](const Note& other) { return other.spec.config; });
      if (same == plain.end()) {
        plain.push_back(std::move(run));
      } else if (same->spec.stand_in ? !spec.stand_in || !same->spec.data
                                     : !spec.stand_in && !same->spec.data) {
        *same = std::move(run);
      }
    }
    return plain;
  }

  /// Of the named configs: how they were run under the profile, or else what the options say, of which there
  /// is no note.
  std::vector<Note> named_of(const std::vector<Note>& runs) const {
    std::vector<Note> named;
    for (const fs::path& config : given_.configs) {
      const std::size_t before = named.size();
      for (const Note& noted : runs) {
        const bool is_it = noted.spec.config == fs::absolute(config).lexically_normal();
        if (is_it && noted.spec.profile == given_.profile) named.push_back(noted);
      }
      if (named.size() == before) named.emplace_back().spec.way() = given_.way();
      for (std::size_t i = before; i < named.size(); ++i) named[i].spec.config = config;
    }
    return named;
  }

  std::vector<Note> asked_for(const std::vector<Note>& runs) {
    std::vector<Note> asked;
    for (const Note& noted : runs) {
      const bool is_chosen = noted.spec.is_chosen_by(given_, given_.has_profile);
      if ((is_chosen || ways_ != Ways::kept) && !is_found(noted)) continue;
      if (is_chosen) asked.push_back(noted);
      if (!is_chosen) leave_out(noted, Why::not_chosen);
    }
    return asked;
  }

  void keep_one_way(std::vector<Note>& runs) {
    const auto rank = [&](const Note& run) {
      return std::tuple(run.spec.profile != given_.profile, run.spec.stand_in, run.spec.profile);
    };
    const auto first = std::ranges::min_element(runs, {}, rank);
    if (first == runs.end()) return;
    const auto others = std::stable_partition(
        runs.begin(), runs.end(), [&, kept = rank(*first)](const Note& run) { return rank(run) == kept; });
    for (auto run = others; run != runs.end(); ++run) leave_out(*run, Why::other_way);
    runs.erase(others, runs.end());
  }
  void add(const Note& noted) {
    const SelectionOptions options = options_for(noted.spec);
    try {
      Plan one = plan_configs(options, experiments_, make_data_source(options));
      const bool is_shown = ways_ != Ways::kept && ways_ != Ways::plain && !noted.files.empty();
      if (is_shown && !noted.config_sha256.contains(config_sha256(noted.spec.config))) {
        const bool is_there =
            has_record(one, records::RecordStore(given_.results().cells())) || one.has(Why::no_data);
        leave_out(noted, is_there ? Why::changed : Why::rewritten);
        if (!is_there) return;
      }
      for (PlannedReading& planned : one.readings) planned.notes = noted.files;
      plan_.add(std::move(one));
    } catch (const std::exception& error) {
      if (ways_ == Ways::plain || noted.files.empty()) throw;
      leave_out(noted, Why::unplannable, error.what());
    }
  }

  /// As it was noted; data and limits as they were given, where they were, but for what is kept.
  SelectionOptions options_for(const study::RunSpec& spec) const {
    SelectionOptions options = study::selection_of(spec, given_.out);
    options.skip_missing = ways_ != Ways::plain || given_.configs.empty();
    if (ways_ == Ways::kept || ways_ == Ways::plain) return options;
    const bool has_other_data = spec.data && !given_.data && fs::exists(*spec.data) &&
                                spec.data != data_folder(given_, make_data_source(given_));
    if (!has_other_data) options.data = given_.data;
    if (given_.max_cells) options.max_cells = given_.max_cells;
    return options;
  }

  const SelectionOptions& given_;
  const study::ExperimentTable& experiments_;
  Ways ways_;
  Plan plan_;
};

}  // namespace

std::string line_of(const NotPlanned& one, const fs::path& out) {
  const std::string config = one.spec.config.string();
  switch (one.why) {
    case Why::damaged:
    case Why::unreadable:
    case Why::foreign:
      return "left out: " + one.detail;
    case Why::misnamed:
    case Why::not_chosen:
      return one.detail;
    case Why::gone:
      return run_text(one.spec) +
             ": was run here and is gone or moved, so it is left out; name it where it lies now";
    case Why::unplannable:
      return fmt::format("was run here and cannot be planned as it is now, so it is left out: {}: {}", config,
                         one.detail);
    case Why::rewritten:
      return config + ": was changed since it was run here, and none of its cells is here: left out";
    case Why::changed:
      return config + ": was changed since it was run here; it is shown as it is now";
    case Why::other_way:
      return fmt::format("not shown: what was run here with --profile {0}{1}; --profile {0}{1} shows it",
                         study::shell_quoted(one.spec.profile), one.spec.stand_in ? " --stand-in" : "");
    case Why::not_noted:
      return out.string() + ": no run is noted here, so this is about all of configs/";
    case Why::swept:
      return fmt::format(
          "{0}: was swept here and not run, so the page is about sweeps alone; `preimage run {1} --out {2}` "
          "makes its tables",
          config, study::shell_quoted(config), study::shell_quoted(out.string()));
    case Why::refused:
      return one.spec.config.filename().string() + ": " + one.detail;
    case Why::no_data:
      return one.study->config + ": " + one.detail;
  }
  return "";
}

std::vector<fs::path> selected_configs(const SelectionOptions& options) {
  return options.configs.empty() ? own_configs() : options.configs;
}

data::DataSource make_data_source(const SelectionOptions& options) {
  data::DataSource source = data::make_data_source(options.data, options.stand_in);
  source.cache = data::ContentCache(options.results().cache(),
                                    [](const std::string& line) { std::cerr << line << "\n"; });
  source.rounding = rounding_text();
  return source;
}

Plan count_configs(const SelectionOptions& options, const study::ExperimentTable& experiments,
                   const data::DataSource& data, Faulty faulty) {
  if (options.sweep.is_on() && options.configs.size() != 1)
    throw ConfigError(fmt::format("--grid: expected one config, found {}", options.configs.size()));
  Plan plan;
  std::exception_ptr first;
  for (const fs::path& config : selected_configs(options)) {
    try {
      add_config(plan, config, options, experiments, data);
    } catch (const std::exception& error) {
      if (faulty == Faulty::thrown) throw;
      if (!first) first = std::current_exception();
      plan.rest.push_back({Why::refused, {options.way(), config}, error.what()});
    }
  }
  if (first && plan.readings.empty()) std::rethrow_exception(first);
  require_few(plan, options);
  return plan;
}

Plan plan_configs(const SelectionOptions& options, const study::ExperimentTable& experiments,
                  const data::DataSource& data, Faulty faulty) {
  Plan plan = count_configs(options, experiments, data, faulty);
  for (PlannedReading& planned : plan.readings) {
    planned.cells = study::list_cells(planned);
    planned.pair_cells = study::list_pair_cells(planned);
  }
  return plan;
}

study::PlannedReading count_one(const SelectionOptions& options, const study::ExperimentTable& experiments,
                                const data::DataSource& data, const std::string& verb) {
  if (options.configs.size() != 1)
    throw ConfigError(fmt::format("{}: expected one config, found {}", verb, options.configs.size()));
  Plan plan = count_configs(options, experiments, data);
  if (plan.readings.size() == 1) return std::move(plan.readings.front());
  const std::vector<std::string> names =
      base::collect(plan.readings, [](const PlannedReading& one) { return one.reading->name; });
  throw ConfigError(fmt::format("{}: name one of its readings with --reading: {}",
                                options.configs.front().string(), fmt::join(names, ", ")));
}

Plan plan_folder(const SelectionOptions& given, const study::ExperimentTable& experiments, Ways ways,
                 Faulty faulty) {
  const bool is_of_check = ways == Ways::plain || ways == Ways::printed;
  if (ways == Ways::plain || (given.configs.empty() ? has_notes(given.out) : is_of_check))
    return FolderPlanner(given, experiments, ways).plan(read_manifest(given.out));
  Plan plan = ways == Ways::kept ? Plan() : plan_configs(given, experiments, make_data_source(given), faulty);
  if (given.configs.empty()) plan.rest.push_back({Why::not_noted});
  return plan;
}

void require_planned(const Plan& plan, const fs::path& out) {
  if (!plan.readings.empty() || plan.has(Why::no_data) || plan.rest.empty()) return;
  const bool is_any_chosen = plan.has(Why::unplannable) || plan.has(Why::rewritten);
  if (plan.has(Why::not_chosen) && !is_any_chosen)
    throw DataError(fmt::format(
        "{}: nothing was run here with these options; name the config to look for more", out.string()));
  throw DataError(fmt::format("{}: of what was run here nothing can be shown: {}", out.string(),
                              fmt::join(remarks_of(plan, out), "; ")));
}

bool has_record(const Plan& plan, const records::RecordStore& store) {
  const std::vector<const study::Cell*> cells = plan.distinct_cells();
  return std::ranges::any_of(cells,
                             [&](const study::Cell* cell) { return fs::exists(store.path_of(cell->key)); });
}

void require_folder(const SelectionOptions& options) {
  if (options.configs.empty() && !fs::exists(options.out))
    throw DataError(fmt::format("{}: no such folder: `preimage run` makes it", options.out.string()));
}

std::vector<std::string> lines_of(const Plan& plan, const std::set<Why>& reasons, const fs::path& out) {
  std::vector<std::string> lines;
  for (const NotPlanned& one : plan.rest) {
    if (reasons.contains(one.why)) data::add_once(lines, line_of(one, out));
  }
  return lines;
}

std::vector<std::string> remarks_of(const Plan& plan, const fs::path& out) {
  std::vector<std::string> lines = lines_of(plan, {Why::damaged, Why::unreadable}, out);
  for (std::string& line : lines_of(plan, kLeftOut)) lines.push_back(std::move(line));
  for (std::string& line : lines_of(plan, {Why::other_way, Why::changed, Why::not_noted, Why::swept}, out))
    lines.push_back(std::move(line));
  return lines;
}

void report_skipped(const Plan& plan) {
  for (const std::string& line : lines_of(plan, {Why::no_data})) std::cerr << "skipped: " << line << "\n";
}

std::string folder_profile(const fs::path& out, const std::string& given, bool has_profile) {
  std::set<std::string> noted;
  for (const Note& run : read_manifest(out).runs) noted.insert(run.spec.profile);
  const std::string profile = has_profile || noted.empty() || noted.contains(given) ? given : *noted.begin();
  const std::string error = records::profile_name_error(profile);
  if (!error.empty()) throw ConfigError(fmt::format("profile {}: {}", base::excerpt(profile), error));
  return profile;
}

}  // namespace preimage::suite::run
