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

/// A run as it is to be shown.
struct ShownRun {
  SelectionOptions options;
  std::set<std::string> config_sha256;
};

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
  std::vector<ShownRun> runs(const Manifest& manifest) {
    result_.unknown_notes = manifest.unknown;
    std::vector<ShownRun> asked;
    bool has_other = false;
    for (const NotedRun& noted : manifest.runs) {
      const bool is_there = is_readable(noted);
      if (is_there && is_asked_for(noted.spec, given_, has_profile_)) asked.push_back(shown(noted));
      has_other = has_other || is_there;
    }
    // A config as it is written stands before what was changed of it.
    std::stable_partition(asked.begin(), asked.end(),
                          [](const ShownRun& run) { return run.options.is_plain(); });
    if (asked.empty() && has_other)
      throw DataError(
          fmt::format("{}: nothing was run here with these options; name the config to look for more",
                      given_.out.string()));
    return asked;
  }

  void leave_out(std::string remark) { result_.left_out.push_back(std::move(remark)); }
  void keep_one_way(std::vector<ShownRun>& runs);
  void add_parts(const std::vector<ShownRun>& runs);
  FolderRuns result() && { return std::move(result_); }

 private:
  bool is_readable(const NotedRun& noted) {
    if (!fs::exists(noted.spec.config)) {
      leave_out(noted.text() +
                ": was run here and is gone or moved, so it is left out; name it where it lies now");
    } else if (!noted.foreign.empty()) {
      leave_out("left out: " + noted.foreign);
    } else {
      return true;
    }
    return false;
  }
  /// As it was noted; data and limits as they were given, where they were.
  ShownRun shown(const NotedRun& noted) const {
    ShownRun run{given_, noted.config_sha256};
    run.options.way() = noted.spec.way();
    run.options.configs = {noted.spec.config};
    run.options.skip_missing = true;
    const std::optional<fs::path>& data = noted.spec.data;
    const bool has_other_data =
        data && !given_.data && fs::exists(*data) && data != data_folder(given_, make_data_source(given_));
    if (!has_other_data) run.options.data = given_.data;
    if (given_.max_cells) run.options.max_cells = given_.max_cells;
    return run;
  }
  /// trouble  "toy.yaml: why"
  void leave_out_unplanned(const std::string& trouble) {
    leave_out("was run here and cannot be planned as it is now, so it is left out: " + trouble);
  }
  bool has_record(const Selection& selection) const {
    const records::RecordStore store(given_.results().cells());
    const std::vector<const study::Cell*> cells = selection.distinct_cells();
    return std::any_of(cells.begin(), cells.end(),
                       [&](const study::Cell* cell) { return fs::exists(store.path_of(cell->key)); });
  }
  bool is_shown(const ShownRun& run);

  const SelectionOptions& given_;
  const study::ExperimentTable& experiments_;
  bool has_profile_;
  FolderRuns result_;
};

std::string way_text(const study::RunWay& one) {
  return "--profile " + study::shell_quoted(one.profile) + (one.stand_in ? " --stand-in" : "");
}

void FolderReader::keep_one_way(std::vector<ShownRun>& runs) {
  if (runs.empty()) return;
  const auto best = std::min_element(runs.begin(), runs.end(), [&](const ShownRun& a, const ShownRun& b) {
    const auto rank = [&](const SelectionOptions& one) {
      return std::tuple(one.profile != given_.profile, one.stand_in, one.profile);
    };
    return rank(a.options) < rank(b.options);
  });
  const std::string kept = way_text(best->options);
  std::set<std::string> others;
  for (const ShownRun& run : runs) others.insert(way_text(run.options));
  others.erase(kept);
  for (const std::string& other : others)
    result_.altered.push_back(fmt::format("not shown: what was run here with {0}; {0} shows it", other));
  std::erase_if(runs, [&](const ShownRun& run) { return way_text(run.options) != kept; });
}

