#include "suite/run/folder_sweeps.hpp"

#include <algorithm>
#include <set>

#include "suite/data/delimited.hpp"
#include "suite/run/run_notes.hpp"

namespace preimage::suite::run {

namespace fs = std::filesystem;

namespace {

/// The folders that `sweep` has written points into, by name.
std::vector<fs::path> sweep_folders(const records::ResultsFolder& results) {
  std::vector<fs::path> folders;
  if (!fs::is_directory(results.sweeps())) return folders;
  for (const auto& entry : fs::directory_iterator(results.sweeps())) {
    if (fs::exists(entry.path() / "points.csv")) folders.push_back(entry.path());
  }
  std::sort(folders.begin(), folders.end());
  return folders;
}

/// The name of the config that a sweep is of: all rows have the same.
std::string swept_config(const fs::path& folder) {
  data::CsvReader csv = data::open_quoted_csv(folder / "points.csv");
  std::vector<std::string> fields;
  return csv.next(fields) ? fields[csv.column("config")] : "";
}

}  // namespace

std::vector<fs::path> sweeps_alone(const study::SelectionOptions& options) {
  const records::ResultsFolder results = options.results();
  const bool has_runs = !read_manifest(options.out).is_empty() || !results.profiles().empty();
  std::vector<fs::path> folders = has_runs ? std::vector<fs::path>() : sweep_folders(results);
  if (folders.empty() || options.configs.empty()) return folders;
  std::set<std::string> swept;
  for (const fs::path& folder : folders) swept.insert(swept_config(folder));
  const bool has_all =
      std::all_of(options.configs.begin(), options.configs.end(),
                  [&](const fs::path& config) { return swept.contains(config.stem().string()); });
  return has_all ? folders : std::vector<fs::path>();
}

}  // namespace preimage::suite::run
