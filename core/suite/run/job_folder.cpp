#include "suite/run/job_folder.hpp"

#include <algorithm>
#include <regex>
#include <span>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "preimage/base/file_descriptor.hpp"
#include "preimage/base/sha256.hpp"
#include "suite/config/config_error.hpp"
#include "suite/records/results_folder.hpp"
#include "suite/run/cell_list.hpp"
#include "suite/run/run_notes.hpp"
#include "suite/run/slurm.hpp"

namespace preimage::suite::run {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kIdDigits = 12;
constexpr std::size_t kMaxJsonBytes = std::size_t{1} << 20;
constexpr std::size_t kMaxNumberBytes = 256;
constexpr const char* kJson = "job.json";
constexpr const char* kNumber = "slurm_job.txt";

StoredJob load_job(const fs::path& out, const fs::path& folder) {
  const fs::path json = folder / kJson;
  StoredJob stored;
  stored.job = job_from_json(base::read_file(json, kMaxJsonBytes), json.string());
  for (const fs::path& config : stored.job.study.selected.configs) {
    const std::string error = foreign_file_error(config);
    if (!error.empty()) throw DataError(fmt::format("{}: {}", json.string(), error));
  }
  stored.job.study.selected.out = fs::absolute(out).lexically_normal();
  stored.id = folder.filename().string();
  stored.folder = folder;
  for (std::size_t chunk = 0; chunk < stored.job.chunks; ++chunk) {
    const std::vector<records::CellKey> keys = read_cell_list(chunk_path(folder, chunk));
    stored.keys.insert(stored.keys.end(), keys.begin(), keys.end());
    stored.chunk_ends.push_back(stored.keys.size());
  }
  if (stored.keys.size() != stored.job.cells) {
    throw DataError(fmt::format("{}: {} cells, but the lists beside it hold {}", json.string(),
                                stored.job.cells, stored.keys.size()));
  }
  if (fs::exists(folder / kNumber))
    stored.number = parse_job_number(base::read_file(folder / kNumber, kMaxNumberBytes));
  return stored;
}

}  // namespace

fs::path chunk_path(const fs::path& folder, std::size_t chunk) {
  return folder / fmt::format("cells-{}.txt", chunk);
}

std::string chunk_word(const fs::path& folder, const std::string& expression) {
  return study::shell_quoted((folder / "cells-").string()) + expression + ".txt";
}

fs::path log_path(const fs::path& folder, std::size_t chunk) {
  return folder / fmt::format("{}.log", chunk);  // as --output of job_script says
}

StoredJob store_job(const Job& job, const std::vector<records::CellKey>& keys) {
  StoredJob stored;
  stored.job = job;
  stored.keys = keys;
  std::vector<std::string> lists;
  for (std::size_t chunk = 0; chunk < job.chunks; ++chunk) {
    const std::size_t begin = keys.size() * chunk / job.chunks, end = keys.size() * (chunk + 1) / job.chunks;
    lists.push_back(cell_list_text(std::span(keys).subspan(begin, end - begin)));
    stored.chunk_ends.push_back(end);
  }
  base::Sha256 content;
  content.update(job.study.selected.out.string() + "\n" + to_json(job));
  for (const std::string& list : lists) content.update(list + "\n");
  stored.id = content.hex_digest().substr(0, kIdDigits);
  stored.folder = job.study.selected.results().jobs() / stored.id;
  stored.was_there = fs::exists(stored.folder);
  for (std::size_t chunk = 0; chunk < lists.size(); ++chunk)
    base::write_file_durably(chunk_path(stored.folder, chunk), lists[chunk]);
  base::write_file_durably(stored.folder / kJson, to_json(job));  // last: with it the folder is whole
  return stored;
}

void discard_job(const StoredJob& stored) {
  if (stored.was_there) return;
  std::error_code code;
  fs::remove_all(stored.folder, code);
  if (code) base::fail_file(stored.folder, "remove", code.value());
  fs::remove(stored.folder.parent_path(), code);  // where it is the only one
}

std::vector<std::string> StoredJob::slurm_options() const {
  std::vector<std::string> options = {"--name=" + name()};
  if (number && !number->cluster.empty()) options.push_back("--clusters=" + number->cluster);
  return options;
}

