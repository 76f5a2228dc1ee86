#include "suite/results/written_files.hpp"

#include <sstream>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "preimage/base/file_descriptor.hpp"
#include "preimage/base/sha256.hpp"
#include "suite/data/file_hash.hpp"
#include "suite/run/environment.hpp"
#include "suite/run/run_notes.hpp"

namespace preimage::suite::results {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kSumDigits = 64;
constexpr std::size_t kMaxNoteBytes = std::size_t{1} << 20;

std::string text_of(const Sums& sums) {
  std::string lines;
  for (const auto& [name, sum] : sums) lines += sum + "  " + name + "\n";
  return base::sha256(lines) + "\n" + lines;
}

/// Where there is nothing to write, the file of an earlier run with other data is removed: beside a table
/// without its numbers it would mislead.
void write_or_remove(const fs::path& path, const std::string& bytes) {
  if (!bytes.empty()) {
    base::write_file_durably(path, bytes);
  } else if (fs::exists(path)) {
    std::error_code code;
    fs::remove(path, code);
    if (code) base::fail_file(path, "remove", code.value());
  }
}

}  // namespace

Sums made_of(const ConfigResults& config) {
  std::string data, without_result;
  for (const ReadingResults& reading : config.readings) {
    for (const auto& [learner, provenance] : reading.provenance) data += provenance.data_content + "\n";
    without_result += reading.without_result + "\n";
  }
  const study::Study& study = *config.study;
  return {
      {"config", run::config_sha256(study.file)},
      {"data", base::sha256(data)},
      {"program", base::sha256(run::program_text() + run::rounding_text())},
      {"published numbers", study.published.empty() ? base::sha256("") : data::file_sha256(study.published)},
      {"records", base::sha256(without_result)}};
}

std::string name_in(const records::ResultsFolder& results, const fs::path& path) {
  return path.lexically_relative(results.path()).string();
}

void write_files(const records::ResultsFolder& results, const fs::path& stem,
                 const std::map<fs::path, std::string>& files, const Sums& made) {
  constexpr std::size_t kShort = 16;
  const std::string name = name_in(results, stem);
  const fs::path note =
      results.table_sums() / (stem.filename().string() + "-" + base::sha256(name).substr(0, kShort) + ".txt");
  Sums sums;
  for (const auto& [what, sum] : made) sums[name + " " + what] = sum;
  write_or_remove(note, "");
  for (const auto& [path, bytes] : files) {
    write_or_remove(path, bytes);
    if (!bytes.empty()) sums[name_in(results, path)] = base::sha256(bytes);
  }
  base::write_file_durably(note, text_of(sums));
}

Sums read_sums(const fs::path& note) {
  const std::string text = base::read_file(note, kMaxNoteBytes);
  Sums sums;
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line))
    if (line.size() > kSumDigits + 2) sums[line.substr(kSumDigits + 2)] = line.substr(0, kSumDigits);
  if (text_of(sums) != text) throw DataError(note.string() + ": is damaged");
  return sums;
}

}  // namespace preimage::suite::results
