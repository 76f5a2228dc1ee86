#include "suite/results/result_files.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "preimage/base/file.hpp"
#include "preimage/base/sha256.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/config_error.hpp"
#include "suite/config/value.hpp"
#include "suite/records/results_folder.hpp"
#include "suite/results/provenance.hpp"
#include "suite/run/run_notes.hpp"

namespace preimage::suite::results {

namespace fs = std::filesystem;

namespace {

constexpr const char* kModified = ".modified-";
constexpr const char* kReading = ".reading-";
constexpr const char* kRepetitions = ".repetitions-";
constexpr const char* kConfusion = ".confusion.csv";
constexpr const char* kOutputErrors = ".outputs.csv";
constexpr std::size_t kMaxStemBytes =
    255 - 64;  // which leaves room for endings, figures and names while they are written

/// The config's path as another checkout of the project would say it, too.
std::string own_path(const study::Study& study) {
  const fs::path path = fs::weakly_canonical(study.file), root = fs::weakly_canonical(data::project_root());
  const fs::path inside = path.lexically_relative(root);
  return inside.empty() || *inside.begin() == ".." ? path.string() : inside.string();
}

struct TableOwner {
  std::string path, content;
};

fs::path owner_file(const study::Study& study, const fs::path& out) {
  return records::ResultsFolder(out).configs() / (study.experiment + "." + study.config + ".txt");
}

/// Of the tables that are there; nothing where none was written.
std::optional<TableOwner> owner_of(const study::Study& study, const fs::path& out) {
  const fs::path file = owner_file(study, out);
  if (!fs::exists(file)) return std::nullopt;
  const std::string text = base::read_file(file, config::kMaxBytes);
  const std::size_t end = text.find('\n');
  if (end == std::string::npos) return std::nullopt;
  return TableOwner{text.substr(end + 1, text.find('\n', end + 1) - end - 1), text.substr(0, end)};
}

/// Whether they are of a config at another path, and that one was not moved or given up.
bool is_of_another(const std::optional<TableOwner>& owner, const study::Study& study) {
  return owner && owner->path != own_path(study) && fs::exists(data::project_root() / owner->path);
}

}  // namespace

std::string variant_of(const study::Plan& plan, const study::Study& study,
                       const study::SelectionOptions& options) {
  std::vector<std::string> readings;
  std::string overrides;
  for (const study::PlannedReading& planned : plan.readings) {
    if (planned.study.get() != &study) continue;
    readings.push_back(planned.reading->name);
    for (const config::Override& o : planned.reading->modified) overrides += o.text() + "\n";
  }
  const int repetitions = options.repetitions.value_or(study.profile(options.profile).repetitions);
  const auto written = study.written_profiles.find(options.profile);
  const bool is_known = written != study.written_profiles.end();
  std::string variant;
  if (!overrides.empty()) variant += kModified + base::sha256(overrides).substr(0, 8);
  if (!is_known || written->second.readings != readings)
    variant += kReading + records::file_part(fmt::format("{}", fmt::join(readings, "+")));
  if (!is_known || written->second.repetitions != repetitions)
    variant += kRepetitions + std::to_string(repetitions);
  return variant;
}

fs::path result_stem(const study::Plan& plan, const study::Study& study,
                     const study::SelectionOptions& options) {
  return options.results().profile(options.profile) / study.experiment /
         (study.config + variant_of(plan, study, options));
}

std::string variant_in(const fs::path& file) {
  const std::string name = file.stem().string();
  std::size_t begin = std::string::npos;
  for (const char* part : {kModified, kReading, kRepetitions}) begin = std::min(begin, name.find(part));
  return begin == std::string::npos ? "" : name.substr(begin);
}

bool is_modified(const std::string& variant) {
  return variant.starts_with(kModified);
}

fs::path confusion_path(fs::path table) {
  return table.replace_extension(kConfusion);
}

fs::path output_errors_path(fs::path table) {
  return table.replace_extension(kOutputErrors);
}

bool is_table(const fs::path& file) {
  const std::string name = file.filename().string();
  return file.extension() == ".csv" && !name.starts_with("timings.") && !is_provenance(file) &&
         !name.ends_with(kConfusion) && !name.ends_with(kOutputErrors);
}

void require_own_name(const study::Plan& plan, const study::Study& study,
                      const study::SelectionOptions& options) {
  const fs::path& out = options.out;
  const std::string table = study.config + ".csv";
  if (!variant_in(table).empty()) {
    throw ConfigError(fmt::format(
        "{}: the name of a config's file must not hold '{}', '{}' or '{}', which tell its tables apart",
        study.file.string(), kModified, kReading, kRepetitions));
  }
  if (!is_table(table)) {
    throw ConfigError(fmt::format(
        "{}: a table of this name would be taken for what is kept beside tables: rename the config",
        study.file.string()));
  }
  const std::string stem = study.config + variant_of(plan, study, options);
  if (stem.size() > kMaxStemBytes) {
    throw ConfigError(
        fmt::format("{}: the files of its tables would be named {}..., of {} bytes where {} are possible: "
                    "give the config a shorter name",
                    study.file.string(), base::name_excerpt(stem), stem.size(), kMaxStemBytes));
  }
  const std::optional<TableOwner> owner = owner_of(study, out);
  if (!is_of_another(owner, study) || owner->content == run::config_sha256(study.file)) return;
  throw ConfigError(
      fmt::format("{}: {} holds the tables of another config of this name, {}: rename one of them, or give "
                  "another folder with --out",
                  study.file.string(), out.string(), owner->path));
}

void claim_name(const study::Study& study, const fs::path& out) {
  const std::optional<TableOwner> owner = owner_of(study, out);
  if (is_of_another(owner, study)) return;  // this one is a copy, and what becomes of it is not known
  const std::string text = run::config_sha256(study.file) + "\n" + own_path(study) + "\n";
  const fs::path file = owner_file(study, out);
  if (owner && base::read_file(file, config::kMaxBytes) == text) return;
  base::write_file_durably(file, text);
}

}  // namespace preimage::suite::results
