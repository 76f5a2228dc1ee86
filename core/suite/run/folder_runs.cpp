#include "suite/run/folder_runs.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/config_error.hpp"
#include "suite/records/results_folder.hpp"
#include "suite/run/run_notes.hpp"

namespace preimage::suite::run {

namespace fs = std::filesystem;
using study::SelectionOptions;

namespace {

/// One config in one way.
struct OneRun {
  SelectionOptions options;
  std::string config_sha256;  // "": not known
};

/// The config where it lay when it was run, or else as it lies from the folder of results, which may have moved with it.
fs::path config_now(const NotedRun& noted, const fs::path& out) {
  const fs::path& config = noted.spec.config;
  const fs::path moved = (fs::absolute(out) / noted.relative).lexically_normal();
  return !fs::exists(config) && !noted.relative.empty() && fs::exists(moved) ? moved : config;
}

/// Whether the options that were given choose it.
bool is_asked_for(const study::RunWay& run, const study::RunWay& given, bool has_profile) {
  return (!has_profile || run.profile == given.profile) && (!given.stand_in || run.stand_in) &&
         (given.overrides.empty() || given.overrides == run.overrides) &&
         (!given.reading || given.reading == run.reading) &&
         (!given.repetitions || given.repetitions == run.repetitions);
}

class FolderReader {
 public:
  FolderReader(const SelectionOptions& given, const study::ExperimentTable& experiments, bool has_profile)
      : given_(given), experiments_(experiments), has_profile_(has_profile) {}

  /// What was run and is asked for.
  std::vector<OneRun> runs() {
    std::vector<std::string> damaged;
    const std::vector<NotedRun> notes = noted_runs(given_.out, &damaged);
    for (const std::string& message : damaged) leave_out("left out: " + message);
    std::vector<OneRun> asked, other;
    for (const NotedRun& noted : notes) {
      for (const OneRun& run : runs_of(noted))
        (is_asked_for(run.options, given_, has_profile_) ? asked : other).push_back(run);
    }
    // A config as it is written stands before what was changed of it.
    std::stable_partition(asked.begin(), asked.end(),
                          [](const OneRun& run) { return run.options.is_plain(); });
    if (asked.empty() && !other.empty())
      throw DataError(
          fmt::format("{}: nothing was run here with these options; name the config to look for more",
                      given_.out.string()));
    return asked;
  }

  void leave_out(const std::string& remark) {
    result_.remarks.push_back(remark);
    result_.is_whole = false;
  }
  void keep_one_way(std::vector<OneRun>& runs);
  void add_parts(const std::vector<OneRun>& runs);
  FolderRuns result() && { return std::move(result_); }

 private:
  std::vector<OneRun> runs_of(const NotedRun& noted) {
    const fs::path config = config_now(noted, given_.out);
    if (!fs::exists(config)) {
      leave_out(noted.text() +
                ": was run here and is gone or moved, so it is left out; name it where it lies now");
      return {};
    }
    if (const std::string error = foreign_file_error(config); !error.empty()) {
      leave_out("left out: " + error);
      return {};
    }
    OneRun run{given_, ""};
    run.options.configs = {config};
    run.options.skip_missing = true;
    if (noted.ways.empty()) {  // of before profiles were noted: as the command line says
      const study::RunWay& given = given_;
      set_way(run.options, noted.spec_of({given.profile, given.stand_in, given.max_cells}));
      return {run};
    }
    std::vector<OneRun> runs;
    for (const NotedWay& way : noted.ways) {
      set_way(run.options, noted.spec_of(way));
      run.config_sha256 = way.config_sha256;
      runs.push_back(run);
    }
    return runs;
  }
  /// As it was noted; data and limits as they were given, where they were.
  void set_way(study::RunWay& way, const study::RunWay& noted) const {
    way = noted;
    const bool has_other_data = noted.data && !given_.data && fs::exists(*noted.data) &&
                                noted.data != data_folder(given_, make_data_source(given_));
    if (!has_other_data) way.data = given_.data;
    if (given_.max_cells) way.max_cells = given_.max_cells;
  }
  bool has_record(const Selection& selection) const {
    const records::RecordStore store(given_.results().cells());
    const std::vector<const study::Cell*> cells = selection.distinct_cells();
    return std::any_of(cells.begin(), cells.end(),
                       [&](const study::Cell* cell) { return fs::exists(store.path_of(cell->key)); });
  }
  bool is_shown(const OneRun& run);

