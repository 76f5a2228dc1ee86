#include "suite/results/sweep_folder.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <sstream>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "preimage/base/sha256.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/config_error.hpp"
#include "suite/config/number.hpp"
#include "suite/config/value.hpp"
#include "suite/data/delimited.hpp"
#include "suite/data/file_hash.hpp"
#include "suite/records/results_folder.hpp"
#include "suite/results/predictions.hpp"
#include "suite/results/sweep_csv.hpp"
#include "suite/run/run_notes.hpp"

namespace preimage::suite::results {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMaxNameBytes = 200;
constexpr const char* kAxesFile = "axes.csv";
constexpr const char* kPointsFile = "points.csv";
/// Its first line says which cells points.csv is of, the others what the files hold, as sha256sum writes it.
constexpr const char* kSumsFile = ".cells.sha256";
constexpr const char* kBestConfigFile = "best.yaml";
constexpr const char* kHeatMapEnd = "_heat_map.svg";
constexpr std::size_t kMaxAxesBytes = 1 << 20;

bool is_plain(unsigned char c) {
  return std::isalnum(c) != 0 || c == '.' || c == '_' || c == '-';
}

}  // namespace

std::string sweep_name(const study::StudyOptions& options, const study::Study& sweep) {
  if (options.run.sweep_name) {
    const std::string& name = *options.run.sweep_name;
    if (name.empty() || name.size() > kMaxNameBytes || name.front() == '.' ||
        !std::ranges::all_of(name, is_plain)) {
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
  return records::file_part(learner) + kHeatMapEnd;
}

std::vector<fs::path> sweep_folders(const fs::path& results) {
  std::vector<fs::path> folders = records::paths_in(records::ResultsFolder(results).sweeps());
  std::erase_if(folders, [](const fs::path& path) { return !fs::is_directory(path); });
  return folders;
}

std::vector<fs::path> sweeps_alone(const study::SelectionOptions& options) {
  if (run::has_notes(options.out) || !options.results().profiles().empty()) return {};
  std::vector<fs::path> folders = sweep_folders(options.out);
  std::erase_if(folders, [](const fs::path& folder) { return !fs::exists(folder / kPointsFile); });
  if (folders.empty() || options.configs.empty()) return folders;
  std::set<std::string> swept;
  for (const fs::path& folder : folders) {
    SweepCsv csv(folder / kPointsFile);
    if (csv.next()) swept.insert(csv.at("config"));
  }
  const bool has_all = std::ranges::all_of(
      options.configs, [&](const fs::path& config) { return swept.contains(config.stem().string()); });
  return has_all ? folders : std::vector<fs::path>();
}

std::set<std::string> keys_of_sweeps(const fs::path& results) {
  std::set<std::string> keys;
  for (const fs::path& folder : sweep_folders(results)) {
    if (!fs::exists(folder / kPointsFile)) continue;
    SweepCsv csv(folder / kPointsFile);
    while (csv.next()) keys.insert(csv.at("key"));
  }
  return keys;
}

namespace {

/// SHA-256 of the keys of all cells in their order.
std::string cells_line(const study::Plan& sweep) {
  base::Sha256 keys;
  for (const study::PlannedReading& planned : sweep.readings) {
    for (const study::Cell& cell : planned.cells) keys.update(cell.key.text() + "\n");
  }
  return keys.hex_digest() + "\n";
}

/// Writes files of one folder and notes their sums.
class SummedFiles {
 public:
  explicit SummedFiles(fs::path folder) : folder_(std::move(folder)) {}
  void write(const std::string& name, const std::string& bytes) {
    write(name, [&](const base::ByteSink& sink) { sink(bytes); });
  }
  void write(const std::string& name, const base::ByteProducer& produce) {
    base::Sha256 sum;
    base::write_file_durably(folder_ / name, [&](const base::ByteSink& sink) {
      produce([&](std::string_view bytes) {
        sum.update(bytes);
        sink(bytes);
      });
    });
    lines_ += sum.hex_digest() + "  " + name + "\n";
  }
  const std::string& lines() const { return lines_; }

 private:
  fs::path folder_;
  std::string lines_;
};

/// Compares files with their sums, which a folder of 0.1 may lack.
void add_changed_files(const fs::path& folder, FolderState::Lines& damaged) {
  const fs::path sums = folder / kSumsFile;
  if (!fs::exists(sums)) return;
  std::istringstream text(base::read_file(sums, kMaxAxesBytes));
  std::string line;
  std::getline(text, line);  // which cells they are of
  while (std::getline(text, line)) {
    constexpr std::size_t kDigits = 64;
    const std::string name = line.size() > kDigits + 2 ? line.substr(kDigits + 2) : "";
    if (name.empty() || name.find('/') != std::string::npos) {
      FolderState::add(damaged, sums, "is damaged");
    } else if (!fs::is_regular_file(folder / name)) {
      FolderState::add(damaged, folder / name, fs::exists(folder / name) ? "is no file" : "is missing");
    } else if (data::file_sha256(folder / name) != line.substr(0, kDigits)) {
      FolderState::add(damaged, folder / name, "is not what the sweep has written: run it again");
    }
  }
}

/// What a row of points.csv says of its cell, against the record; nothing where they agree.
std::optional<std::string> contradiction(const SweepCsv& row, const records::ResultRecord& record) {
  std::map<std::string, std::string> said = {{"status", record.status},
                                             {"repetition", std::to_string(record.repetition)},
                                             {"outer_fold", std::to_string(record.outer_fold)},
                                             {"hyper_parameters", hyper_parameters_text(record.chosen)}};
  for (const std::string& loss : row.losses()) {
    const auto found = record.measures.find(loss);
    const bool is_there = found != record.measures.end() && !found->second.empty();
    said[loss] = is_there ? config::number_text(records::mean(found->second)) : "";
  }
  said[row.losses().front()] = record.inner_loss ? config::number_text(*record.inner_loss) : "";
  for (const auto& [column, text] : said) {
    if (row.at(column) != text)
      return fmt::format("says {} '{}', the record '{}'", column, row.at(column), text);
  }
  return std::nullopt;
}

void add_contradictions(const fs::path& points, records::RecordStore& store, FolderState& state) {
  std::map<std::string, std::set<std::string>> learners;  // by key: two equal learners share a record
  for (SweepCsv row(points); row.next();) learners[row.at("key")].insert(row.at("learner"));
  std::set<std::string> missing;
  for (SweepCsv row(points); row.next();) {
    if (row.at("status") != "ok") continue;  // a result may have come later
    const std::optional<records::ResultRecord> record = store.find(row.at("key"));
    if (!record) missing.insert(row.at("key"));
    if (!record) continue;
    std::optional<std::string> wrong = contradiction(row, *record);
    if (!wrong && record->config == row.at("config") && !learners[record->key].contains(record->learner))
      wrong = fmt::format("is of learner '{}', its record of '{}'", row.at("learner"), record->learner);
    if (wrong) FolderState::add(state.damaged, fmt::format("{}:{}", points.string(), row.line()), *wrong);
  }
  if (!missing.empty())
    FolderState::add(state.unknown, points,
                     fmt::format("{} of its cells lack a sound record, the first {}", missing.size(),
                                 store.path_of(*missing.begin()).string()));
}

/// A sweep of this name over other axes or learners may have left pictures that this one does not draw.
void remove_other_pictures(const fs::path& folder, const std::vector<SweepForms::Picture>& pictures) {
  std::vector<fs::path> others;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string file = entry.path().filename().string();
    const bool is_picture = file == kCurveNumbers || file == kCurvePicture || file.ends_with(kHeatMapEnd);
    const bool is_drawn =
        std::ranges::any_of(pictures, [&](const auto& picture) { return picture.file == file; });
    if (is_picture && !is_drawn) others.push_back(entry.path());
  }
  for (const fs::path& other : others) fs::remove(other);
}

}  // namespace

bool is_written(const study::Plan& sweep, const study::StudyOptions& options) {
  const fs::path folder = options.selected.results().sweeps() / sweep_name(options, sweep.studies().front());
  return fs::exists(folder / kPointsFile) && fs::exists(folder / kSumsFile) &&
         base::read_file(folder / kSumsFile, kMaxAxesBytes).starts_with(cells_line(sweep));
}

bool replaces_another(const study::StudyOptions& options, const study::Study& sweep) {
  const fs::path axes = options.selected.results().sweeps() / sweep_name(options, sweep) / kAxesFile;
  return fs::exists(axes) && base::read_file(axes, kMaxAxesBytes) != axes_csv(options.selected.sweep);
}

void add_sweep_faults(const fs::path& results, records::RecordStore& store, FolderState& state) {
  for (const fs::path& folder : sweep_folders(results)) {
    const fs::path points = folder / kPointsFile;
    try {
      add_changed_files(folder, state.damaged);
      if (fs::exists(points) && !state.damaged.contains(points.string()))
        add_contradictions(points, store, state);
    } catch (const FileError& error) {
      state.unknown.try_emplace(points.string(), error.what());
    } catch (const DataError& error) {
      state.damaged.try_emplace(points.string(), error.what());
    }
  }
}

WrittenSweep write_sweep(const study::Plan& sweep, const study::StudyOptions& options,
                         records::RecordStore& store,
                         const std::function<SweepForms(const SweepResults&)>& forms_of) {
  const std::string name = sweep_name(options, sweep.studies().front());
  const records::FileLock lock = records::lock_for(options.selected.results(), "the files of sweep " + name);
  const SweepResults found = sweep_results(sweep, options, store);
  const SweepForms forms = forms_of(found);
  const fs::path folder = options.selected.results().sweeps() / name;
  std::error_code code;                  // where it cannot be removed, the files below cannot be written
  fs::remove(folder / kSumsFile, code);  // until what it says is true again
  SummedFiles files(folder);
  files.write(kPointsFile, [&](const base::ByteSink& sink) { points_csv(found.head, found.learners, sink); });
  files.write("best.csv", best_csv(found.head, found.learners));
  files.write(kAxesFile, axes_csv(options.selected.sweep));
  files.write("summary.txt", forms.summary);
  for (const SweepForms::Picture& picture : forms.pictures) files.write(picture.file, picture.bytes);
  remove_other_pictures(folder, forms.pictures);
  if (found.winners.empty()) {  // one of a smaller sweep of this name would say what this one does not
    fs::remove(folder / kBestConfigFile);
  } else {
    files.write(kBestConfigFile, best_config(found.head, found.winners, name, options.selected.profile));
  }
  base::write_file_durably(folder / kSumsFile, cells_line(sweep) + files.lines());
  return {folder, forms.summary};
}

}  // namespace preimage::suite::results
