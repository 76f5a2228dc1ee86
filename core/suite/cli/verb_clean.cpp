#include <iostream>
#include <optional>

#include <fmt/format.h>
#include <unistd.h>

#include "preimage/base/error.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/results/sweep_folder.hpp"

namespace preimage::suite::cli {

namespace {

std::string size_text(std::uintmax_t bytes) {
  if (bytes < 1024) return fmt::format("{} B", bytes);
  if (bytes < 1024 * 1024) return fmt::format("{:.1f} KiB", static_cast<double>(bytes) / 1024.0);
  return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / (1024.0 * 1024.0));
}

std::string sum_of(const std::vector<run::Leftover>& files) {
  std::uintmax_t bytes = 0;
  for (const run::Leftover& file : files) bytes += file.bytes;
  return fmt::format("{} file{}, {}", files.size(), files.size() == 1 ? "" : "s", size_text(bytes));
}

bool is_confirmed(const std::string& sum) {
  if (::isatty(STDIN_FILENO) == 0) {
    std::cerr << "nothing is removed: `--yes` removes what is listed\n";
    return false;
  }
  std::cerr << "remove " << sum << "? [y/N] ";
  std::string answer;
  std::getline(std::cin, answer);
  return answer == "y" || answer == "Y";
}

}  // namespace

int verb_clean(const run::CleanOptions& options, const study::ExperimentTable& experiments, bool yes) {
  const records::ResultsFolder results = options.study.results();
  if (!std::filesystem::is_directory(results.path()))
    throw DataError(results.path().string() + ": no such folder");
  run::require_idle(results);
  std::optional<records::FileLock> lock;
  if (yes) lock.emplace(run::lock_idle_records(results));
  const auto find = [&] {
    return run::find_leftovers(options, experiments,
                               [&] { return results::keys_of_sweeps(options.study.out); });
  };
  auto [files, remarks] = find();
  for (const std::string& remark : remarks) std::cerr << remark << "\n";
  for (const run::Leftover& file : files)
    std::cout << fmt::format("{}  {}  {}\n", size_text(file.bytes), file.path.string(), file.what);
  if (files.empty()) {
    std::cout << "nothing to remove\n";
    return kOk;
  }
  if (!yes && !is_confirmed(sum_of(files))) {
    std::cout << sum_of(files) << " could be removed\n";
    return kOk;
  }
  if (!lock) {  // the question may have waited for long: runs that came meanwhile rely on what they found
    lock.emplace(run::lock_idle_records(results));
    const std::size_t listed = files.size();
    files = run::still_left(std::move(files), find().files);
    if (files.size() < listed)
      std::cerr << fmt::format("{} of {} stay: a run has asked for them since\n", listed - files.size(),
                               listed);
  }
  run::require_idle(results);
  const std::vector<std::string> failures = run::remove_files(files, results);
  for (const std::string& failure : failures) std::cerr << failure << "\n";
  if (!failures.empty()) return kData;
  std::cout << sum_of(files) << " removed\n";
  return kOk;
}

}  // namespace preimage::suite::cli