  const SelectionOptions& given_;
  const study::ExperimentTable& experiments_;
  bool has_profile_;
  FolderRuns result_;
};

std::string way_text(const study::RunWay& one) {
  return "--profile " + study::shell_quoted(one.profile) + (one.stand_in ? " --stand-in" : "");
}

void FolderReader::keep_one_way(std::vector<OneRun>& runs) {
  if (runs.empty()) return;
  const auto best = std::min_element(runs.begin(), runs.end(), [&](const OneRun& a, const OneRun& b) {
    const auto rank = [&](const SelectionOptions& one) {
      return std::tuple(one.profile != given_.profile, one.stand_in, one.profile);
    };
    return rank(a.options) < rank(b.options);
  });
  const std::string kept = way_text(best->options);
  std::set<std::string> others;
  for (const OneRun& run : runs) others.insert(way_text(run.options));
  others.erase(kept);
  for (const std::string& other : others)
    result_.remarks.push_back(fmt::format("not shown: what was run here with {0}; {0} shows it", other));
  std::erase_if(runs, [&](const OneRun& run) { return way_text(run.options) != kept; });
}

/// False for a config that cannot be read any more, or was changed so that none of its cells is here.
bool FolderReader::is_shown(const OneRun& run) {
  const fs::path& config = run.options.configs.front();
  try {
    const bool is_changed = !run.config_sha256.empty() && run.config_sha256 != config_sha256(config);
    const Selection selection =
        is_changed ? select(run.options, experiments_, make_data_source(run.options)) : Selection();
    if (!is_changed) {
      study::load_study(config, run.options.overrides, experiments_);
      return true;
    }
    if (has_record(selection) || !selection.skipped.empty()) {
      result_.remarks.push_back(config.string() +
                                ": was changed since it was run here; it is shown as it is now");
      return true;
    }
    leave_out(config.string() +
              ": was changed since it was run here, and none of its cells is here: left out");
  } catch (const std::exception& error) {
    leave_out(fmt::format("{}: was run here and cannot be read as it is now: left out ({})", config.string(),
                          error.what()));
  }
  return false;
}

void FolderReader::add_parts(const std::vector<OneRun>& runs) {
  std::vector<SelectionOptions> parts;
  for (const OneRun& run : runs) {
    if (!is_shown(run)) continue;
    const fs::path& config = run.options.configs.front();
    const auto alike = std::find_if(parts.begin(), parts.end(), [&](const SelectionOptions& part) {
      return part.way() == run.options.way() &&
             std::none_of(part.configs.begin(), part.configs.end(),
                          [&](const fs::path& other) { return other.stem() == config.stem(); });
    });
    if (alike == parts.end()) {
      parts.push_back(run.options);
    } else {
      alike->configs.push_back(config);
    }
  }
  for (SelectionOptions& part : parts) {
    data::DataSource data = make_data_source(part);
    Selection selection = select(part, experiments_, data);
    result_.parts.push_back({std::move(part), std::move(data), std::move(selection)});
  }
}

}  // namespace

void require_folder(const study::SelectionOptions& options) {
  if (options.configs.empty() && !std::filesystem::exists(options.out))
    throw DataError(fmt::format("{}: no such folder: `preimage run` makes it", options.out.string()));
}

FolderRuns folder_runs(const SelectionOptions& options, const study::ExperimentTable& experiments,
                       bool has_profile, bool one_way, std::vector<std::string>* troubles) {
  if (!options.configs.empty() || !has_notes(options.out)) {
    FolderRuns result;
    data::DataSource data = make_data_source(options);
    Selection selection = select(options, experiments, data, troubles);
    result.parts.push_back({options, std::move(data), std::move(selection)});
    if (options.configs.empty())
      result.remarks.push_back(options.out.string() +
                               ": no run is noted here, so this is about all of configs/");
    return result;
  }
  FolderReader reader(options, experiments, has_profile);
  std::vector<OneRun> runs = reader.runs();
  if (one_way) reader.keep_one_way(runs);
  reader.add_parts(runs);
  FolderRuns result = std::move(reader).result();
  if (!result.parts.empty()) return result;
  throw DataError(fmt::format("{}: of what was run here nothing can be shown: {}", options.out.string(),
                              fmt::join(result.remarks, "; ")));
}

namespace {

bool is_config(const fs::path& noted) {
  return fs::exists(noted) && foreign_file_error(noted).empty();
}

std::string noted_profile(const fs::path& out, const std::string& given) {
  std::set<std::string> profiles;
  std::vector<std::string> damaged;
  for (const NotedRun& noted : noted_runs(out, &damaged)) {
    for (const NotedWay& way : noted.ways) profiles.insert(way.profile);
    if (noted.ways.empty()) profiles.insert(given);
  }
  return profiles.empty() || profiles.contains(given) ? given : *profiles.begin();
}

}  // namespace

std::string folder_profile(const fs::path& out, const std::string& given, bool has_profile) {
  const std::string profile = has_profile ? given : noted_profile(out, given);
  const std::string error = records::profile_name_error(profile);
  if (!error.empty()) throw ConfigError(fmt::format("profile {}: {}", base::excerpt(profile), error));
  return profile;
}

std::vector<fs::path> plainly_run_configs(const fs::path& out, const std::string& profile) {
  std::set<fs::path> configs;
  std::vector<std::string> damaged;
  for (const NotedRun& noted : noted_runs(out, &damaged)) {
    const fs::path config = config_now(noted, out);
    const bool has_profile = std::any_of(noted.ways.begin(), noted.ways.end(),
                                         [&](const NotedWay& way) { return way.profile == profile; });
    if (noted.spec.is_plain() && has_profile && is_config(config)) configs.insert(config);
  }
  return {configs.begin(), configs.end()};
}

SelectionOptions with_noted_data(SelectionOptions one) {
  const fs::path config = fs::absolute(one.configs.front()).lexically_normal();
  std::vector<std::string> damaged;
  bool has_real = false, has_stand_in = false;
  for (const NotedRun& noted : noted_runs(one.out, &damaged)) {
    if (config_now(noted, one.out) != config || !noted.spec.is_plain()) continue;
    for (const NotedWay& way : noted.ways) {
      if (way.profile == one.profile) (way.stand_in ? has_stand_in : has_real) = true;
    }
    if (noted.spec.data && fs::exists(*noted.spec.data)) one.data = noted.spec.data;
  }
  one.stand_in = has_stand_in && !has_real;
  return one;
}

}  // namespace preimage::suite::run
