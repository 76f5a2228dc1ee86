#include "suite/check/chosen_tables.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/config/config_error.hpp"
#include "suite/study/options.hpp"

namespace preimage::suite::check {

namespace fs = std::filesystem;

namespace {

/// "points.yaml --reference ref --latest out", with the profile where it is not the default.
std::string words_of(const CheckOptions& options, const fs::path& config) {
  const auto quoted = [](const fs::path& path) { return study::shell_quoted(path.string()); };
  return fmt::format("{} --reference {} --latest {}{}", quoted(config),
                     options.has_reference ? quoted(options.reference) : "FOLDER", quoted(options.latest),
                     profile_words(options));
}

/// A reference of other data says nothing of these numbers.
void require_same_data(const HeldNumbers& held, const CheckOptions& options,
                       const std::vector<ChosenTable>& chosen) {
  for (const auto& [name, expected] : held.reference) {
    const auto found = held.latest.find(name);
    if (found == held.latest.end()) continue;
    const std::string& config = expected.config;
    const auto table = std::find_if(chosen.begin(), chosen.end(),
                                    [&config](const ChosenTable& one) { return one.table.stem() == config; });
    if (table->is_outside) continue;  // its files are a program, whose numbers are to be held
    const Number& latest = found->second;
    std::string theirs = expected.data, ours = latest.data;
    if (theirs == ours) {
      theirs = expected.provenance.data_content;
      ours = latest.provenance.data_content;
    }
    if (theirs == ours || theirs.empty() || ours.empty()) continue;
    throw DataError(
        fmt::format("{}: made from other data ({}) than the results ({}); `preimage check {} --update` "
                    "makes it anew",
                    (options.reference / options.profile / table->table).string(), theirs, ours,
                    words_of(options, table->config)));
  }
}

}  // namespace

std::string profile_words(const CheckOptions& options) {
  return options.profile == CheckOptions().profile ? ""
                                                   : " --profile " + study::shell_quoted(options.profile);
}

std::vector<ChosenTable> chosen_tables(const CheckOptions& options) {
  std::vector<ChosenTable> chosen;
  for (const fs::path& config : options.configs) {
    const study::Study study = study::load_study(config, {}, options.experiments);
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

std::vector<fs::path> plain_tables(const fs::path& folder, const std::vector<ChosenTable>& chosen) {
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

HeldNumbers held_numbers(const CheckOptions& options, const std::vector<ChosenTable>& chosen) {
  const fs::path reference = options.reference / options.profile;
  for (const ChosenTable& one : chosen) {
    if (fs::exists(reference / one.table)) continue;
    throw DataError(fmt::format("{}: the reference does not have {}; `preimage check {} --update` adds it",
                                reference.string(), one.config.string(), words_of(options, one.config)));
  }
  HeldNumbers held;
  held.reference = read_numbers(plain_tables(reference, chosen));
  held.latest = read_numbers(plain_tables(options.latest / options.profile, chosen));
  for (const ChosenTable& one : chosen) {
    const bool has_some = std::any_of(held.reference.begin(), held.reference.end(), [&](const auto& number) {
      return number.second.config == one.table.stem();
    });
    if (!has_some)
      throw DataError((reference / one.table).string() + ": it was cut short: there is no number");
  }
  if (!chosen.empty()) require_same_data(held, options, chosen);
  return held;
}

}  // namespace preimage::suite::check
