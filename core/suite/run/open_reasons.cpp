#include "suite/run/open_reasons.hpp"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>

#include "preimage/base/text.hpp"

namespace preimage::suite::run {

namespace fs = std::filesystem;

std::string last_line_of(const fs::path& file) {
  constexpr std::streamoff kTailBytes = 4096;
  constexpr std::size_t kMaxShown = 300;
  std::ifstream stream(file, std::ios::binary | std::ios::ate);
  if (!stream) return "";
  const std::streamoff size = stream.tellg();
  const std::streamoff begin = std::max<std::streamoff>(0, size - kTailBytes);
  std::string text(static_cast<std::size_t>(size - begin), '\0');
  stream.seekg(begin);
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  const std::string line = base::last_line(text);
  if (line.empty()) return "";
  return base::quote(line.size() > kMaxShown ? line.substr(0, kMaxShown) + "..." : line);
}

OpenReasons::OpenReasons(const std::vector<StoredJob>& jobs, const Queue& queue) : queue_(queue) {
  for (const StoredJob& job : jobs) {
    if (job.job.engine != "slurm") continue;  // of commands it is not known where they ran, nor when
    std::size_t key = 0;
    for (std::size_t chunk = 0; chunk < job.chunk_ends.size(); ++chunk) {
      for (; key < job.chunk_ends[chunk]; ++key) places_[job.keys[key]].push_back({&job, chunk});
    }
  }
}

bool OpenReasons::is_queued(const records::CellKey& key) const {
  const auto found = places_.find(key);
  return found != places_.end() &&
         std::ranges::any_of(found->second, [&](const Place& place) { return is_queued(*place.job); });
}

std::string OpenReasons::text(const records::CellKey& key) const {
  const auto found = places_.find(key);
  if (found == places_.end()) return "not run";
  if (is_queued(key)) return "queued or running";
  std::string text;
  for (const Place& place : found->second) {
    const fs::path log = log_path(place.job->folder, place.chunk);
    const bool has_begun = fs::exists(log);
    // A task that began says more than one of another job that did not.
    if (!has_begun && !text.empty()) continue;
    const std::string last = has_begun ? last_line_of(log) : "";
    text =
        !has_begun ? fmt::format("not run: its task has not begun, there is no {}", log.string())
        : last.empty()
            ? fmt::format("not run: its task began and left no result, {} is empty", log.string())
            : fmt::format("not run: its task began and left no result, {} ends with {}", log.string(), last);
  }
  return text;
}

}  // namespace preimage::suite::run
