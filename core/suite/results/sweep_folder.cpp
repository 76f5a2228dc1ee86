#include "suite/results/sweep_folder.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "preimage/base/text.hpp"
#include "suite/config/config_error.hpp"
#include "suite/config/value.hpp"
#include "suite/data/delimited.hpp"
#include "suite/records/results_folder.hpp"

namespace preimage::suite::results {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMaxNameBytes = 200;

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
         c == '-';
}

}  // namespace

std::string sweep_name(const study::StudyOptions& options, const study::Study& sweep) {
  if (options.run.sweep_name) {
    const std::string& name = *options.run.sweep_name;
    if (name.empty() || name.size() > kMaxNameBytes || name.front() == '.' ||
        !std::all_of(name.begin(), name.end(), is_plain)) {
      throw ConfigError(
          "--name " + base::name_excerpt(name) +
          ": expected a file name of letters, digits, '.', '_' and '-' that begins with no '.'");
    }
    return name;
  }
  std::string name = sweep.config + "-" + sweep.readings.front().name;
  for (const study::Axis& axis : options.selected.sweep.axes) name += "-" + study::last_part(axis.path);
  if (options.selected.sweep.random) name += fmt::format("-random{}", *options.selected.sweep.random);
  return records::file_part(name, kMaxNameBytes);
}

std::string heat_map_file(const std::string& learner) {
  return records::file_part(learner) + "_heat_map.svg";
}

std::set<std::string> keys_of_sweeps(const fs::path& results) {
  std::set<std::string> keys;
  const fs::path folder = records::ResultsFolder(results).sweeps();
  if (!fs::is_directory(folder)) return keys;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const fs::path points = entry.path() / "points.csv";
    if (!fs::exists(points)) continue;
    data::CsvReader csv = data::open_quoted_csv(points);
    const std::size_t key = csv.column("key");
    std::vector<std::string> fields;
    while (csv.next(fields)) keys.insert(fields[key]);
  }
  return keys;
}

}  // namespace preimage::suite::results