/// False for a config that was changed so that none of its cells is here.
bool FolderReader::is_shown(const ShownRun& run) {
  const fs::path& config = run.options.configs.front();
  try {
    if (run.config_sha256.contains(config_sha256(config))) return true;
    const Selection selection = select(run.options, experiments_, make_data_source(run.options));
    if (has_record(selection) || !selection.skipped.empty()) {
      result_.altered.push_back(config.string() +
                                ": was changed since it was run here; it is shown as it is now");
      return true;
    }
    leave_out(config.string() +
              ": was changed since it was run here, and none of its cells is here: left out");
  } catch (const std::exception& error) {
    leave_out_unplanned(config.string() + ": " + error.what());
  }
  return false;
}

void FolderReader::add_parts(const std::vector<ShownRun>& runs) {
  std::vector<SelectionOptions> parts;
  for (const ShownRun& run : runs) {
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
    std::vector<std::string> troubles;
    try {
      Selection selection = select(part, experiments_, data, &troubles);
      result_.parts.push_back({std::move(part), std::move(data), std::move(selection)});
    } catch (const std::exception& error) {
      if (troubles.empty()) troubles.emplace_back(error.what());
    }
    for (const std::string& trouble : troubles) leave_out_unplanned(trouble);
  }
}

}  // namespace

std::vector<std::string> FolderRuns::remarks() const {
  std::vector<std::string> lines;
  for (const std::string& note : unknown_notes) lines.push_back("left out: " + note);
  for (const auto* some : {&left_out, &altered}) lines.insert(lines.end(), some->begin(), some->end());
  return lines;
}

void require_folder(const study::SelectionOptions& options) {
  if (options.configs.empty() && !std::filesystem::exists(options.out))
    throw DataError(fmt::format("{}: no such folder: `preimage run` makes it", options.out.string()));
}

FolderRuns folder_runs(const SelectionOptions& options, const study::ExperimentTable& experiments,
                       bool has_profile, bool one_way, std::vector<std::string>* troubles) {
  const Manifest manifest = options.configs.empty() ? read_manifest(options.out) : Manifest();
  if (manifest.is_empty()) {
    FolderRuns result;
    data::DataSource data = make_data_source(options);
    Selection selection = select(options, experiments, data, troubles);
    result.parts.push_back({options, std::move(data), std::move(selection)});
    if (options.configs.empty())
      result.altered.push_back(options.out.string() +
                               ": no run is noted here, so this is about all of configs/");
    return result;
  }
  FolderReader reader(options, experiments, has_profile);
  std::vector<ShownRun> runs = reader.runs(manifest);
  if (one_way) reader.keep_one_way(runs);
  reader.add_parts(runs);
  FolderRuns result = std::move(reader).result();
  if (!result.parts.empty()) return result;
  throw DataError(fmt::format("{}: of what was run here nothing can be shown: {}", options.out.string(),
                              fmt::join(result.remarks(), "; ")));
}

std::string folder_profile(const Manifest& manifest, const std::string& given, bool has_profile) {
  std::set<std::string> noted;
  for (const NotedRun& run : manifest.runs) noted.insert(run.spec.profile);
  const std::string profile = has_profile || noted.empty() || noted.contains(given) ? given : *noted.begin();
  const std::string error = records::profile_name_error(profile);
  if (!error.empty()) throw ConfigError(fmt::format("profile {}: {}", base::excerpt(profile), error));
  return profile;
}

std::vector<study::RunSpec> plain_runs(const Manifest& manifest, const std::string& profile) {
  std::vector<study::RunSpec> plain;
  for (const NotedRun& run : manifest.runs) {
    if (!run.spec.is_plain() || run.spec.profile != profile || !run.is_config()) continue;
    study::RunSpec spec = run.spec;
    if (spec.data && !fs::exists(*spec.data)) spec.data.reset();
    const auto same = std::find_if(plain.begin(), plain.end(),
                                   [&](const study::RunSpec& other) { return other.config == spec.config; });
    if (same == plain.end()) {
      plain.push_back(spec);
    } else if (same->stand_in ? !spec.stand_in || !same->data : !spec.stand_in && !same->data) {
      *same = spec;
    }
  }
  return plain;
}

}  // namespace preimage::suite::run