void store_number(const StoredJob& stored, const JobNumber& number) {
  const std::string cluster = number.cluster.empty() ? "" : ";" + number.cluster;
  base::write_file_durably(stored.folder / kNumber, number.number + cluster + "\n");
}

FoundJobs all_jobs(const fs::path& out) {
  FoundJobs found;
  for (const fs::path& folder : records::paths_in(records::ResultsFolder(out).jobs())) {
    const std::string id = folder.filename().string();
    if (!fs::exists(folder / kJson)) continue;
    try {
      found.jobs.push_back(load_job(out, folder));
    } catch (const FileError& error) {  // what it holds is not known: no line says to remove it
      found.damaged.push_back({id, error.what()});
    } catch (const DataError& error) {
      found.damaged.push_back(
          {id, fmt::format("{}; once none of its tasks runs, remove {} and submit the rest again",
                           error.what(), folder.string())});
    }
  }
  return found;
}

std::vector<StoredJob> stored_jobs(const fs::path& out) {
  FoundJobs found = all_jobs(out);
  if (!found.damaged.empty()) throw DataError(found.damaged.front().message);
  return std::move(found.jobs);
}

FoundJobs find_jobs(const fs::path& out, const std::string& name) {
  FoundJobs found = all_jobs(out);
  std::string known;
  for (const StoredJob& stored : found.jobs) known += (known.empty() ? "; known: " : ", ") + stored.id;
  std::erase_if(found.jobs, [&](const StoredJob& stored) {
    return !stored.id.starts_with(name) && !(stored.number && stored.number->number == name);
  });
  if (!found.jobs.empty()) return found;
  for (const DamagedJob& job : found.damaged) {
    if (job.id.starts_with(name)) throw DataError(job.message);
  }
  throw ConfigError(fmt::format("{}: no job{}{}", records::ResultsFolder(out).jobs().string(),
                                name.empty() ? "" : " '" + name + "'", known));
}

std::vector<StoredJob> with_any_of(std::vector<StoredJob> jobs, std::vector<records::CellKey> keys) {
  std::ranges::sort(keys);
  std::erase_if(jobs, [&](const StoredJob& stored) {
    return std::ranges::none_of(
        stored.keys, [&](const records::CellKey& key) { return std::ranges::binary_search(keys, key); });
  });
  return jobs;
}

study::StudyOptions study_of(const std::vector<StoredJob>& jobs) {
  std::vector<study::StudyOptions> studies;
  std::string ids;
  for (const StoredJob& stored : jobs) {
    study::StudyOptions study = stored.job.study;
    study.run.force = false;  // how it was computed, not what
    study.run.cell_limits = {};
    study.run.bitwise = false;
    study.run.sweep_name.reset();
    study.selected.max_cells.reset();
    if (std::ranges::find(studies, study) != studies.end()) continue;
    studies.push_back(std::move(study));
    ids += (ids.empty() ? "" : ", ") + stored.id;
  }
  if (studies.size() > 1)
    throw ConfigError("JOB: the jobs here are of several studies, expected the name of one: " + ids);
  return jobs[last_submitted(jobs)].job.study;
}

std::size_t last_submitted(const std::vector<StoredJob>& jobs) {
  const auto time_of = [](const StoredJob& stored) { return fs::last_write_time(stored.folder / kJson); };
  const auto last = std::ranges::max_element(jobs, {}, time_of);
  return static_cast<std::size_t>(last - jobs.begin());
}

CellCounts count_cells(const std::vector<records::CellKey>& keys, records::RecordStore& store) {
  CellCounts counts;
  for (const records::CellKey& key : keys) {
    const std::optional<records::ResultRecord> record = store.find(key);
    ++(!record ? counts.left : record->status == "ok" ? counts.done : counts.failed);
  }
  return counts;
}

std::vector<fs::path> files_of(const StoredJob& stored) {
  static const std::regex ours(R"(job\.json|job\.sh|slurm_job\.txt|cells-[0-9]+\.txt|[0-9]+\.log)");
  std::vector<fs::path> files = records::paths_in(stored.folder);
  std::erase_if(files,
                [](const fs::path& file) { return !std::regex_match(file.filename().string(), ours); });
  return files;
}

}  // namespace preimage::suite::run
